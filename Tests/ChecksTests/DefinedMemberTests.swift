import RandomRules
import TestSupport
import Testing

/// Tests findings about members of declarations: their names, their names in JSON, and their defaults.
struct DefinedMemberTests {
  /// Tests duplicate members. A name is a duplicate if an earlier member has it. A name in JSON, which is the name by
  /// default, is a duplicate if an earlier member has it in JSON; it is ignored if the name itself is a duplicate.
  @Test(.seeded, arguments: ["model", "enum", "union", "screen", "action"])
  func duplicateMembers(_ word: String) {
    DefinedFindings.check(["duplicate-member"], seed: 71) { random in
      var (members, expected): ([String], [String]) = ([], [])
      var (names, wireNames): (Set<String>, Set<String>) = ([], [])
      let hasWireNames = !["screen", "action"].contains(word)
      for _ in 0..<1 + random.below(4) {
        let name = random.one(of: ["aa", "bb", "cc"])
        let wireName =
          hasWireNames && random.once(in: 2) ? random.one(of: ["aa", "bb", "dd"]) : nil
        let written = wireName.map { "\"\($0)\"" }
        switch word {
        case "enum": members.append(name + (written.map { " = \($0)" } ?? ""))
        case "union": members.append(name + (written.map { " \($0)" } ?? "") + "(a: Int)")
        default: members.append(name + (written.map { " \($0)" } ?? "") + ": String")
        }
        let isTaken = !names.insert(name).inserted
        if isTaken { expected.append(name) }
        guard hasWireNames, !isTaken else { continue }
        if !wireNames.insert(wireName ?? name).inserted {
          expected.append(written ?? name)
        }
      }
      let all = members.joined(separator: ", ")
      switch word {
      case "screen": return ("screen Some(\(all))", expected)
      case "action": return ("action some(\(all))", expected)
      case "union": return ("union Some by \"kind\" { \(all) }", expected)
      default: return ("\(word) Some { \(all) }", expected)
      }
    }
  }

  /// Tests that a capture has another name than captures bound before it, and than flags, values, conditions and values
  /// of the request.
  @Test(.seeded) func captures() {
    DefinedFindings.check(["duplicate-member", "type-mismatch", "unbound-capture"], seed: 72) {
      random in
      let kinds = ["flag &", "value &: String", "condition & = path == \"/c\"", "screen &"]
      let declared = (0..<random.below(3)).map { (random.one(of: kinds), ["aa", "bb"][$0]) }
      let taken = Set(declared.filter { $0.0 != "screen &" }.map(\.1)).union(["path", "frame"])
      let written = (0..<1 + random.below(3)).map { _ in
        random.one(of: ["aa", "bb", "cc", "path", "frame", "screen"])
      }
      let isOr = random.once(in: 3)
      var (expected, bound): ([String], Set<String>) = ([], [])
      for name in written {
        if taken.contains(name) { expected.append(name) }
        if !bound.insert(name).inserted, !isOr { expected.append(name) }
      }
      let patterns = written.enumerated().map { "path like \"/\($0)/{\($1)}\"" }
      return (
        declared.map { $0.replacing("&", with: $1) }.joined(separator: "\n")
          + "\nchain Main {\n  when \(patterns.joined(separator: isOr ? " || " : " && ")) cancel\n"
          + "  otherwise allow\n}\n",
        expected
      )
    }
  }

  /// Tests that an optional type has no default.
  @Test(.seeded) func optionalDefaults() {
    DefinedFindings.check(["optional-default"], seed: 73) { random in
      let types = [("String", "\"x\""), ("Int", "-7"), ("Bool", "true"), ("Double", "1.5")]
      var expected: [String] = []
      let members = (0..<1 + random.below(3)).map { number in
        let (type, value) = random.one(of: types)
        let (isOptional, hasDefault) = (random.once(in: 2), random.once(in: 2))
        if isOptional, hasDefault { expected.append(value) }
        return "m\(number): " + type + (isOptional ? "?" : "") + (hasDefault ? " = \(value)" : "")
      }.joined(separator: ", ")
      let declaration = random.one(of: [
        "model Some { & }", "screen Some(&)", "action some(&)", "strategy Some receives { & }",
        "event Some sends { & }", "union Some by \"k\" { only(&) }",
        "strategy Some replies { & }", "call Some function \"f\"(&)",
      ])
      return (declaration.replacing("&", with: members), expected)
    }
  }

  /// Tests that an enum and a union must have a case, and a channel a strategy. Models and configurations may be empty.
  @Test(.seeded) func emptyDeclarations() {
    let kinds = [
      ("enum & { # }", "one, two"), ("union & by \"k\" { # }", "one(a: Int)"),
      ("channel & \"c&\" by \"t\" { # }", "strategy In&"), ("model & { # }", "a: Int"),
      ("configuration & { # }", "title web"), ("union & { # }", "one(Int)"),
    ]
    DefinedFindings.check(["empty-enum", "empty-declaration"], seed: 74) { random in
      var expected: [String] = []
      let lines = (0..<1 + random.below(3)).map { number in
        let (form, content) = random.one(of: kinds)
        let isEmpty = random.once(in: 2)
        let name = "Some\(number)"
        if isEmpty, !form.hasPrefix("model"), !form.hasPrefix("configuration") {
          expected.append(name)
        }
        return form.replacing("#", with: isEmpty ? "" : content).replacing("&", with: name)
      }
      return (lines.joined(separator: "\n"), expected)
    }
  }
}
