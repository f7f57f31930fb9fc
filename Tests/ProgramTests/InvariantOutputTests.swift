import Foundation
import TestSupport
import Testing

/// Tests invariants in the output of the verbs.
@Suite struct InvariantOutputTests {
  private static let rules = """
    origin Store = "https://store.example"
    screen Pay
    chain Main {
      frames all
      when url in Store && path == "/pay" present Pay cancel
      when scheme == "tel" open url cancel
      otherwise allow
    }
    invariant Ours {
      present Pay only when url in Store
      never open url when scheme == "https"
    }

    """
  private static let broken = rules.replacingOccurrences(of: "url in Store && ", with: "")

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(["app/a.bascule": Self.rules, "broken/a.bascule": Self.broken])
  }

  private func run(_ arguments: String...) throws -> Executable.Result {
    try Executable.run(arguments, in: folder)
  }

  // MARK: - check

  @Test func proves() throws {
    let kept = try run(
      "check", "app", "--prove", "never present Pay when path == \"/pay\" && !(url in Store)")
    #expect(kept.code == 0)
    #expect(kept.output == "no findings in 1 file\n")
    #expect(
      kept.errors.contains(
        "proved for every request of `Main`: `never present Pay when path == \"/pay\""), "\(kept)")
    let broken = try run("check", "app", "--prove", "never present Pay", "--format", "json")
    #expect(broken.code == 1)
    #expect(broken.output.contains("\"broken-invariant\""))
    #expect(broken.output.contains("<question>"))
    let whole = try run(
      "check", "app", "--prove", "invariant One for Main { always cancel when scheme == \"tel\" }")
    #expect(whole.code == 0)
    let wrong = try run("check", "app", "--prove", "never presnt Pay")
    #expect(wrong.code == 1)
    #expect(wrong.output.contains("syntax-error"))
    let vacuous = try run("check", "app", "--prove", "never dismiss", "--strict")
    #expect(vacuous.code == 1)
    #expect(vacuous.output.contains("vacuous-invariant"))
    #expect(try run("check", "app", "--prove", "never dismiss", "--watch").code == 2)
  }

  @Test func isASecurityFinding() throws {
    let result = try run("check", "broken", "--format", "sarif")
    #expect(result.code == 1)
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    let root = try #require(object as? [String: Any])
    let runs = try #require(root["runs"] as? [[String: Any]])
    let tool = try #require(runs[0]["tool"] as? [String: Any])
    let driver = try #require(tool["driver"] as? [String: Any])
    let rules = try #require(driver["rules"] as? [[String: Any]])
    let rule = try #require(rules.first { $0["id"] as? String == "broken-invariant" })
    let properties = try #require(rule["properties"] as? [String: Any])
    #expect(properties["security-severity"] as? String == "7.0")
  }

  // MARK: - Others

  @Test func traces() throws {
    let result = try run("trace", "https://evil.example/pay", "--rules", "broken")
    #expect(result.output.contains("  breaks  Ours  present Pay only when url in Store\n"))
    #expect(
      result.output.contains("  keeps   Ours  never open url when scheme == \"https\"\n"))
    let json = try run(
      "trace", "https://evil.example/pay", "--rules", "broken", "--format", "json")
    #expect(
      json.output.contains(
        #""invariants":[{"name":"Ours","claim":"present Pay only when url in Store","file":"broken/a.bascule","line":10,"holds":false}"#
      ))
  }

  @Test func differs() throws {
    let result = try run("diff", "app", "broken")
    #expect(result.code == 1)
    #expect(result.output.contains("invariant Ours  broken/a.bascule:10:3\n"), "\(result)")
    #expect(result.output.contains("    - proved\n    + broken by "))
    let markdown = try run("diff", "app", "broken", "--format", "markdown")
    #expect(markdown.output.hasPrefix("### Invariants\n"))
    let json = try run("diff", "app", "broken", "--format", "json")
    #expect(json.output.contains(#""old":{"verdict":"proved","request":null,"rule":null}"#))
    #expect(try run("diff", "app", "app").code == 0)
  }

  @Test func witnesses() throws {
    let result = try run("witness", "app")
    #expect(
      result.output.contains(
        "invariant Ours  app/a.bascule:9:11\n  present Pay only when url in Store\n    proved\n"),
      "\(result)")
    let json = try run("witness", "broken", "--format", "json")
    #expect(json.output.contains(#""verdict":"broken""#))
  }

  @Test func tests() throws {
    try folder.write([
      "tested/a.bascule": Self.broken
        + "test Main { \"https://evil.example/pay\" present Pay cancel }\n"
    ])
    let result = try run("test", "tested")
    #expect(result.code == 0)
    #expect(
      result.output.contains(
        "BREAKS tested/a.bascule:10:3  present Pay only when url in Store\n"), "\(result)")
    let json = try run("test", "tested", "--format", "json")
    #expect(json.output.contains(#""breaks":[{"file":"tested/a.bascule","line":10}]"#))
  }
}
