import Checks
import Diagnostics
import Testing
import Text

/// Findings about origins, and their fixes.
@Suite struct OriginTests {
  private static let store = "origin Store = \"https://example.com\"\nstrategy Cart from Store\n"

  /// Tests that `from` follows all other clauses.
  @Test(arguments: [
    "strategy Pay", "strategy Pay \"pay\"", "strategy Pay receives Int",
    "strategy Pay receives Int replies String", "strategy Pay replies String",
  ])
  func originIsAddedAtTheEnd(_ strategy: String) throws {
    let set = RuleSetUnderTest(Self.store + strategy + "\n")
    let finding = try #require(set.findings().first { $0.code == "any-origin" })
    let fixed = set.applying(try #require(finding.fix))
    #expect(
      String(decoding: fixed.files[0].bytes, as: UTF8.self).hasSuffix("\(strategy) from Store\n"))
    #expect(!fixed.codes().contains("any-origin"))
  }

  /// Tests that `to` and `on` follow all other clauses.
  @Test(arguments: [
    ("event Paid", "to", ""), ("event Paid \"paid\" sends { a: Int } queue newest", "to", ""),
    ("call Size", "to", ""), ("call Size \"size\" sends Int replies Int", "to", ""),
    ("script Zoom", "on", " \"x\""), ("script Zoom at documentEnd frames main", "on", " \"x\""),
  ])
  func whatIsSentIsForAnOrigin(_ declaration: String, _ clause: String, _ rest: String) throws {
    let set = RuleSetUnderTest(Self.store + declaration + rest + "\n")
    let finding = try #require(set.findings().first { $0.code == "any-origin" })
    #expect(finding.help?.contains("write `\(clause) Store`") == true, "\(finding)")
    let fixed = set.applying(try #require(finding.fix))
    #expect(
      String(decoding: fixed.files[0].bytes, as: UTF8.self)
        .hasSuffix("\(declaration) \(clause) Store\(rest)\n"))
    #expect(!fixed.codes().contains("any-origin"))
    // Without a declared origin there is nothing to choose from.
    #expect(!RuleSetUnderTest(declaration + rest + "\n").codes().contains("any-origin"))
  }

  /// Tests that camera and microphone without a question require an origin.
  @Test func mediaCaptureIsForAnOrigin() throws {
    let wrong = "configuration Meeting { mediaCapture grant  title web }\n"
    #expect(RuleSetUnderTest(wrong).codes() == ["any-origin"])
    let set = RuleSetUnderTest(Self.store + wrong)
    let finding = try #require(set.findings().first { $0.code == "any-origin" })
    #expect(set.text(finding) == "mediaCapture grant")
    let fixed = set.applying(try #require(finding.fix))
    #expect(
      String(decoding: fixed.files[0].bytes, as: UTF8.self)
        .hasSuffix("{ mediaCapture grant from Store  title web }\n"))
    #expect(!fixed.codes().contains("any-origin"))
    for value in [
      "prompt", "deny", "grant from \"https://meet.example\"", "prompt from page else deny",
    ] {
      #expect(RuleSetUnderTest("configuration M { mediaCapture \(value) }\n").codes() == [])
    }
    for (value, code) in [
      ("Nowhere", "unknown-name"), ("\"meet.example\"", "invalid-origin"), ("page", "any-origin"),
      ("\"https://meet.example\" else grant", "any-origin"),
    ] {
      let text = "configuration M { mediaCapture grant from \(value) }\n"
      #expect(RuleSetUnderTest(text).codes() == [code])
    }
  }

  @Test func originsOfEventsCallsAndScriptsAreResolved() {
    for text in ["event E to Nowhere", "call C to Nowhere", "script S on Nowhere \"x\""] {
      #expect(RuleSetUnderTest(text + "\n").codes().contains("unknown-name"), "\(text)")
    }
    for (word, code) in [("page", "type-mismatch"), ("ap", "unknown-name")] {
      let world = RuleSetUnderTest("script S world \(word) \"x\"\n")
      #expect(world.codes().contains(code), "\(world.codes())")
    }
    #expect(!RuleSetUnderTest("script S world app \"x\"\n").codes().contains("unknown-name"))
  }

  @Test(arguments: [
    ("http://localhost", true), ("http://app.localhost", true), ("http://*.localhost", true),
    ("http://127.0.0.1", true), ("http://[::1]", true), ("http://127.0.0.1:8080", true),
    ("http://127.0.0.2", false), ("http://notlocalhost", false), ("http://localhost.com", false),
    ("https://example.com", true),
  ])
  func originsOfThisMachineNeedNoEncryption(_ origin: String, _ isSecure: Bool) {
    let codes = RuleSetUnderTest("origin A = \"\(origin)\"\nstrategy S from A\n").codes()
    #expect(codes.contains("insecure-origin") != isSecure, "\(codes)")
  }
}
