import Diagnostics
import Foundation
import Interpreter
import RandomRules
import Requests
import Semantics
import Syntax
import TestSupport
import Testing
import Text

@testable import Workspace

/// Tests that a test case holds if it expects the interpreter's outcome, in every order of arguments and changes. A
/// case that expects another decision, other steps, another order of them, or another value of any argument or change
/// fails.
@Suite struct ExpectedOutcomeTests {
  /// A test case, and whether it should hold.
  private struct Case {
    var text: String
    var holds: Bool
    /// The difference from the outcome, which is used for messages and counts.
    var change: String
  }

  @Test(.seeded, arguments: ChainKind.allCases)
  func everyNamedPartCounts(_ chainKind: ChainKind) throws {
    var chains = RandomChains(chainKind, random: RandomChoice(seed: Seed.of(91)))
    var random = RandomChoice(seed: Seed.of(92))
    var counts: [String: Int] = [:]
    var refused = 0
    let kinds = [
      "none", "decision", "argument", "steps", "order of steps", "verb", "name", "change",
      "no change", "order of changes",
    ]
    // More chains are needed if a kind of change has not occurred yet.
    let wanted = TestOptions.cases(12, long: 1_500)
    for number in 0..<10 * wanted
    where number < wanted || kinds.contains(where: { counts[$0] == nil }) {
      let source =
        RandomChains.prelude + chains.chain("Main")
        + "configuration Only { \(chainKind.rawValue) Main }\n"
      let tree = SyntaxTree.parse(SourceFile(name: "a.bascule", text: source))
      let resolution = Resolution([tree]) { _ in nil }
      guard resolution.faults.isEmpty else { continue }
      let rules = resolution.rules
      let index = try #require(rules.chains.firstIndex { $0.name == "Main" })
      let interpreter = Interpreter(ID(index), in: rules)
      var requests = RandomRequests(rules: rules, random: RandomChoice(seed: random.next()))
      var cases: [Case] = []
      for _ in 0..<12 {
        let asked = requests.next(chainKind)
        let outcome = interpreter.decide(asked.request, answers: asked.answers)
        let request = RuleLanguagePrinter.requestText(
          asked.request, answers: asked.answers, in: rules)
        cases += Self.cases(
          ExpectedOutcome(outcome, rules), after: request, chainKind, &random)
      }
      let lines = cases.map { "  \($0.text)\n" }.joined()
      let tests = "test \(chainKind == .responses ? "responses " : "")Main {\n\(lines)}\n"
      let input = RuleSetInput(files: [
        SourceFile(name: "a.bascule", text: source), SourceFile(name: "b.bascule", text: tests),
      ])
      let set = try #require(TestRun([Workspace.load(input)]).sets.first)
      let lineIndex = LineIndex(input.files[1])
      var verdicts: [Int: Bool] = [:]
      for run in set.cases {
        verdicts[lineIndex.line(at: run.test.location.span.start)] = run.verdict.holds
      }
      for (line, test) in cases.enumerated() {
        let verdict = verdicts[line + 1]
        // A value that no step can have is an error.
        if verdict == nil, !test.holds {
          refused += 1
          continue
        }
        counts[test.change, default: 0] += 1
        #expect(
          verdict == test.holds, "chain \(number), \(test.change):\n\(test.text)\n\(source)")
      }
    }
    print("expected outcomes:", counts.sorted { $0.key < $1.key }, refused, "refused")
    for kind in kinds { #expect(counts[kind] != nil, "\(kind)") }
  }

