import Diagnostics
import Reachability
import Requests
import Semantics
import Text

/// The analysis of one app's links.
struct LinkFacts {
  let link: LinkChain
  let analysis: ChainAnalysis
  let file: SourceFile

  init(_ link: LinkChain, _ analysis: ChainAnalysis, _ file: SourceFile) {
    self.link = link
    self.analysis = analysis
    self.file = file
  }

  var findings: [Finding] {
    analysis.remarkable.compactMap { entry in
      switch analysis.entries[entry] {
      case .reachable: redundant(entry)
      case .unreachable(.shadowed(let cover)): shadowed(entry, cover)
      case .unreachable(.contradictory(let parts)): contradictory(entry, parts)
      case .unreachable(.frames): nil
      case .undecided:
        UndecidedRule.page.finding(
          "could not decide whether any URL reaches this pattern of `\(link.name)`",
          at: link.rules[entry].head, label: "too many cases",
          help: "simplify this pattern and those before it")
      }
    }
  }

  private func shadowed(_ entry: Int, _ cover: [ChainAnalysis.Cover]) -> Finding {
    let rule = link.rules[entry]
    let related = cover.map { one in
      let taker = link.rules[one.entry]
      return Finding.Related(
        "\(taker.isExcluded ? "excludes" : "opens") \(Prose.request(one.witness)) first",
        at: taker.head)
    }
    let isLate = rule.isExcluded && cover.contains { !link.rules[$0.entry].isExcluded }
    let those = cover.count == 1 ? "that pattern" : "those patterns"
    let earlier = cover.count == 1 ? "an earlier pattern matches" : "earlier patterns match"
    let isTwin = cover.count == 1 && cover[0].isTwin
    let twinHelp =
      "both match the same URLs: a `/*` at the end also matches the path without it, and `/?*` does not"
    var finding: Finding
    if isLate {
      finding = LateExclusion.page.finding(
        "nothing is excluded here: links open in `\(link.name)` before this pattern is asked",
        at: rule.head, label: "\(earlier) all of its URLs", related: related,
        help: isTwin ? twinHelp : "move it before \(those)",
        fix: isTwin ? nil : cover.map { $0.entry }.min().flatMap { move(entry, before: $0) })
    } else {
      finding = UnreachableRule.page.finding(
        "no URL reaches this pattern of `\(link.name)`", at: rule.head,
        label: "\(earlier) all of its URLs", related: related,
        help: cover.allSatisfy { link.rules[$0.entry].isExcluded == rule.isExcluded }
          ? "delete it, or correct one of the patterns"
          : isTwin
            ? twinHelp
            : "move it before \(those), or correct one of the patterns")
    }
    finding.witness = (cover.first?.witness).map { RuleLanguagePrinter.requestText($0) }
    return finding
  }

  private func contradictory(_ entry: Int, _ parts: [Location]) -> Finding {
    let rule = link.rules[entry]
    guard let last = parts.last, parts.count > 1 else {
      return ContradictoryCondition.page.finding(
        "no URL matches this pattern", at: parts.last ?? rule.head, label: "never matches",
        help: "in a URL other characters than ASCII are escaped: "
          + "write `\"percentEncoded\": false`, or the escapes")
    }
    return ContradictoryCondition.page.finding(
      "no URL matches these parts of a pattern together", at: last,
      label: "never true together with the other part\(parts.count == 2 ? "" : "s")",
      related: parts.dropLast().map { Finding.Related("contradicts it", at: $0) },
      help: "correct the parts, or delete the pattern")
  }

  private func redundant(_ entry: Int) -> Finding? {
    guard let next = analysis.redundant[entry] else { return nil }
    let rule = link.rules[entry]
    let isLast = next >= link.rules.count
    return RedundantRule.page.finding(
      "pattern of `\(link.name)` has no effect: every link opens in the same place without it",
      at: rule.head,
      label: isLast
        ? "links that no pattern matches stay in the browser, too"
        : "a later pattern does the same",
      related: isLast ? [] : [Finding.Related("does the same", at: link.rules[next].head)],
      help: "delete it")
  }

  /// Moves an element of a list before an earlier one; nil if they are not in the same list.
  private func move(_ entry: Int, before target: Int) -> Fix? {
    func gap(_ index: Int) -> Location? {
      let (one, two) = (link.rules[index - 1].location, link.rules[index].location)
      guard one.span.end <= two.span.start else { return nil }
      let gap = Location(one.file, Span(one.span.end, two.span.start))
      let text = file.text(gap.span).filter { !$0.isWhitespace }
      return text == "," ? gap : nil
    }
    guard target < entry, (target + 1...entry).allSatisfy({ gap($0) != nil }),
      let before = gap(entry)
    else { return nil }
    let own = link.rules[entry].location
    let text = file.text(own.span) + file.text(before.span)
    return Fix(
      [
        Edit(link.rules[target].location.start, text),
        Edit(Location(own.file, before.span.union(own.span)), ""),
      ], .move, isSafe: false)
  }
}
