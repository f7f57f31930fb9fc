import RandomRules
import TestSupport
import Testing

/// Tests findings about configurations and the origins of their pages.
struct DefinedConfigurationTests {
  /// Tests that a chain is missing in a configuration that no other one extends. It is missing if neither the
  /// configuration nor one that it extends has a chain, and if a test uses a chain that is used by no configuration and
  /// no other chain. The same applies to `responses`.
  @Test(.seeded, arguments: ["chain", "responses"])
  func missingChains(_ word: String) {
    DefinedFindings.check(["missing-chain"], seed: 91) { random in
      let chains = ["One", "Two", "Three"]
      let used = random.once(in: 3) ? "One" : nil
      var lines = chains.map { chain in
        let use = chain == "Two" ? used.map { "  use \($0)\n" } ?? "" : ""
        return "\(word) \(chain) {\n\(use)  otherwise allow\n}"
      }
      let tested = chains.filter { _ in random.once(in: 3) }
      lines += tested.map {
        "test \(word == "chain" ? "" : "responses ")\($0) { \"https://a.example/\" allow }"
      }
      let names = ["Aa", "Bb", "Cc"]
      var parents: [String: String] = [:]
      var own: [String: String] = [:]
      for (index, name) in names.enumerated() {
        if index > 0, random.once(in: 2) { parents[name] = names[random.below(index)] }
        if random.once(in: 3) { own[name] = random.one(of: chains) }
        // A chain of the other kind does not count.
        let other =
          random.once(in: 3) ? (word == "chain" ? " responses Other" : " chain Other") : ""
        lines.append(
          "configuration \(name)" + (parents[name].map { " extends \($0)" } ?? "")
            + " { title web" + (own[name].map { " \(word) \($0)" } ?? "") + other + " }")
      }
      lines.append(
        word == "chain" ? "responses Other { otherwise allow }" : "chain Other { otherwise allow }")
      func chain(of name: String) -> String? {
        own[name] ?? parents[name].flatMap { chain(of: $0) }
      }
      let applied = Set(names.compactMap(chain)).union([used].compactMap { $0 })
      let isMissing = !applied.isSuperset(of: tested)
      let expected = names.filter { name in
        isMissing && !parents.values.contains(name) && chain(of: name) == nil
      }
      return (lines.shuffled(using: &random).joined(separator: "\n") + "\n", expected)
    }
  }

  /// Tests that `inspectable` is on in release builds with `true` and without a value.
  @Test(.seeded) func inspectableReleases() {
    DefinedFindings.check(["inspectable-release"], seed: 92) { random in
      var expected: [String] = []
      let lines = (0..<1 + random.below(3)).map { number in
        let setting = random.one(of: [
          "inspectable true", "inspectable false", "inspectable debug", "inspectable", "title web",
        ])
        if setting == "inspectable true" || setting == "inspectable" { expected.append(setting) }
        return "configuration N\(number) {\n  \(setting)\n  inlineMedia true\n}"
      }
      return (lines.joined(separator: "\n"), expected)
    }
  }

  /// Tests that pages by `http` are trusted only from the user's own machine.
  @Test(.seeded) func insecureOrigins() {
    let local = [
      "localhost", "127.0.0.1", "[::1]", "a.localhost", "*.localhost", "LOCALHOST", "*.a.localhost",
    ]
    let far = [
      "example.com", "*.example.com", "localhost.example", "127.0.0.2", "[::2]", "mylocalhost",
      "*.localhost.example", "10.0.0.1",
    ]
    DefinedFindings.check(["insecure-origin"], seed: 93) { random in
      var expected: [String] = []
      let lines = (0..<1 + random.below(2)).map { number in
        let patterns = (0..<1 + random.below(2)).map { _ in
          let scheme = random.one(of: ["http", "https", "HTTP"])
          let isLocal = random.once(in: 2)
          let port = random.one(of: ["", ":8080"])
          let text = "\"\(scheme)://\(random.one(of: isLocal ? local : far))\(port)\""
          if scheme.lowercased() == "http", !isLocal { expected.append(text) }
          return text
        }
        return "origin N\(number) = \(patterns.joined(separator: ", "))"
      }
      return (lines.joined(separator: "\n"), expected)
    }
  }
}