  /// Tests that the fix of a test case without a decision adds the decision of the chain. Without the steps of the
  /// chain no decision makes the case hold, so there is no fix.
  @Test(.seeded, arguments: ChainKind.allCases)
  func aMissingDecisionIsTheOutcome(_ chainKind: ChainKind) throws {
    var chains = RandomChains(chainKind, random: RandomChoice(seed: Seed.of(93)))
    var random = RandomChoice(seed: Seed.of(94))
    var counts: [String: Int] = [:]
    let kinds = ["allow", "cancel", "download", "other steps"]
    // More chains if a kind is missing: few rules with `download` are reached.
    let wanted = TestOptions.cases(40, long: 2_000)
    for number in 0..<10 * wanted
    where number < wanted || kinds.contains(where: { counts[$0] == nil }) {
      let source = RandomChains.prelude + chains.chain("Main")
      func findings(_ tests: String) -> [Finding] {
        Workspace.check(
          RuleSetInput(files: [
            SourceFile(name: "a.bascule", text: source), SourceFile(name: "b.bascule", text: tests),
          ]))
      }
      // Errors would hide the outcome.
      if findings("").contains(where: { $0.severity == .error }) { continue }
      let resolution = Resolution([
        SyntaxTree.parse(SourceFile(name: "a.bascule", text: source))
      ]) { _ in nil }
      let rules = resolution.rules
      let index = try #require(rules.chains.firstIndex { $0.name == "Main" })
      var requests = RandomRequests(rules: rules, random: RandomChoice(seed: random.next()))
      let asked = requests.next(chainKind)
      let outcome = Interpreter(ID(index), in: rules)
        .decide(asked.request, answers: asked.answers)
      var expected = ExpectedOutcome(outcome, rules)
      let request = RuleLanguagePrinter.requestText(
        asked.request, answers: asked.answers, in: rules)
      func offered() throws -> String? {
        let start = "test \(chainKind == .responses ? "responses " : "")Main {\n  \(request) "
        let test = start + expected.text.dropLast(expected.decision.count + 1) + "\n}\n"
        let found = findings(test).filter { $0.code == "missing-decision" }
        #expect(found.count == 1, "\(test)\n\(source)")
        return found.first?.fix?.edits.first?.replacement
      }
      #expect(try offered() == " " + expected.decision, "\(request) in \(source)")
      counts[expected.decision, default: 0] += 1
      if !expected.steps.isEmpty {
        expected.steps = []
        #expect(try offered() == nil, "\(request) in \(source)")
        counts["other steps", default: 0] += 1
      }
    }
    for kind in kinds { #expect(counts[kind] != nil, "\(kind)") }
  }

  /// Returns the expected outcome itself, in another order, and with each of its parts altered.
  private static func cases(
    _ expected: ExpectedOutcome, after request: String, _ chainKind: ChainKind,
    _ random: inout RandomChoice
  ) -> [Case] {
    var cases: [Case] = []
    func add(_ outcome: ExpectedOutcome, _ change: String, holds: Bool = false) {
      cases.append(Case(text: request + " " + outcome.text, holds: holds, change: change))
    }
    add(expected, "none", holds: true)
    if let other = expected.reordered(&random) { add(other, "order of changes", holds: true) }
    let decisions =
      ["allow", "cancel", "download"] + (chainKind == .requests ? ["popup Help"] : [])
    for decision in decisions where decision != expected.decision {
      var other = expected
      other.decision = decision
      add(other, "decision")
    }
    for place in 0...expected.steps.count {
      var other = expected
      other.steps.insert(ExpectedOutcome.Step("dismiss"), at: place)
      add(other, "steps")
    }
    for place in expected.steps.indices {
      var other = expected
      other.steps.remove(at: place)
      add(other, "steps")
      if place > 0, !expected.steps[place].isSame(as: expected.steps[place - 1]) {
        other = expected
        other.steps.swapAt(place, place - 1)
        add(other, "order of steps")
      }
      for (step, change) in expected.steps[place].altered() {
        other = expected
        other.steps[place] = step
        add(other, change)
      }
    }
    return cases
  }
}

/// An outcome in the form of a test case.
private struct ExpectedOutcome {
  struct Step {
    /// The verb `present`, or `load url`.
    var verb: String
    var name: String?
    /// The labels and literals, in the order of the parameters.
    var arguments: [(label: String, text: String, others: [String])] = []
    /// The changed parts and their values; nil for removed ones.
    var changes: [(part: ChangedPart, value: String?)] = []

    /// The URL with the changes.
    var url: String?

    init(_ verb: String) { self.verb = verb }

    /// Returns whether both steps do the same. Changes without effect do not count.
    func isSame(as other: Step) -> Bool {
      func headers(_ step: Step) -> [String] {
        step.changes.filter(\.part.isHeader).map { "\($0)" }
      }
      if url == nil { return text == other.text }
      return verb == other.verb && url == other.url && headers(self) == headers(other)
    }
  }

  var steps: [Step]
  var decision: String

  init(_ outcome: Outcome, _ rules: RuleSet) {
    decision = RuleLanguagePrinter(rules).text(outcome.decision)
    steps = outcome.steps.map { performed in
      guard let handed = performed.kind.handed else {
        var step = Step(performed.kind.verb)
        guard let target = performed.kind.target, let values = performed.kind.arguments else {
          return step
        }
        step.name = rules.name(of: target)
        for (parameter, value) in zip(rules.parameters(of: target), values)
        where value != .missing || parameter.type.wrapped != nil {
          step.arguments.append(
            (
              parameter.name, value == .missing ? "" : rules.text(value),
              rules.others(value, parameter.type)
            ))
        }
        return step
      }
      var step = Step(performed.kind.verb + " url")
      step.changes = handed.changes.map { ($0.part, $0.value) }
      step.url = handed.url
      return step
    }
  }

  var text: String { (steps.map(\.text) + [decision]).joined(separator: " ") }

