package import Diagnostics
import Interpreter
import Requests
import Semantics
import Text
import WebURL

/// The reason why a part of a rule failed, for both output formats.
struct Refusal {
  var location: Location
  /// The source text of the failed part.
  var part: String
  /// The values that the part tested, with their names.
  var seen: [(name: String, value: RequestConstant?)]
  /// The type that a value does not convert to; nil if the part tests no conversion.
  var expected: String?
}

extension Trace {
  private var printer: RuleLanguagePrinter { RuleLanguagePrinter(interpreter.rules) }

  func rule(_ entry: Int) -> Rule { interpreter.chain.rules[entry] }

  /// The reasons why the rule did not match; empty if it matched.
  func refusals(_ tried: TriedRule) -> [Refusal] {
    switch tried.result {
    case .matched: return []
    case .failed(let parts):
      return parts.map { part in
        Refusal(
          location: part.location, part: places.source(part.location),
          seen: part.seen.map { ($0.subject.text, $0.value) })
      }
    case .unusable(let unusable):
      let part = places.source(unusable.location)
      let name =
        unusable.subject?.text
        ?? String(part.drop { $0 != ":" && $0 != "=" }.dropFirst().drop { $0 == " " })
      return [
        Refusal(
          location: unusable.location, part: part, seen: [(name, unusable.value)],
          expected: printer.text(unusable.type))
      ]
    case .refused:
      let location = rule(tried.entry).steps[0].location
      return [
        Refusal(
          location: location, part: places.source(location),
          seen: [(RequestValue.scheme.text, request.value(of: .scheme))])
      ]
    case .declined(let attempted):
      let location = rule(tried.entry).steps[0].location
      return [
        Refusal(
          location: location, part: places.source(location),
          seen: [(interpreter.rules.name(of: attempted), .bool(false))])
      ]
    }
  }

  // MARK: - For people

  package func human(_ style: Style) -> [UInt8] {
    var text = StyledText(style)
    text.write(chain.text, .strong)
    text.line(
      "  "
        + Quoting.terminal(
          RuleLanguagePrinter.requestText(request, answers: answers, in: interpreter.rules)))
    text.endLine()
    let width = outcome.tried.map { places.text(rule($0.entry).location).count }.max() ?? 0
    for tried in outcome.tried { write(tried, width, &text) }
    if !outcome.tried.isEmpty { text.endLine() }
    for step in outcome.steps {
      text.line("  " + printer.text(step), .strong)
      if let handed = step.kind.handed, !handed.changes.isEmpty {
        text.line("    " + Quoting.terminal(Quoting.rule(handed.url)))
      }
      for note in printer.losses(step) { text.line("    note: " + Quoting.terminal(note)) }
    }
    for refusal in printer.refusals(outcome) {
      text.line("  " + Quoting.terminal(refusal), .removed)
    }
    text.write("  " + printer.text(outcome.decision), .strong)
    text.line(places.reason(outcome, interpreter))
    let claims = touchedClaims
    if !claims.isEmpty { text.endLine() }
    for claim in claims {
      text.write(claim.isKept ? "  keeps   " : "  breaks  ", claim.isKept ? .inserted : .removed)
      text.write(claim.invariant + "  ", .strong)
      text.line(Quoting.terminal(places.source(claim.location)))
    }
    return text.bytes
  }

  private func write(_ tried: TriedRule, _ width: Int, _ text: inout StyledText) {
    let rule = rule(tried.entry)
    let place = places.text(rule.location)
    text.write("  " + place + String(repeating: " ", count: width - place.count + 2), .frame)
    text.line(Quoting.terminal(places.source(rule)), tried.isMatch ? .strong : .plain)
    let refusals = refusals(tried)
    if refusals.isEmpty {
      text.line("    yes", .inserted)
      return
    }
    for refusal in refusals {
      text.write("    no", .removed)
      text.line("   " + sentence(refusal, tried))
    }
  }

  func sentence(_ refusal: Refusal, _ tried: TriedRule) -> String {
    if case .refused = tried.result {
      return "the app does not open the URL, since the condition does not name its scheme"
    }
    if case .declined(.openURL) = tried.result { return "the system does not open the URL" }
    if case .declined = tried.result { return "`\(refusal.seen[0].name)` answers false" }
    let seen = refusal.seen.map { "\($0.name) is \(shown($0.value))" }
    if let expected = refusal.expected {
      let why = refusal.seen[0].value == nil ? "" : ", which does not convert to `\(expected)`"
      return "`\(Quoting.terminal(refusal.part))` gets no value: \(seen[0])\(why)"
    }
    let part = "`\(Quoting.terminal(refusal.part))`"
    if seen.count == 1, refusal.seen[0].name == refusal.part {
      return "\(part) is \(shown(refusal.seen[0].value))"
    }
    return seen.isEmpty ? part : "\(part): \(seen.joined(separator: ", "))"
  }

