import Checks
import Diagnostics
import Formatting
import Generation
import Interpreter
import Reachability
import Semantics
import Syntax
import Text
import Workspace

/// One state of a rule set's files, with facts that are computed on first use.
///
/// A `RuleSetSession` provides the meaning of the files. The other facts are derived from it.
final class Snapshot {
  let files: [SourceFile]
  let uris: [String]
  /// The versions of the files that are open in the client; nil for other files.
  var versions: [Int?]
  let trees: [SyntaxTree]
  let folder: String
  private let encoding: PositionEncoding
  private let resource: @Sendable (String) -> [UInt8]?
  private let fileNumbers: [String: Int]
  /// The session for incremental checks. Without a session, chains are not analyzed.
  private let session: RuleSetSession?
  private let severities: Severities
  /// True if the only file is an `apple-app-site-association` file, which has no constructs of rules.
  let areLinks: Bool

  /// - Parameters:
  ///   - files: the files, sorted by name.
  ///   - uris: the URI of each file in the client's spelling.
  ///   - versions: the version of each file, or nil for a file that the client has not opened; nil if no file is open.
  ///   - trees: the syntax tree of each file.
  init(
    _ files: [SourceFile], uris: [String], versions: [Int?]? = nil, trees: [SyntaxTree],
    folder: String, encoding: PositionEncoding, session: RuleSetSession? = nil,
    severities: Severities = Severities(), areLinks: Bool = false,
    resource: @escaping @Sendable (String) -> [UInt8]?
  ) {
    self.session = session
    self.areLinks = areLinks
    self.severities = severities
    self.files = files
    self.uris = uris
    self.versions = versions ?? Array(repeating: nil, count: files.count)
    self.trees = trees
    self.folder = folder
    self.encoding = encoding
    self.resource = resource
    fileNumbers = Dictionary(
      firstOf: files.enumerated().map { ($0.element.name, $0.offset) })
    maps = Array(repeating: nil, count: files.count)
    documentIndices = Array(repeating: nil, count: files.count)
    outlines = Array(repeating: nil, count: files.count)
    offers = Array(repeating: nil, count: files.count)
    tokenLists = Array(repeating: nil, count: files.count)
    formatted = Array(repeating: nil, count: files.count)
  }

  /// Returns the rule set with other texts.
  func with(_ files: [SourceFile], _ trees: [SyntaxTree]) -> Snapshot {
    Snapshot(
      files, uris: uris, trees: trees, folder: folder, encoding: encoding, resource: resource)
  }

  // MARK: - Meaning

  private typealias Checked = (
    findings: [Finding], resolution: Resolution, isSound: Bool, analyses: [ChainAnalysis],
    proofs: [ClaimProof]
  )

  private var known: Checked?

  private var checked: Checked {
    if known == nil { check { false } }
    return known!
  }

  /// Checks the rule set, unless it was checked already.
  ///
  /// - Parameter isInterrupted: returns true to stop the check without a result; called many times.
  /// - Returns: true if there is a result.
  @discardableResult
  func check(unless isInterrupted: @escaping () -> Bool) -> Bool {
    if known == nil { known = findOut(isInterrupted) }
    return known != nil
  }

  var isChecked: Bool { known != nil }

  /// Throws an error unless the set was checked. The request, which needs results of the check, then waits for its end.
  func requireCheck() throws(ResponseError) {
    if !isChecked { throw ResponseError(.needsCheck, "the rule set is not checked yet") }
  }

  private var input: RuleSetInput {
    RuleSetInput(files: files, areLinks: areLinks, resource: resource)
  }

  /// The fixes with their proofs, which are made when an action first needs them.
  private(set) lazy var fixes = ProvedFixes(input, severities)

  private func findOut(_ isInterrupted: @escaping () -> Bool) -> Checked? {
    let session = usedSession
    let findings = session.check(
      input, severities, analyzesChains: self.session != nil, unless: isInterrupted)
    return findings.map {
      (
        $0, session.resolution, session.analyses != nil, session.partialAnalyses ?? [],
        session.proofs ?? []
      )
    }
  }