  /// Returns the same outcome with arguments and changes in another order; nil if there is no other order.
  func reordered(_ random: inout RandomChoice) -> ExpectedOutcome? {
    var copy = self
    for place in steps.indices {
      copy.steps[place].arguments.shuffle(using: &random)
      copy.steps[place].changes.shuffle(using: &random)
      // New items of the query are appended in the order of the changes.
      var items = steps[place].changes.filter { $0.part.isQuery }[...]
      for index in copy.steps[place].changes.indices
      where copy.steps[place].changes[index].part.isQuery {
        copy.steps[place].changes[index] = items.removeFirst()
      }
    }
    return copy.text == text ? nil : copy
  }
}

extension ExpectedOutcome.Step {
  fileprivate var text: String {
    var words = verb
    if let name { words += " " + name }
    let given = arguments.filter { !$0.text.isEmpty }.map { "\($0.label): \($0.text)" }
    if !given.isEmpty { words += "(\(given.joined(separator: ", ")))" }
    let set = changes.compactMap { part, value in
      value.map { "\(part.text) = \(part == .port ? $0 : Quoting.rule($0))" }
    }
    if !set.isEmpty { words += " setting " + set.joined(separator: ", ") }
    let removed = changes.filter { $0.value == nil }.map(\.part.text)
    if !removed.isEmpty { words += " removing " + removed.joined(separator: ", ") }
    return words
  }

  /// Returns steps that differ in one part, and the kind of each part.
  fileprivate func altered() -> [(Self, String)] {
    var all: [(Self, String)] = []
    func add(_ kind: String, _ alter: (inout Self) -> Void) {
      var copy = self
      alter(&copy)
      all.append((copy, kind))
    }
    let otherVerbs = [
      "present": "push", "push": "present", "perform": "attempt", "attempt": "perform",
      "open url": "load url", "load url": "open url", "attempt open url": "open url",
    ]
    if let other = otherVerbs[verb] { add("verb") { $0.verb = other } }
    if let name {
      let others =
        name.hasPrefix("Show")
        ? ["ShowNothing", "ShowSome", "ShowMixed"] : ["note", "count", "take", "confirm"]
      for other in others where other != name { add("name") { $0.name = other } }
    }
    for (place, argument) in arguments.enumerated() {
      for other in argument.others { add("argument") { $0.arguments[place].text = other } }
    }
    guard verb.hasSuffix(" url") else { return all }
    let key = ChangedPart.query(ExactString("added"))
    add("no change") { $0.changes.append((key, "")) }
    add("no change") { $0.changes.append((.fragment, "added")) }
    if verb == "load url" {
      add("no change") { $0.changes.append((.header(ExactString("x-added")), "")) }
      add("no change") { $0.changes.append((.header(ExactString("x-added")), nil)) }
    }
    for (place, change) in changes.enumerated() {
      if let value = change.value {
        let other =
          switch change.part {
          case .scheme: value == "https" ? "http" : "https"
          case .port: value == "81" ? "82" : "81"
          default: value + "x"
          }
        add("change") { $0.changes[place].value = other }
        let decomposed = value.decomposedStringWithCanonicalMapping
        if change.part.isHeader, !decomposed.utf8.elementsEqual(value.utf8) {
          add("change") { $0.changes[place].value = decomposed }
        }
      }
      if change.part.isHeader {
        add("change") { $0.changes.remove(at: place) }
        add("change") { $0.changes[place].value = change.value == nil ? "" : nil }
        add("change") { $0.changes[place].part = .header(ExactString("x-other")) }
      }
    }
    return all
  }
}

extension ChangedPart {
  fileprivate var isQuery: Bool { if case .query = self { true } else { false } }
}

extension RuleSet {
  fileprivate func text(_ literal: Literal) -> String { RuleLanguagePrinter(self).text(literal) }

  /// Returns literals of the type that mean another value, and `""` for a missing argument.
  fileprivate func others(_ literal: Literal, _ type: ValueType) -> [String] {
    let missing = type.wrapped == nil ? [] : [""]
    switch literal {
    case .string(let text):
      // These are other characters, and the same characters as other code points.
      let forms = [
        text.decomposedStringWithCanonicalMapping, text.precomposedStringWithCanonicalMapping,
      ]
      .filter { !$0.utf8.elementsEqual(text.utf8) }
      return ([text + "x", text + "\u{301}", text + "\u{0}"] + forms).map(Quoting.rule) + missing
    case .int(let number): return [String(number ^ 1)] + missing
    case .double(let number): return ["\(number == 0 ? 1 : -number)"] + missing
    case .bool(let truth): return ["\(!truth)"] + missing
    case .url(let text): return [Quoting.rule(text + "x")] + missing
    case .enumerationCase(let id, let index):
      return self[id].cases.indices.filter { $0 != index }.map { self[id].cases[$0].name }
        + missing
    case .missing: return [valueText(of: type)]
    case .list, .request, .emptyDictionary: return []
    }
  }

  private func valueText(of type: ValueType) -> String {
    switch type.wrapped ?? type {
    case .int: "0"
    case .double: "0"
    case .bool: "false"
    case .url: "\"a:\""
    case .enumeration(let id): self[id].cases[0].name
    default: "\"\""
    }
  }
}

extension ValueType {
  /// The type `T` of `T?`; nil for other types.
  fileprivate var wrapped: ValueType? { if case .optional(let type) = self { type } else { nil } }
}