  private func shown(_ value: RequestConstant?) -> String {
    value.map { RuleLanguagePrinter.text($0) } ?? "missing"
  }

  // MARK: - JSON

  /// The report as one object on one line.
  ///
  /// `{"version":1,"chain" or "responses","decision","rule":{"file","line","place"}|null,"steps":[{"kind","name",
  /// "arguments":{…}}],"refused":[…],"tried":[{"rule":{…},"matched","failed":[{"part","file","line","column",
  /// "seen":[{"name","value"}],"expected"}]}],"invariants":[{"name","claim","file","line","holds"}]}`
  ///
  /// `refused` contains the steps that the app does not perform, since the rule does not name the URL's scheme.
  /// `place` is the place of the rule as generated code reports it. A missing value is null. `expected` is the type
  /// that an argument does not convert to, or null. `invariants` contains the lines that say something about the
  /// request.
  package var json: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.number("version", 1)
      writer.key(chain.kind.rawValue)
      writer.string(chain.name)
      writer.string("decision", printer.text(outcome.decision))
      writer.key("rule")
      if let entry = outcome.entry {
        places.write(rule: rule(entry).location, &writer)
      } else {
        writer.null()
      }
      writer.array("steps", outcome.steps) { step, writer in
        RequestJSON(rules: interpreter.rules).write(step, &writer)
      }
      writer.array("refused", outcome.refusedSteps) { step, writer in
        RequestJSON(rules: interpreter.rules).write(step, &writer)
      }
      writer.array("tried", outcome.tried) { tried, writer in write(tried, &writer) }
      writer.objects("invariants", touchedClaims) { claim, writer in
        writer.string("name", claim.invariant)
        writer.string("claim", places.source(claim.location))
        writer.string("file", places.file(claim.location))
        writer.number("line", places.position(claim.location).line)
        writer.bool("holds", claim.isKept)
      }
    }
    return writer.bytes + [0x0A]
  }

  private func write(_ tried: TriedRule, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("rule") { places.write(rule: rule(tried.entry).location, &$0) }
      writer.bool("matched", tried.isMatch)
      writer.array("failed", refusals(tried)) { refusal, writer in write(refusal, &writer) }
    }
  }

  private func write(_ refusal: Refusal, _ writer: inout JSONWriter) {
    let position = places.position(refusal.location)
    writer.object { writer in
      writer.string("part", refusal.part)
      writer.string("file", places.file(refusal.location))
      writer.number("line", position.line)
      writer.number("column", position.column)
      writer.objects("seen", refusal.seen) { seen, writer in
        writer.string("name", seen.name)
        writer.member("value") { RequestJSON.write(seen.value, &$0) }
      }
      writer.string("expected", refusal.expected)
    }
  }
}

extension SourcePlaces {
  /// Writes `{"file","line","place"}`. `place` is the place of the rule as generated code reports it.
  func write(rule: Location, _ writer: inout JSONWriter) {
    writer.object { writer in
      writeMembers(rule, &writer)
      writer.string("place", generatedPlace(rule))
    }
  }

  /// Writes `{"file","line"}`.
  func write(_ location: Location, _ writer: inout JSONWriter) {
    writer.object { writer in writeMembers(location, &writer) }
  }

  private func writeMembers(_ location: Location, _ writer: inout JSONWriter) {
    writer.string("file", file(location))
    writer.number("line", position(location).line)
  }

  /// The beginning of a sentence about ignored frames, such as `the chain ignores requests`.
  func ignoring(_ chain: ID<Chain>, _ rules: RuleSet) -> String {
    switch rules[chain].kind {
    case .requests: "the chain ignores requests"
    case .responses: "the rules ignore responses"
    }
  }

  /// The reason for the decision, as the end of a sentence.
  func reason(_ outcome: Outcome, _ interpreter: Interpreter) -> String {
    if let entry = outcome.entry {
      return ", decided at \(text(interpreter.chain.rules[entry].location))"
    }
    return outcome.isLookedAt
      ? ", since no rule decides"
      : ", since \(ignoring(interpreter.chain.chain, interpreter.rules)) of that frame"
  }
}