  /// The rules and analyses of this state or, before it is checked, of an earlier state.
  var lastAnalyses: (rules: RuleSet, analyses: [ChainAnalysis])? {
    known.map { ($0.resolution.rules, $0.analyses) } ?? earlierAnalyses
  }

  private var earlierAnalyses: (rules: RuleSet, analyses: [ChainAnalysis])?

  /// Removes and returns the analyses of the earlier state, once this state is checked.
  func takeEarlierAnalyses() -> [ChainAnalysis]? {
    if known == nil { return nil }
    defer { earlierAnalyses = nil }
    return earlierAnalyses?.analyses
  }

  /// The resolved rules of the files, which can be available before the check.
  private(set) lazy var resolution: Resolution = {
    known?.resolution ?? usedSession.resolution(of: input)
  }()

  private var usedSession: RuleSetSession {
    session ?? RuleSetSession(isReused: false, recordsReferences: true)
  }

  var rules: RuleSet { resolution.rules }

  /// The findings, which are the same as on the command line.
  var findings: [Finding] { checked.findings }

  /// The rules for checks that begin after this one.
  var checkedRules: CheckedRules { CheckedRules(rules: rules, isSound: checked.isSound) }

  /// The errors that prevent the generation of code, without errors about reachability.
  var errors: [Finding] {
    checked.isSound ? [] : checked.findings.filter { $0.severity == .error }
  }

  /// The analysis of each chain, without rules that have errors; empty if the chains are not analyzed.
  var analyses: [ChainAnalysis] { checked.analyses }

  /// The proofs of invariants; empty for a set with errors.
  var proofs: [ClaimProof] { checked.proofs }

  /// The occurrences of each rule in chains, by the rule's location.
  private(set) lazy var occurrencesOfRules: [Location: [RuleOccurrence]] = {
    var places: [Location: [RuleOccurrence]] = [:]
    for (chain, analysis) in analyses.enumerated() {
      for (entry, rule) in analysis.chain.rules.enumerated() {
        places[rule.location, default: []].append(RuleOccurrence(chain: chain, entry: entry))
      }
    }
    return places
  }()

  /// The generated TypeScript module; empty if the set has errors.
  private(set) lazy var typeScript: String =
    errors.isEmpty
    ? String(decoding: TypeScriptGenerator.module(for: rules), as: UTF8.self) : ""

  /// The rule set for queries. Its files are named by their paths inside the set's folder.
  private(set) lazy var loaded: LoadedRuleSet = {
    let named = files.map { SourceFile(name: shownName($0), bytes: $0.bytes) }
    return LoadedRuleSet(
      RuleSetInput(files: named, resource: resource), errors: errors, severities, rules,
      unread: unread)
  }()

  /// The files with text that the parser could not read as intended, because of errors.
  private(set) lazy var unread: Set<FileID> =
    errors.isEmpty
    ? []
    : Set(
      files.indices.filter { file in trees[file].faults.contains { $0.losesText(files[file]) } }
        .map { FileID($0) })

  /// The results of the tests of all chains without errors.
  private(set) lazy var tests = TestRun([loaded])

  /// The results of the test cases, by their locations.
  private(set) lazy var caseResults = Dictionary(
    firstOf: tests.caseResults.map { ($0.location, $0) })

  // MARK: - Places

  /// Returns the path of the file inside the set's folder.
  func shownName(_ file: SourceFile) -> String {
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    return file.name.hasPrefix(prefix) ? String(file.name.dropFirst(prefix.count)) : file.name
  }

  private var maps: [TextMap?]

  func map(_ file: Int) -> TextMap {
    if let map = maps[file] { return map }
    let map = TextMap(files[file], encoding)
    maps[file] = map
    return map
  }

  func number(ofFile name: String) -> Int? { fileNumbers[name] }

  func range(_ location: Location) -> TextRange {
    map(Int(location.file.index)).range(location.span)
  }

  func uri(_ location: Location) -> String { uris[Int(location.file.index)] }

  func text(_ location: Location) -> String { files[Int(location.file.index)].text(location.span) }

  /// Returns the location as `{uri, range}`.
  func json(_ location: Location) -> JSON {
    ["uri": .string(uri(location)), "range": range(location).json]
  }

  // MARK: - Names

