package import Diagnostics
package import Semantics
package import Syntax
package import Text

/// The repairs of syntax errors: the cheapest changes after which the text follows the grammar and all its names resolve.
package struct ProposedRepairs {
  /// A set with more errors is hardly one with slips of the hand, so no repairs are searched.
  private static let mostErrors = 8
  /// The repairs of one error whose names are resolved.
  private static let mostResolutions = 12
  /// The bytes of rule sets that are resolved for one error.
  private static let mostBytes = 4_000_000

  /// The codes of findings that can have a repair.
  package static let codes = aboutForm.union([
    "syntax-error", "invalid-character", "unterminated-regex",
  ])

  /// The codes of findings about a text that may be meant as a string, or without brackets.
  private static let aboutForm: Set = ["wrong-kind", "type-mismatch", "unknown-name"]

  private let files: [SourceFile]
  private let resource: (String) -> [UInt8]?
  private let trees: [SyntaxTree]
  private let faults: [Fault]
  private let names: [Keyword: [String]]

  /// - Parameters:
  ///   - trees: one for each file.
  ///   - resolution: of those trees.
  ///   - resource: the content of a script's file by its path inside the set's folder.
  package init(
    _ trees: [SyntaxTree], _ resolution: Resolution, _ files: [SourceFile],
    resource: @escaping (String) -> [UInt8]?
  ) {
    self.trees = trees
    self.files = files
    self.resource = resource
    faults = resolution.faults
    names = trees.lazy.flatMap(\.declarations).reduce(into: [:]) { names, declaration in
      var headers = [declaration.header]
      if case .channel(let channel) = declaration { headers += channel.strategies.map(\.header) }
      for header in headers { names[header.keyword, default: []].append(header.name.text) }
    }
  }

  /// The findings with the repairs of those that have no fix.
  package func adding(to findings: [Finding]) -> [Finding] {
    let open = findings.indices.filter {
      findings[$0].fix == nil && findings[$0].severity == .error
        && Self.codes.contains(findings[$0].code)
    }
    // Other data than text can look like rules with many mistakes.
    let isText = !findings.contains { $0.code == "invalid-utf8" }
    if open.isEmpty || open.count > Self.mostErrors || !isText { return findings }
    var findings = findings
    var corrected = CorrectedWords(files)
    var budget = RepairSearch.Budget()
    var known: [FileID: [Token]] = [:]
    for index in open {
      let location = findings[index].location
      let file = files[Int(location.file.index)]
      func tokens(_ file: SourceFile) -> [Token] {
        let found = known[location.file] ?? Lexer.tokens(of: file.bytes)
        known[location.file] = found
        return found
      }
      let candidates: [Repair]
      if let fault = trees[Int(location.file.index)].faults.first(where: {
        $0.span == location.span && $0.canBeRepaired
      }) {
        candidates = RepairSearch(fault, in: file, tokens(file), names: names).repairs(
          within: &budget)
      } else if Self.aboutForm.contains(findings[index].code), findings[index].help == nil {
        candidates = RepairSearch.forms(at: location.span.start, in: file, tokens(file))
      } else {
        continue
      }
      let repairs = resolving(candidates, of: location.file)
      guard let first = repairs.first else { continue }
      let likeliest = repairs.filter { $0.cost == first.cost }
      guard likeliest.count <= 2 else { continue }
      findings[index].help =
        likeliest.map { help($0, file) }.joined(separator: " or ")
      guard likeliest.count == 1 else { continue }
      let edit = Edit(Location(location.file, first.span), first.replacement)
      findings[index].fix = Fix(
        [edit], isSafe: repairs.count == 1 && !first.isGuess && !first.changesNames(in: file))
      // A missing word of the language is certain if no other change corrects the error.
      if first.span.start < first.span.end {
        findings[index] = corrected.marking([findings[index]])[0]
      }
    }
    return findings
  }

  /// The repairs with which all names of the changed lines resolve and the fewest names elsewhere do not, cheapest
  /// first.
  private func resolving(_ repairs: [Repair], of file: FileID) -> [Repair] {
    let size = files.reduce(1) { $0 + $1.bytes.count }
    let limit = min(Self.mostResolutions, max(2, Self.mostBytes / size))
    var found: [(repair: Repair, faults: Int)] = []
    for repair in repairs.prefix(limit) {
      if let count = faultCount(after: repair, in: file) { found.append((repair, count)) }
    }
    let least = found.map(\.faults).min()
    return found.filter { $0.faults == least }.map(\.repair)
  }

  /// The number of names that do not resolve after a repair; nil if some of these are in the changed lines, or there are
  /// more than before.
  private func faultCount(after repair: Repair, in file: FileID) -> Int? {
    let old = files[Int(file.index)]
    let bytes =
      old.bytes[..<Int(repair.span.start)] + Array(repair.replacement.utf8)
      + old.bytes[Int(repair.span.end)...]
    var trees = trees
    let new = SourceFile(name: old.name, bytes: Array(bytes))
    trees[Int(file.index)] = SyntaxTree.parse(new)
    let found = Resolution(trees, resource: resource).faults
    let lines = LineIndex(new)
    let end = repair.span.start + UInt32(repair.replacement.utf8.count)
    let changed = lines.line(at: repair.span.start)...lines.line(at: end)
    let isHere = found.contains {
      $0.location.file == file && changed.contains(lines.line(at: $0.location.span.start))
    }
    return isHere || found.count > faults.count ? nil : found.count
  }

  /// The text to write.
  private func help(_ repair: Repair, _ file: SourceFile) -> String {
    let (removed, written) = repair.words(in: file)
    if removed.isEmpty { return "insert \(Prose.code(written))" }
    if written.isEmpty { return "delete \(Prose.code(removed))" }
    return "write \(Prose.code(written))"
  }
}

extension SyntaxFault {
  /// True if the parser could not read on, and the text is not lost.
  fileprivate var canBeRepaired: Bool {
    switch kind {
    case .unexpected, .invalidCharacter, .unterminatedRegex: true
    default: false
    }
  }
}
