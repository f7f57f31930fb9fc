package import Diagnostics
import Interpreter
import Reachability
import Requests
import Semantics
import Text

extension RuleSetDiff {
  // MARK: - For people

  /// The report for people; empty if both versions are equivalent.
  package func human(_ style: Style) -> [UInt8] {
    var text = StyledText(style)
    for (number, change) in changes.enumerated() {
      if number > 0 { text.endLine() }
      write(change, &text)
    }
    if !changes.isEmpty, !invariants.isEmpty { text.endLine() }
    writeInvariants(&text)
    if !changes.isEmpty || !invariants.isEmpty, !contracts.isEmpty { text.endLine() }
    writeContract(&text)
    return text.bytes
  }

  private func write(_ change: Change, _ text: inout StyledText) {
    text.write(change.name.text, .strong)
    if let side = change.new ?? change.old {
      text.write("  \(side.set.places.text(side.declared.location))", .frame)
    }
    text.endLine()
    if change.old == nil { text.line("  + \(change.added)", .inserted) }
    if change.new == nil { text.line("  - \(change.removed)", .removed) }
    for cause in change.causes {
      for (number, region) in cause.regions.enumerated() {
        // Further requests of a rule follow the first one, without the treatment by the rule.
        let isFirst = number == 0
        text.line((isFirst ? "  " : "    also ") + region.request)
        if let side = change.old, isFirst || !cause.isOfOldRule {
          write(region.old, side, "-", .removed, &text)
        }
        if let side = change.new, isFirst || cause.isOfOldRule {
          write(region.new, side, "+", .inserted, &text)
        }
      }
    }
    writeUndecided(change, &text)
    writeShortened(change, &text)
  }

  private func write(
    _ treatment: DifferenceRegion.Treatment, _ side: Side, _ sign: String, _ role: Style.Role,
    _ text: inout StyledText
  ) {
    text.line("    \(sign) \(treatment.text)", role)
    text.write("        ")
    let outcome = treatment.outcome
    write(side.rule(outcome), side, orElse: side.ending(outcome), &text)
    if let others = treatment.others { text.line("        \(others)") }
  }

  private func write(
    _ rule: Rule?, _ side: Side, orElse other: String, _ text: inout StyledText
  ) {
    guard let rule else { return text.line(other) }
    text.write(side.set.places.text(rule.location), .frame)
    text.line("  " + Quoting.terminal(side.set.places.source(rule)))
  }

  // MARK: Undecided pairs

  /// The number of undecided pairs, and of rules with shortened searches, that are shown to people.
  private static let shownPairs = 3

  /// The undecided pairs that are shown, of different rules if possible.
  static func shown(_ pairs: [UndecidedPair]) -> [UndecidedPair] {
    var chosen: [Int] = []
    for takesKnownRules in [false, true] {
      for (index, pair) in pairs.enumerated() where !chosen.contains(index) {
        if chosen.count == shownPairs { break }
        let isKnown = chosen.contains { pairs[$0].old == pair.old || pairs[$0].new == pair.new }
        if takesKnownRules || !isKnown { chosen.append(index) }
      }
    }
    return chosen.sorted().map { pairs[$0] }
  }

  private func writeUndecided(_ change: Change, _ text: inout StyledText) {
    guard let note = note(change), let old = change.old, let new = change.new else { return }
    text.line("  " + note, .warning)
    for pair in Self.shown(change.undecided) {
      for (sign, role, side, decider) in [
        ("-", Style.Role.removed, old, pair.old), ("+", .inserted, new, pair.new),
      ] {
        text.write("    \(sign) ", role)
        write(side.rule(decider), side, orElse: side.ending(decider), &text)
      }
    }
    if let rest = Self.rest(change) { text.line("    \(rest)") }
  }

  private func note(_ change: Change) -> String? {
    switch change.undecided.count {
    case 0: nil
    case 1: "one pair of rules could not be compared; more requests may differ"
    case let count:
      "\(count) pairs of rules could not be compared; more requests may differ"
    }
  }

  private static func rest(_ change: Change) -> String? {
    switch change.undecided.count - shownPairs {
    case ...0: nil
    case 1: "and one more pair"
    case let count: "and \(count) more pairs"
    }
  }

  // MARK: Shortened searches

  private func writeShortened(_ change: Change, _ text: inout StyledText) {
    guard let note = shortenedNote(change) else { return }
    text.line("  " + note, .warning)
    for rule in change.shortened.prefix(Self.shownPairs) {
      guard let side = rule.isOld ? change.old : change.new else { continue }
      text.write("    \(rule.isOld ? "-" : "+") ", rule.isOld ? .removed : .inserted)
      write(side.rule(rule.decider), side, orElse: side.ending(rule.decider), &text)
    }
    if let rest = shortenedRest(change) { text.line("    \(rest)") }
  }