  private var documentIndices: [DocumentIndex?]

  func index(_ file: Int) -> DocumentIndex {
    if let index = documentIndices[file] { return index }
    let index = DocumentIndex(trees[file])
    documentIndices[file] = index
    return index
  }

  private var outlines: [DocumentIndex?]

  /// Returns the declarations, uses and tests of the file.
  func outline(_ file: Int) -> DocumentIndex {
    if let outline = outlines[file] { return outline }
    let outline = DocumentIndex(trees[file], isOutline: true)
    outlines[file] = outline
    return outline
  }

  private var offers: [OfferFacts?]

  /// Returns the facts about the file that completion uses.
  func offers(_ file: Int) -> OfferFacts {
    if let facts = offers[file] { return facts }
    let facts = OfferFacts(trees[file], tokens(file), files[file])
    offers[file] = facts
    return facts
  }

  private var tokenLists: [TokenList?]
  /// The tokens of an earlier text of changed files, by the index of the file.
  private var earlierTokens: [Int: (TokenList, SourceFile)] = [:]

  func tokens(_ file: Int) -> TokenList {
    if let tokens = tokenLists[file] { return tokens }
    let tokens =
      if let (list, text) = earlierTokens[file] {
        TokenList(files[file], list, of: text)
      } else {
        TokenList(files[file])
      }
    tokenLists[file] = tokens
    earlierTokens[file] = nil
    return tokens
  }

  /// Returns the tokens of the file, with its text. Before they are needed, returns those of an earlier text.
  private func lastTokens(_ file: Int) -> (TokenList, SourceFile)? {
    tokenLists[file].map { ($0, files[file]) } ?? earlierTokens[file]
  }

  private var formatted: [Bool?]

  /// Returns whether formatting would leave the file unchanged.
  func isFormatted(_ file: Int) -> Bool {
    if areLinks { return false }
    if let isFormatted = formatted[file] { return isFormatted }
    let isFormatted = Formatter.isFormatted(files[file], tree: trees[file])
    formatted[file] = isFormatted
    return isFormatted
  }

  /// Reuses the facts of an earlier state about unchanged files.
  ///
  /// - Parameter same: the index of each file in the earlier state; nil if it has changed.
  func takeOver(from earlier: Snapshot, same: [Int?]) {
    let keepsNumbers = same.enumerated().allSatisfy { $1 == nil || $0 == $1 }
    earlierNames = keepsNumbers ? earlier.knownNames ?? earlier.earlierNames : nil
    earlierAnalyses = earlier.lastAnalyses
    for (file, other) in same.enumerated() {
      guard let other else {
        if let number = earlier.number(ofFile: files[file].name) {
          earlierTokens[file] = earlier.lastTokens(number)
        }
        continue
      }
      documentIndices[file] = earlier.documentIndices[other]
      outlines[file] = earlier.outlines[other]
      offers[file] = earlier.offers[other]
      maps[file] = earlier.maps[other]
      tokenLists[file] = earlier.tokenLists[other]
      formatted[file] = earlier.formatted[other]
    }
  }

  var names: NameIndex {
    if let knownNames { return knownNames }
    let names = NameIndex(
      files.indices.map { outline($0).declarations }, from: earlierNames)
    knownNames = names
    earlierNames = nil
    return names
  }

  private var knownNames: NameIndex?
  /// The names of an earlier state; nil if they were not needed there.
  private var earlierNames: NameIndex?

  /// The places of declared names by their targets, without captures and fields of unions.
  private(set) lazy var declaredNames: [NameTarget: Location] = {
    var places: [NameTarget: Location] = [:]
    for (file, references) in resolution.references.enumerated() {
      for reference in references.list where reference.isDeclaration && !reference.target.isLocal {
        places[reference.target] = Location(FileID(file), reference.span)
      }
    }
    return places
  }()

  /// True if there is a deprecated declaration.
  private(set) lazy var hasDeprecated = files.indices.contains { outline($0).hasDeprecated }
}

/// A rule as an entry of one chain.
struct RuleOccurrence {
  /// The index of the chain in the rule set.
  var chain: Int
  /// The index of the entry in the chain.
  var entry: Int
}
