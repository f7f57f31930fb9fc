package import Diagnostics
package import Generation
package import Text
import Workspace

/// The content of a rule set's `bascule.json`.
///
/// `{"$schema","swift":{"output","access","runtime","prefix","imports"},"typescript":{"output"},"format","strict","severities":
/// {CODE:LEVEL},"exclude":[PATTERN],"ignore":{PATTERN:[CODE]}}`; all keys are optional. `grammar/bascule.schema.json`
/// is its schema.
package struct Configuration: Sendable {
  /// A path relative to the file's folder, and its location in the file.
  package struct Output: Sendable {
    package var path: String
    package var span: Span
  }

  private static let keys = [
    "swift", "typescript", "format", "strict", "severities", "ignore", "exclude", "$schema",
  ]

  /// The help after an unknown word in the place of a code.
  static let lists = "`bascule explain` lists all codes, `bascule explain groups` the groups"

  package private(set) var swift: Output?
  package private(set) var access: Access?
  package private(set) var runtime: SwiftRuntimeSource?
  package private(set) var prefix: String?
  package private(set) var imports: ImportStyle?
  package private(set) var typeScript: Output?
  /// The format of `check`.
  package private(set) var format: FindingFormat?
  /// True if warnings and notes also fail `check`.
  package private(set) var isStrict: Bool?
  /// The levels of codes, and those that are ignored in some files.
  package private(set) var severities = Severities()
  /// The files and folders that a search skips.
  package private(set) var excluded: PathPatterns?
  /// Languages without an output.
  package private(set) var withoutOutput: [(language: String, span: Span)] = []

  /// The findings of the file; valid keys take effect despite them.
  package static func read(
    _ file: SourceFile, id: FileID = FileID(0)
  ) -> (configuration: Configuration, findings: [Finding]) {
    // The components of the folder, as the names of the set's rule files begin.
    let folder = file.name.utf8.split(separator: 0x2F).map(Array.init).dropLast()
    var reading = Reading(file: id, folder: Array(folder))
    do throws(JSONReader.Fault) {
      let value = try JSONReader.read(file.bytes)
      reading.members(of: value, "the configuration", keys) { reading, member in
        switch member.key {
        case "swift": reading.swift(member)
        case "typescript": reading.typeScript(member)
        case "format": reading.format(member)
        case "strict": reading.strict(member)
        case "severities": reading.severities(member)
        case "ignore": reading.ignore(member)
        case "exclude": reading.exclude(member)
        default: _ = reading.string(member)
        }
      }
    } catch {
      reading.report(error.message, error.span)
    }
    return (reading.configuration, reading.findings)
  }

  private struct Reading {
    let file: FileID
    let folder: [[UInt8]]
    var configuration = Configuration()
    var findings: [Finding] = []

    mutating func report(_ message: String, _ span: Span) {
      findings.append(Workspace.configurationFinding(message, at: Location(file, span)))
    }

    mutating func members(
      of value: JSONValue, _ owner: String, _ known: [String],
      _ body: (inout Reading, JSONValue.Member) -> Void
    ) {
      guard case .object(let members) = value.kind else {
        report("\(owner) must be an object, not \(value.described)", value.span)
        return
      }
      for member in members {
        if known.contains(member.key) {
          body(&self, member)
        } else {
          unknown(member, known)
        }
      }
    }

    mutating func swift(_ language: JSONValue.Member) {
      var hasOutput = false
      members(of: language.value, "`swift`", ["output", "access", "runtime", "prefix", "imports"]) {
        reading, member in
        switch member.key {
        case "output":
          hasOutput = true
          reading.configuration.swift = reading.output(member)
        case "access": reading.configuration.access = reading.choice(member)
        case "runtime": reading.configuration.runtime = reading.choice(member)
        case "imports": reading.configuration.imports = reading.choice(member)
        default: reading.prefix(member)
        }
      }
      if !hasOutput { configuration.withoutOutput.append(("swift", language.keySpan)) }
    }

    mutating func typeScript(_ language: JSONValue.Member) {
      var hasOutput = false
      members(of: language.value, "`typescript`", ["output"]) { reading, member in
        hasOutput = true
        reading.configuration.typeScript = reading.output(member)
      }
      if !hasOutput { configuration.withoutOutput.append(("typescript", language.keySpan)) }
    }

    private mutating func output(_ member: JSONValue.Member) -> Output? {
      guard let path = string(member) else { return nil }
      if path.isEmpty || path.utf8.contains(0) {
        report("`\(member.key)` must be a path", member.value.span)
        return nil
      }
      return Output(path: path, span: member.value.span)
    }

    private mutating func prefix(_ member: JSONValue.Member) {
      guard let prefix = string(member) else { return }
      if SwiftOptions.isPrefix(prefix) {
        configuration.prefix = prefix
        // No type has a name of a framework then.
        let code = "framework-name"
        if configuration.severities[code] == nil { configuration.severities[code] = .off }
      } else {
        report("`prefix` must be \(SwiftOptions.prefixDescription)", member.value.span)
      }
    }

    mutating func format(_ member: JSONValue.Member) {
      configuration.format = choice(member)
    }

    mutating func strict(_ member: JSONValue.Member) {
      if case .bool(let isStrict) = member.value.kind {
        configuration.isStrict = isStrict
      } else {
        report(
          "`strict` must be `true` or `false`, not \(member.value.described)", member.value.span)
      }
    }

    mutating func severities(_ member: JSONValue.Member) {
      guard case .object(let members) = member.value.kind else {
        report("`severities` must be an object, not \(member.value.described)", member.value.span)
        return
      }
      var levels: [(word: String, level: Severities.Level)] = []
      for member in members {
        guard let canSet = canSetLevel(ofWord: member.key, member.keySpan),
          let level: Severities.Level = choice(member)
        else { continue }
        if canSet {
          levels.append((member.key, level))
        } else if level != .error {
          reportFixedLevel(member.key, member.value.span)
        }
      }
      let named = Workspace.severities(levels)
      configuration.severities = configuration.severities.overridden(by: named)
    }

    /// nil after the word has been reported: it is neither a code nor a group.
    private mutating func canSetLevel(ofWord word: String, _ span: Span) -> Bool? {
      guard let codes = Workspace.codes(named: word) else {
        suggest(
          "there is no code or group `\(word)`", word, Workspace.codesAndGroups, span, isLong: true)
        return nil
      }
      return codes.allSatisfy { Workspace.summary(ofCode: $0)?.canSetLevel == true }
    }

    private mutating func reportFixedLevel(_ code: String, _ span: Span) {
      report("`\(code)` is always an error: no code can be generated with it", span)
    }

    mutating func exclude(_ member: JSONValue.Member) {
      let patterns = strings(member)
      configuration.excluded = PathPatterns(patterns.map { Array($0.value.utf8) }, in: folder)
    }

    mutating func ignore(_ member: JSONValue.Member) {
      guard case .object(let members) = member.value.kind else {
        report("`ignore` must be an object, not \(member.value.described)", member.value.span)
        return
      }
      for member in members {
        var codes: Set<String> = []
        for (word, span) in strings(member) {
          guard let canSet = canSetLevel(ofWord: word, span) else { continue }
          if canSet {
            codes.formUnion(Workspace.codes(named: word) ?? [])
          } else {
            reportFixedLevel(word, span)
          }
        }
        configuration.severities.ignored.append(
          Severities.Ignored(codes, in: PathPatterns([Array(member.key.utf8)], in: folder)))
      }
    }

    /// The elements of a list of strings.
    private mutating func strings(_ member: JSONValue.Member) -> [(value: String, span: Span)] {
      guard case .array(let items) = member.value.kind else {
        report(
          "`\(member.key)` must be a list of strings, not \(member.value.described)",
          member.value.span)
        return []
      }
      return items.compactMap { item in
        if case .string(let text) = item.kind { return (text, item.span) }
        report("`\(member.key)` must contain strings, not \(item.described)", item.span)
        return nil
      }
    }

    /// One of the words of a type; nil after it has been reported.
    private mutating func choice<Choice>(_ member: JSONValue.Member) -> Choice?
    where Choice: CaseIterable & RawRepresentable, Choice.RawValue == String {
      guard let word = string(member) else { return nil }
      if let choice = Choice(rawValue: word) { return choice }
      let names = Choice.allCases.map(\.rawValue)
      let quoted = names.map { "`\($0)`" }
      let list = quoted.dropLast().joined(separator: ", ") + " or " + (quoted.last ?? "")
      suggest("`\(member.key)` must be \(list), not `\(word)`", word, names, member.value.span)
      return nil
    }

    private mutating func unknown(_ member: JSONValue.Member, _ known: [String]) {
      suggest("unknown key `\(member.key)`", member.key, known, member.keySpan)
    }

    /// - Parameter isLong: whether there are too many to list.
    private mutating func suggest(
      _ message: String, _ word: String, _ known: [String], _ span: Span, isLong: Bool = false
    ) {
      let location = Location(file, span)
      let nearest = Nearest.names(to: word, among: known, limit: 1).first
      let list = known.map { "`\($0)`" }.joined(separator: ", ")
      findings.append(
        Workspace.configurationFinding(
          message, at: location,
          help: nearest.map { "did you mean `\($0)`?" }
            ?? (isLong ? Configuration.lists : "known here: \(list)"),
          fix: nearest.map { Fix([Edit(location, "\"\($0)\"")], isSafe: false) }))
    }

    mutating func string(_ member: JSONValue.Member) -> String? {
      if case .string(let string) = member.value.kind { return string }
      report("`\(member.key)` must be a string, not \(member.value.described)", member.value.span)
      return nil
    }
  }
}