  private func shortenedNote(_ change: Change) -> String? {
    switch change.shortened.count {
    case 0: nil
    case 1: "more requests of one changed rule may differ; `bascule diff --all` searches for them"
    case let count:
      "more requests of \(count) changed rules may differ; `bascule diff --all` searches for them"
    }
  }

  private func shortenedRest(_ change: Change) -> String? {
    switch change.shortened.count - Self.shownPairs {
    case ...0: nil
    case 1: "and one more rule"
    case let count: "and \(count) more rules"
    }
  }

  // MARK: - JSON

  /// The report as one object on one line.
  ///
  /// `{"version":1,"chains":[{"chain" or "responses","old":{"file","line"}|null,"new":{"file",
  /// "line"}|null,"differences":[{"request","old":{"decision","steps","refused","failed","rule"},"new":{…}}],
  /// "undecided":[{"old":{"file","line"}|null,"new":{…}|null,"why"}],"shortened":[{"version","rule"}]}],
  /// "contract":[{"declaration","name","identifier","part","path","change","pages","apps","old","new"}],
  /// "invariants":[{"name","claim","old":{"verdict","request","rule"}|null,"new":{…}|null}]}`
  ///
  /// - `chains` contains only chains that differ. `old` is null for an added chain, `new` for a removed one.
  /// - Requests have the form of a list of witnesses. Steps, `refused` and rules have the form of a trace.
  /// - `failed` contains the attempts that fail. Each is a step, and `stepsBefore` is the number of `steps` that run
  ///   before it. The `declined` of the request names the actions that always fail.
  /// - `undecided` contains the pairs of rules that could not be compared. A side is null if no rule decides there.
  ///   `why` is `budget` or `views`, as in a list of witnesses.
  /// - `shortened` contains the changed rules of the `old` and the `new` version that may differ for more requests
  ///   than were searched. The rule is null for the frames of a chain.
  /// - `pages` and `apps` are the reasons why released pages and apps break; null if they do not.
  package var json: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.number("version", 1)
      writer.array("chains", changes) { change, writer in write(change, &writer) }
      writer.member("contract") { writeContract(&$0) }
      writeInvariants(&writer)
    }
    return writer.bytes + [0x0A]
  }

  private func write(_ change: Change, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.key(change.name.kind.rawValue)
      writer.string(change.name.name)
      for (key, side) in [("old", change.old), ("new", change.new)] {
        writer.key(key)
        if let side {
          side.set.places.write(side.declared.location, &writer)
        } else {
          writer.null()
        }
      }
      writer.objects("differences", change.differences) { difference, writer in
        writer.key("request")
        RequestJSON.write(difference.shown(change), of: change.name.kind, &writer)
        writer.key("old")
        if let old = change.old { write(difference.old, old, &writer) }
        writer.key("new")
        if let new = change.new { write(difference.new, new, &writer) }
      }
      writer.array("undecided", change.undecided) { pair, writer in write(pair, change, &writer) }
      writer.array("shortened", change.shortened) { rule, writer in write(rule, change, &writer) }
    }
  }

  private func write(_ rule: ShortenedSearch, _ change: Change, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.string("version", rule.isOld ? "old" : "new")
      writer.member("rule") { write(rule.decider, rule.isOld ? change.old : change.new, &$0) }
    }
  }

  private func write(
    _ decider: UndecidedPair.Decider, _ side: Side?, _ writer: inout JSONWriter
  ) {
    if let side, let rule = side.rule(decider) {
      side.set.places.write(rule: rule.location, &writer)
    } else {
      writer.null()
    }
  }

  private func write(_ pair: UndecidedPair, _ change: Change, _ writer: inout JSONWriter) {
    writer.object { writer in
      for (key, side, decider) in [("old", change.old, pair.old), ("new", change.new, pair.new)] {
        writer.key(key)
        write(decider, side, &writer)
      }
      writer.string("why", pair.why.reason == .budget ? "budget" : "views")
    }
  }

  private func write(_ outcome: Outcome, _ side: Side, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.string("decision", side.printer.text(outcome.decision))
      writer.array("steps", outcome.steps) { step, writer in
        RequestJSON(rules: side.rules).write(step, &writer)
      }
      writer.array("refused", outcome.refusedSteps) { step, writer in
        RequestJSON(rules: side.rules).write(step, &writer)
      }
      writer.array("failed", outcome.failedAttempts) { attempt, writer in
        RequestJSON(rules: side.rules).write(attempt, &writer)
      }
      writer.key("rule")
      if let rule = side.rule(outcome) {
        side.set.places.write(rule: rule.location, &writer)
      } else {
        writer.null()
      }
    }
  }

  // MARK: - Markdown

  /// The report in Markdown, for a comment on a pull request; empty if both versions are equivalent.
  package var markdown: [UInt8] {
    if isEmpty { return [] }
    let parts = [invariantMarkdown, contractMarkdown].filter { !$0.isEmpty }
    var text = parts.joined(separator: "\n")
    if changes.isEmpty { return Array(text.utf8) }
    if !text.isEmpty { text += "\n" }
    text += "### Requests that are treated differently\n"
    for change in changes {
      let kind = change.name.kind == .requests ? "Chain" : "Responses"
      text += "\n**\(kind) \(Quoting.markdownCell(change.name.name))**"
      if let side = change.new ?? change.old {
        text += " in \(Self.place(side.declared.location, side))"
      }
      if change.old == nil { text += " \(change.wasOrWere) added." }
      if change.new == nil { text += " \(change.wasOrWere) removed." }
      text += "\n"
      if !change.differences.isEmpty {
        text += "\n| request | before | after |\n| --- | --- | --- |\n"
        for cause in change.causes { text += Self.row(cause, change) }
      }
      text += undecidedMarkdown(change) + shortenedMarkdown(change)
    }
    return Array(text.utf8)
  }

  private func shortenedMarkdown(_ change: Change) -> String {
    guard let note = shortenedNote(change) else { return "" }
    var text = Self.sentence(note) + "\n| version | rule |\n| --- | --- |\n"
    for rule in change.shortened.prefix(Self.shownPairs) {
      guard let side = rule.isOld ? change.old : change.new else { continue }
      text += "| \(rule.isOld ? "before" : "after") | \(Self.cell(rule.decider, side)) |\n"
    }
    return text + (shortenedRest(change).map(Self.sentence) ?? "")
  }

  private static func sentence(_ text: String) -> String {
    "\n" + text.capitalizedFirst + ".\n"
  }

  private func undecidedMarkdown(_ change: Change) -> String {
    guard let note = note(change), let old = change.old, let new = change.new else { return "" }
    var text = Self.sentence(note) + "\n| before | after |\n| --- | --- |\n"
    for pair in Self.shown(change.undecided) {
      text += "| \(Self.cell(pair.old, old)) | \(Self.cell(pair.new, new)) |\n"
    }
    return text + (Self.rest(change).map(Self.sentence) ?? "")
  }

  /// A table row for all requests of a changed rule. The rule's treatment is in it once, the others with their
  /// requests.
  private static func row(_ cause: DifferenceCause, _ change: Change) -> String {
    func cell(
      _ side: Side?, isOfRule: Bool, _ treatment: (DifferenceRegion) -> DifferenceRegion.Treatment
    ) -> String {
      guard let side else { return "" }
      let shown = isOfRule ? cause.regions.prefix(1) : cause.regions[...]
      return shown.enumerated().map { number, region in
        (number == 0 ? "" : Quoting.markdownCell(region.request) + ": ")
          + Self.cell(treatment(region), side)
      }.joined(separator: "<br>")
    }
    let old = cell(change.old, isOfRule: cause.isOfOldRule, { $0.old })
    let new = cell(change.new, isOfRule: !cause.isOfOldRule, { $0.new })
    return "| \(Quoting.markdownCell(cause.regions[0].request)) | \(old) | \(new) |\n"
  }

  private static func cell(_ treatment: DifferenceRegion.Treatment, _ side: Side) -> String {
    let outcome = treatment.outcome
    return Quoting.markdownCell(treatment.text) + "<br>"
      + (side.rule(outcome).map { place($0.location, side) } ?? side.ending(outcome))
      + (treatment.others.map { "<br>" + $0 } ?? "")
  }

  private static func cell(_ decider: UndecidedPair.Decider, _ side: Side) -> String {
    guard let rule = side.rule(decider) else { return side.ending(decider) }
    return Quoting.markdownCell(side.set.places.source(rule)) + "<br>" + place(rule.location, side)
  }

  private static func place(_ rule: Location, _ side: Side) -> String {
    Quoting.markdownCell(side.set.places.line(rule))
  }
}

extension RuleSetDiff.Change {
  fileprivate var wasOrWere: String { name.kind == .requests ? "was" : "were" }
  fileprivate var added: String {
    "the \(name.kind == .requests ? "chain" : "responses") \(wasOrWere) added"
  }
  fileprivate var removed: String {
    "the \(name.kind == .requests ? "chain" : "responses") \(wasOrWere) removed"
  }
}

extension RuleSetDiff.Side {
  /// The rule that decides; nil if none does.
  func rule(_ outcome: Outcome) -> Rule? { outcome.entry.map(rule) }

  func rule(_ decider: UndecidedPair.Decider) -> Rule? {
    if case .entry(let entry) = decider { rule(entry) } else { nil }
  }

  private func rule(_ entry: Int) -> Rule { flat.rules[entry] }

  /// The reason why the request is allowed although no rule decides.
  func ending(_ outcome: Outcome) -> String {
    ending(outcome.isLookedAt ? .end : .frame)
  }

  /// The reason for a decision that no rule makes.
  func ending(_ decider: UndecidedPair.Decider) -> String {
    decider == .frame
      ? "\(self.set.places.ignoring(flat.chain, rules)) of that frame" : "no rule decides"
  }
}
