import Diagnostics
import RandomRules
import TestSupport
import Testing

/// Tests findings about declarations that use themselves, directly or through others.
struct DefinedCycleTests {
  @Test(.seeded) func handlers() {
    DefinedFindings.checkCycles("use-cycle", seed: 61) { name, uses in
      "handler \(name) {\n  when path == \"/\(name)\" cancel\n"
        + uses.map { "  use \($0)\n" }.joined() + "}"
    }
  }

  @Test(.seeded) func chains() {
    DefinedFindings.checkCycles("use-cycle", seed: 62) { name, uses in
      "chain \(name) {\n  when path == \"/\(name)\" cancel\n"
        + uses.map { "  use \($0)\n" }.joined() + "}"
    }
  }

  @Test(.seeded) func configurations() {
    DefinedFindings.checkCycles("extends-cycle", seed: 63, links: 1) { name, uses in
      "configuration \(name)" + (uses.first.map { " extends \($0)" } ?? "") + " { title web }"
    }
  }

  @Test(.seeded) func conditions() {
    DefinedFindings.checkCycles("condition-cycle", seed: 64) { name, uses in
      "condition \(name) = "
        + (["path == \"/\(name)\""] + uses).joined(separator: " && ")
    }
  }

  /// Tests which types have no finite value. By the definition, a model has one if all its required fields have one,
  /// and a union if a case has one. As many rounds as there are types find all of them. A finding shows types without
  /// such a value, and each of these requires the next.
  @Test(.seeded) func types() {
    var random = RandomChoice(seed: Seed.of(65))
    let names = ["Aa", "Bb", "Cc", "Dd"]
    var (silent, reported) = (0, 0)
    for _ in 0..<TestOptions.cases(60, long: 6_000) {
      // The types that each case requires. A model counts as one case.
      var cases: [String: [Set<String>]] = [:]
      var lines: [String] = []
      for name in names {
        let isUnion = random.once(in: 3)
        var written: [String] = []
        for number in 0..<(isUnion ? 1 + random.below(2) : 1) {
          var required: Set<String> = []
          let fields = (0..<1 + random.below(2)).map { field in
            let other = random.one(of: names)
            let form = random.one(of: ["&", "&", "&?", "[&]", "[String: &]", "Int"])
            if form == "&" { required.insert(other) }
            return "f\(field): " + form.replacing("&", with: other)
          }
          cases[name, default: []].append(required)
          written.append(
            isUnion
              ? "c\(number)(\(fields.joined(separator: ", ")))" : fields.joined(separator: ", "))
        }
        lines.append(
          (isUnion ? "union \(name) by \"k\"" : "model \(name)")
            + " { \(written.joined(separator: ", ")) }")
      }
      var finite: Set<String> = []
      for _ in names {
        for name in names where cases[name]!.contains(where: finite.isSuperset) {
          finite.insert(name)
        }
      }
      let text = lines.joined(separator: "\n")
      let set = RuleSetUnderTest(text)
      let description = text + "\n" + set.summary()
      let findings = set.findings().filter { $0.code == "recursive-model" }
      #expect(findings.isEmpty == (finite.count == names.count), "\(description)")
      for finding in findings {
        let shown = finding.message.split(separator: "`").map(String.init)
          .filter { names.contains($0) }
        // The first part is the name before the sentence, and the last part repeats the first name.
        let cycle = shown.count == 1 ? shown : Array(shown.dropFirst().dropLast())
        #expect(finite.isDisjoint(with: cycle), "\(description)")
        for (name, next) in zip(cycle, cycle.dropFirst() + cycle.prefix(1)) {
          #expect(cases[name]!.contains { $0.contains(next) }, "\(description)")
        }
      }
      if findings.isEmpty { silent += 1 } else { reported += 1 }
    }
    #expect(silent > 0 && reported > 0, "\(silent), \(reported)")
  }
}
