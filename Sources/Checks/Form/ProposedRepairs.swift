package import Diagnostics
package import Semantics
package import Syntax
package import Text

/// Repairs of syntax errors: the cheapest changes after which the text follows the grammar and all its names resolve.
package struct ProposedRepairs {
  /// The maximum number of errors for which repairs are searched. More of them are hardly slips of the hand.
  private static let mostErrors = 8
  /// The maximum number of repairs of one error whose names are resolved.
  private static let mostResolutions = 12

  private let files: [SourceFile]
  private let resource: (String) -> [UInt8]?
  private let trees: [SyntaxTree]
  private let faults: [Fault]
  private let names: [Keyword: [String]]

  /// - Parameters:
  ///   - trees: the trees of the files, one for each.
  ///   - resolution: the resolution of the trees.
  ///   - resource: returns the content of a script's file by its path within the set's folder.
  package init(
    _ trees: [SyntaxTree], _ resolution: Resolution, _ files: [SourceFile],
    resource: @escaping (String) -> [UInt8]?
  ) {
    self.trees = trees
    self.files = files
    self.resource = resource
    faults = resolution.faults
    names = trees.lazy.flatMap { $0.declarations }.reduce(into: [:]) { names, declaration in
      var headers = [declaration.header]
      if case .channel(let channel) = declaration {
        headers += channel.strategies.map { $0.header }
      }
      for header in headers { names[header.keyword, default: []].append(header.name.text) }
    }
  }

  /// The findings, with repairs for those that have no fix.
  package func adding(to findings: [Finding]) -> [Finding] {
    let open = findings.indices.filter {
      findings[$0].fix == nil && findings[$0].severity == .error
        && RepairedCodes.all.contains(findings[$0].code)
    }
    // Data other than text can look like rules with many mistakes.
    let isText = !findings.contains { $0.code == "invalid-utf8" }
    if open.isEmpty || open.count > Self.mostErrors || !isText { return findings }
    var findings = findings
    var corrected = CorrectedWords(files)
    var budget = RepairSearch.Budget()
    var known: [FileID: [Token]] = [:]
    var consequences = Consequences(trees, files, findings)
    for index in open {
      let location = findings[index].location
      let file = files[Int(location.file.index)]
      let isFault = trees[Int(location.file.index)].faults.contains {
        $0.span == location.span && $0.canBeRepaired
      }
      let isOfForm =
        RepairedCodes.aboutForm.contains(findings[index].code) && findings[index].help == nil
      guard isFault || isOfForm else { continue }
      let tokens = known[location.file] ?? Lexer.tokens(of: file.bytes)
      known[location.file] = tokens
      let search = RepairSearch(at: location.span.start, in: file, tokens, names: names)
      let candidates = isFault ? search.repairs(within: &budget) : search.forms()
      let repairs = resolving(candidates, of: search, in: location.file).withoutLessComplete
      guard let first = repairs.first else {
        // A single cheap candidate is shown even if a further error on the line remains.
        if let first = candidates.first, first.cost <= Repair.costOfWord,
          candidates.count(where: { $0.cost == first.cost }) == 1
        {
          findings[index].help = help(first, file)
        }
        continue
      }
      let likeliest = repairs.filter { $0.cost == first.cost }
      guard likeliest.count <= 2 else { continue }
      defer { if isFault { consequences.add(first, of: index, findings) } }
      findings[index].help =
        likeliest.map { help($0, file) }.joined(separator: " or ")
      if isFault, let cause = RepairCause(likeliest, in: file) {
        cause.explain(&findings[index])
      }
      guard likeliest.count == 1, !first.permitsAll(in: file) else { continue }
      let edit = Edit(Location(location.file, first.span), first.replacement)
      findings[index].fix = Fix(
        [edit], isSafe: repairs.count == 1 && !first.isGuess && !first.changesNames(in: file))
      // An insertion is certain if no other change corrects the error. Replacements must also be safe corrections of
      // words.
      if first.span.start < first.span.end {
        findings[index] = corrected.marking([findings[index]])[0]
      }
    }
    let hidden = consequences.hidden
    return Checks.sorted(findings.indices.filter { !hidden.contains($0) }.map { findings[$0] })
  }

  /// The repairs with which all names in the changed lines resolve, and the fewest names elsewhere do not, cheapest
  /// first.
  private func resolving(
    _ repairs: [Repair], of search: RepairSearch, in file: FileID
  ) -> [Repair] {
    if repairs.isEmpty { return [] }
    let repairs = repairs.prefix(Self.mostResolutions)
    let words = Set(Lexer.texts(of: search.text.bytes)).union(
      repairs.lazy.flatMap { Lexer.texts(of: Array($0.replacement.utf8)) })
    let others = others(than: search.region, in: file, naming: words)
    func faults(_ text: SourceFile) -> [Fault] {
      Resolution(others + [SyntaxTree.parse(text)], resource: resource).faults
    }
    let before = faults(search.text).count
    var found: [(repair: Repair, faults: Int)] = []
    for repair in repairs {
      let (text, place) = search.text(after: repair)
      let faults = faults(text)
      let lines = LineIndex(text)
      let changed = lines.line(at: place.lowerBound)...lines.line(at: place.upperBound)
      let start = Int(lines.starts[changed.lowerBound])
      let last = changed.upperBound + 1
      let end = last < lines.starts.count ? Int(lines.starts[last]) : text.bytes.count
      let here = Set(
        Lexer.texts(of: Array(text.bytes[start..<end])).map { $0.filter { $0 != "\"" } })
      let isHere = faults.contains { fault in
        if case .unknownName(_, let name, _) = fault.kind, here.contains(name) { return true }
        return Int(fault.location.file.index) == others.count
          && changed.contains(lines.line(at: fault.location.span.start))
      }
      if !isHere, faults.count <= before { found.append((repair, faults.count)) }
    }
    let least = found.map { $0.faults }.min()
    return found.filter { $0.faults == least }.map { $0.repair }
  }

  /// The declarations that a repair can affect, without their rules: those with one of the names, and those with
  /// names that do not resolve. The work is proportional to their number, and not to the size of the rule set.
  ///
  /// - Parameters:
  ///   - region: the changed part of the file, whose declarations are left out.
  ///   - words: the words of this part.
  private func others(
    than region: Range<Int>, in file: FileID, naming words: Set<String>
  ) -> [SyntaxTree] {
    let faulty = Dictionary(grouping: faults, by: { $0.location.file }).mapValues {
      $0.map { $0.location.span.start }.sorted()
    }
    return trees.enumerated().map { index, tree in
      let faults = faulty[FileID(index)] ?? []
      return tree.withoutRules { header in
        if FileID(index) == file, region.contains(Int(header.span.start)) { return false }
        if words.contains(header.name.text) { return true }
        let next = faults.partitionPoint { $0 >= header.span.start }
        return next < faults.count && faults[next] < header.span.end
      }
    }
  }

  /// The help, with the text to write.
  private func help(_ repair: Repair, _ file: SourceFile) -> String {
    let (removed, written) = repair.words(in: file)
    if removed.isEmpty { return "insert \(Prose.code(written))" }
    if written.isEmpty { return "delete \(Prose.code(removed))" }
    return "write \(Prose.code(written))"
  }
}

extension SyntaxFault {
  /// True if the parser could not continue at the fault, but the text after it is not lost.
  fileprivate var canBeRepaired: Bool {
    switch kind {
    case .unexpected, .invalidCharacter, .unterminatedRegex: true
    default: false
    }
  }
}

extension [Repair] {
  /// The repairs without each of the cheapest that needs a further correction, if another of the cheapest needs none.
  fileprivate var withoutLessComplete: [Repair] {
    let cheapest = prefix { $0.cost == first?.cost }
    if cheapest.allSatisfy({ $0.leavesCorrections }) { return self }
    return cheapest.filter { !$0.leavesCorrections } + dropFirst(cheapest.count)
  }
}
