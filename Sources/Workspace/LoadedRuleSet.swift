package import Diagnostics
import Interpreter
package import Requests
package import Semantics
package import Text

/// A rule set that has been read and checked, for queries.
package struct LoadedRuleSet: Sendable {
  package private(set) var files: [SourceFile]
  package let findings: [Finding]
  let severities: Severities
  let rules: RuleSet
  private(set) var places: SourcePlaces
  /// The indices of the chains that are not completely known because of errors.
  private let broken: Set<Int>

  private init(
    _ input: RuleSetInput, _ findings: [Finding], _ severities: Severities, _ rules: RuleSet,
    unread: Set<FileID>
  ) {
    files = input.files
    self.findings = findings
    self.severities = severities
    self.rules = rules
    places = SourcePlaces(input.files, paths: input.paths)
    var broken = Gaps(rules, unread: unread).chains
    if findings.contains(where: { $0.severity == .error }) {
      let sameName = Dictionary(grouping: rules.chains.indices) { rules.chains[$0].chainName }
      for chains in sameName.values where chains.count > 1 { broken.formUnion(chains) }
    }
    self.broken = broken
  }

  package var hasErrors: Bool { findings.contains { $0.severity == .error } }

  /// The same set with other names of its files, for readers in another place.
  ///
  /// - Parameter name: returns the name of a file from its path in the set's folder.
  package func naming(_ name: (String) -> String) -> LoadedRuleSet {
    let paths = files.indices.map { places.path(ofFile: $0) }
    var named = self
    named.files = zip(files, paths).map { SourceFile(name: name($1), bytes: $0.bytes) }
    named.places = SourcePlaces(named.files, paths: paths)
    return named
  }

  /// The names of the chains, in the order of the source.
  package var chainNames: [ChainName] { rules.chains.map { $0.chainName } }

  /// True if rules or `use` lines of the chain are missing because of errors, or if its name is declared twice.
  package func isBroken(_ chain: ChainName) -> Bool {
    !broken.isEmpty && broken.contains { rules.chains[$0].chainName == chain }
  }

  func isBroken(_ chain: ID<Chain>) -> Bool { broken.contains(Int(chain.index)) }

  /// The interpreter of a chain.
  ///
  /// - Requires: there is a chain with that name.
  func interpreter(_ chain: ChainName) -> Interpreter {
    Interpreter(ID(rules.chains.firstIndex { $0.chainName == chain }!), in: rules)
  }
}

extension LoadedRuleSet {
  /// Creates a rule set that a session has checked.
  ///
  /// - Parameters:
  ///   - errors: the errors that prevent queries.
  ///   - unread: the files in which an error hides text, so that rules may be missing.
  package init(
    _ input: RuleSetInput, errors: [Finding], _ severities: Severities, _ rules: RuleSet,
    unread: Set<FileID>
  ) {
    self.init(input, errors, severities, rules, unread: unread)
  }

  /// Reads and checks the set without analyzing its chains.
  fileprivate init(_ input: RuleSetInput, _ severities: Severities) {
    let session = RuleSetSession(isReused: false)
    let findings = session.check(input, severities, analyzesChains: false)
    self.init(input, findings, severities, session.resolution.rules, unread: [])
  }
}

extension Workspace {
  /// Reads and checks the set without analyzing its chains, since an unreachable rule must not prevent a query about
  /// it.
  package static func load(
    _ input: RuleSetInput, _ severities: Severities = Severities()
  ) -> LoadedRuleSet {
    LoadedRuleSet(input, severities)
  }
}

/// An invalid query.
package struct QueryError: Error {
  /// The message: lower case, without a full stop.
  package let message: String
  package let help: String?

  package init(_ message: String, help: String? = nil) {
    self.message = message
    self.help = help
  }

  /// - Parameter help: the help if no name is similar.
  init(_ message: String, _ name: String, among names: [String], help: String? = nil) {
    let near = Nearest.names(to: name, among: names)
    self.init(
      message,
      help: near.isEmpty
        ? help : "did you mean \(near.map { "`\($0)`" }.joined(separator: " or "))?")
  }
}

/// The lines and texts at locations in a rule set's files.
struct SourcePlaces: Sendable {
  private let files: [SourceFile]
  /// The paths of the files within the set's folder.
  private let paths: [String]
  private let lines: [LineIndex]

  init(_ files: [SourceFile], paths: [String]?) {
    self.files = files
    self.paths = paths ?? files.map { $0.name }
    lines = files.map { LineIndex($0) }
  }

  func file(_ location: Location) -> String { files[Int(location.file.index)].name }

  /// The path of a file within the set's folder.
  func path(ofFile index: Int) -> String { paths[index] }

  func position(_ location: Location) -> Position {
    lines[Int(location.file.index)].position(at: location.span.start)
  }

  /// The lines of a location, counted from 0.
  func lines(_ location: Location) -> Range<Int> {
    let index = lines[Int(location.file.index)]
    return index.line(at: location.span.start)..<(index.line(at: location.span.end) + 1)
  }

  /// The location as text, such as `shop.bascule:12:3`.
  func text(_ location: Location) -> String {
    let position = position(location)
    return "\(file(location)):\(position.line):\(position.column)"
  }

  /// The location's line as text, such as `shop.bascule:12`.
  func line(_ location: Location) -> String { "\(file(location)):\(position(location).line)" }

  /// The place of a rule in generated code, such as `shop.bascule:12`. It does not depend on the working folder.
  func generatedPlace(_ location: Location) -> String {
    "\(paths[Int(location.file.index)]):\(position(location).line)"
  }

  /// The source of a rule with the enclosing blocks, on one line: `when host == "a.example" { when path == "/b" allow
  /// }`.
  func source(_ rule: Rule) -> String {
    rule.blocks.map { source($0.head) + " { " }.joined() + source(rule.location)
      + String(repeating: " }", count: rule.blocks.count)
  }

  /// The source on one line, without comments. White space outside of strings becomes one blank.
  func source(_ location: Location) -> String {
    var text = ""
    var rest = Array(files[Int(location.file.index)].text(location.span).unicodeScalars)[...]
    var quote: Unicode.Scalar?
    var isSpace = false
    while let scalar = rest.popFirst() {
      if quote == nil {
        if scalar.properties.isWhitespace {
          isSpace = true
          continue
        }
        if scalar == "/", rest.first == "/" {
          rest = rest.drop { $0 != "\n" && $0 != "\r" }
          continue
        }
        if scalar == "/", rest.first == "*" {
          Self.skipComment(&rest)
          isSpace = true
          continue
        }
      }
      if isSpace, !text.isEmpty { text += " " }
      isSpace = false
      text.unicodeScalars.append(scalar)
      if scalar == "\\", let next = rest.popFirst() {
        text.unicodeScalars.append(next)
      } else if scalar == "\"" {
        quote = quote == nil ? scalar : nil
      }
    }
    return text
  }

  private static func skipComment(_ rest: inout ArraySlice<Unicode.Scalar>) {
    rest = rest.dropFirst()
    var depth = 1
    while depth > 0, let scalar = rest.popFirst() {
      if scalar == "*", rest.first == "/" {
        depth -= 1
        rest = rest.dropFirst()
      } else if scalar == "/", rest.first == "*" {
        depth += 1
        rest = rest.dropFirst()
      }
    }
  }
}
