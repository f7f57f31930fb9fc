import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Runs `bascule test`.
@Suite struct TestVerbTests {
  private static let declarations = """
    screen Product(id: String, tab: Int?)
    flag isHome
    action take(url: URL) -> Bool
    action note(text: String)
    handler Notes { when exists query.n perform note(text: query.n) continue }
    chain Main {
      use Notes
      when isHome attempt take(url: url) cancel
      when path like "/p/{id}" present Product(id: id, tab: query.tab) cancel
      when scheme == "tel" open url cancel
      otherwise allow
    }
    chain Other { use Notes }

    """

  private static let passing = """
    test Main {
      "https://a.com/p/7?n=x&tab=1" perform note(text: "x") present Product(id: "7", tab: 1) cancel
      "https://a.com/p/7" with isHome attempt take(url: "https://A.com/p/7") cancel
      "https://a.com/p/7" with isHome, !take present Product(id: "7") cancel
    }
    test Other {
      "https://a.com/" allow
    }

    """

  private static let failing = """
    test Main {
      "https://a.com/p/7?n=<&x" with header["A"] == "\\"" present Product(id: "8") cancel
      "tel:1" open url cancel
      "tel:1" with frame == sub open url cancel
    }

    """

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: String...) throws -> Executable.Result {
    try Executable.run(["test"] + arguments, in: folder)
  }

  // MARK: - Text output

  @Test func passingTests() throws {
    try folder.write(["a.bascule": Self.declarations + Self.passing])
    let result = try run()
    #expect(
      result.output == """
        not reached by any test:
          a.bascule:10:3  when scheme == "tel" open url cancel
            test Main { "tel:a" open url cancel }
          a.bascule:11:3  otherwise allow
            test Main { "https://example.com/" allow }

        4 tests passed
        2 of 5 rules are not reached by any test

        """)
    #expect(result.errors == "")
    #expect(result.code == 0)
    let rules = (0..<12).map { "  when path == \"/\($0)\" cancel\n" }.joined()
    try folder.write(["a.bascule": "chain Main {\n\(rules)}\n"])
    let first = try run()
    #expect(first.output.contains("\n    test Main { \"https://example.com/9\" cancel }\n"))
    #expect(
      first.output.hasSuffix(
        """
          and 2 more; `--uncovered` lists all

        no tests
        12 of 12 rules are not reached by any test

        """))
    let listed = try run("--uncovered")
    #expect(listed.output.contains("\n    test Main { \"https://example.com/11\" cancel }\n"))
    #expect(!listed.output.contains("more;"))
    #expect(listed.code == 0)
  }

  @Test func failingTests() throws {
    try folder.write(["a.bascule": Self.declarations + Self.failing])
    let result = try run()
    #expect(
      result.output == """
        FAILED a.bascule:15:3  chain Main, "https://a.com/p/7?n=<&x" with header["a"] == "\\""
          + perform note(text: "<")
          - present Product(id: "8")
          + present Product(id: "7")
            cancel
          cancel, decided at a.bascule:9:3
            when path like "/p/{id}" present Product(id: id, tab: query.tab) cancel

        FAILED a.bascule:17:3  chain Main, "tel:1" with frame == sub
          - open url
          - cancel
          + allow
          allow, since the chain ignores requests of that frame

        not reached by any test:
          a.bascule:8:3  when isHome attempt take(url: url) cancel
            test Main { "https://example.com/" with isHome attempt take(url: "https://example.com/") cancel }
          a.bascule:11:3  otherwise allow
            test Main { "https://example.com/" allow }

        2 tests failed, 1 passed
        2 of 5 rules are not reached by any test

        """)
    #expect(result.code == 1)
  }

  @Test func noTests() throws {
    try folder.write(["a.bascule": Self.declarations])
    let result = try run()
    #expect(result.output.hasSuffix("\nno tests\n5 of 5 rules are not reached by any test\n"))
    #expect(result.code == 0)
  }

  @Test func manySets() throws {
    try folder.write([
      "a/a.bascule": Self.declarations + Self.passing, "a/bascule.json": "{}",
      "b/b.bascule": Self.declarations + Self.failing, "b/bascule.json": "{}",
    ])
    let result = try run()
    #expect(result.code == 1)
    #expect(result.output.contains("FAILED b/b.bascule:15:3 "))
    #expect(result.output.contains("\n2 tests failed, 5 passed\n4 of 10 rules are not reached"))
    #expect(try run("a").code == 0)
  }

  /// Tests that the rule sets in `rules/` have a test for each of their rules.
  @Test func scenariosAreCovered() throws {
    try #require(ExampleRules.folders.count >= 5)
    for scenario in ExampleRules.folders {
      let rules = TestPackage.url("rules/\(scenario)").path
      let result = try run(rules, "--format", "json")
      #expect(result.code == 0, "\(scenario): \(result.output)\(result.errors)")
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
      #expect(object["failed"] as? Int == 0)
      #expect(try #require(object["passed"] as? Int) > 0, "\(scenario) has no tests")
      #expect(try #require(object["rules"] as? Int) > 0)
      #expect((object["uncovered"] as? [Any])?.count == 0, "\(scenario): \(result.output)")
    }
    let sets = ExampleRules.folders.map { TestPackage.url("rules/\($0)").path }
    let result = try Executable.run(["test"] + sets, in: folder)
    #expect(result.output.contains(/^\d+ tests passed\nall \d+ rules are reached\n$/))
  }

  @Test func standardInput() throws {
    let result = try Executable.run(
      ["test", "-"], in: folder, input: Data((Self.declarations + Self.failing).utf8))
    #expect(result.code == 1)
    #expect(result.output.contains("FAILED <stdin>:15:3 "))
  }

  // MARK: - JSON and JUnit output

  @Test func json() throws {
    try folder.write(["a.bascule": Self.declarations + Self.failing])
    let result = try run("--format", "json")
    #expect(result.code == 1)
    #expect(result.output.hasSuffix("\n"))
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(object["version"] as? Int == 1)
    #expect(object["passed"] as? Int == 1)
    #expect(object["failed"] as? Int == 2)
    #expect(object["rules"] as? Int == 5)
    let uncovered = try #require(object["uncovered"] as? [[String: Any]])
    #expect(uncovered.map { $0["line"] as? Int } == [8, 11])
    let tests = try #require(object["tests"] as? [[String: Any]])
    #expect(tests.map { $0["passed"] as? Bool } == [false, true, false])
    #expect(tests.map { $0["line"] as? Int } == [15, 16, 17])
    #expect(tests[0]["chain"] as? String == "Main")
    #expect(tests[0]["file"] as? String == "a.bascule")
    let actual = try #require(tests[0]["actual"] as? [String: Any])
    let steps = try #require(actual["steps"] as? [[String: Any]])
    #expect(steps.map { $0["name"] as? String } == ["note", "Product"])
    #expect(
      actual["rule"] as? NSDictionary
        == ["file": "a.bascule", "line": 9, "place": "a.bascule:9"])
    let expected = try #require(tests[2]["expected"] as? [String: Any])
    #expect(
      expected as NSDictionary == [
        "decision": "cancel",
        "steps": [["kind": "open", "name": NSNull(), "arguments": ["url": "tel:1"]]],
      ])
    #expect((tests[2]["actual"] as? [String: Any])?["rule"] is NSNull)
  }

  @Test func junit() throws {
    try folder.write(["a.bascule": Self.declarations + Self.passing + Self.failing])
    let result = try run("--format", "junit")
    #expect(result.code == 1)
    try JUnitSchema.check(XMLDocument(xmlString: result.output))
    let reader = JUnitReader()
    let parser = XMLParser(data: Data(result.output.utf8))
    parser.delegate = reader
    #expect(parser.parse())
    #expect(reader.elements["testsuites"]?.map { $0["failures"] } == ["2"])
    #expect(reader.elements["testsuites"]?.map { $0["tests"] } == ["7"])
    #expect(reader.elements["testsuite"]?.map { $0["name"] } == ["Main", "Other", "Main"])
    #expect(reader.elements["testsuite"]?.map { $0["tests"] } == ["3", "1", "3"])
    #expect(reader.elements["testcase"]?.count == 7)
    #expect(
      reader.elements["testcase"]?[4]["name"]
        == "\"https://a.com/p/7?n=<&x\" with header[\"a\"] == \"\\\"\"")
    #expect(reader.elements["failure"]?.count == 2)
    #expect(reader.text.contains("+ perform note(text: \"<\")\n- present Product(id: \"8\")\n"))
  }

  /// Tests that cases are written with the line ends of the file, whether it is formatted or not.
  @Test(arguments: ["\r\n", "\n"], ["chain Main", "chain  Main"])
  func writtenTestsKeepLineEnds(_ lineEnd: String, _ head: String) throws {
    let lines = ["\(head) {", "  when path == \"/a\" cancel", "}", ""]
    try folder.write(["a.bascule": lines.joined(separator: lineEnd)])
    #expect(try run("--write").code == 0)
    let text = try folder.text("a.bascule")
    let added = ["", "test Main {", "  \"https://example.com/a\" cancel", "}", ""]
    #expect(text == (lines.dropLast() + added).joined(separator: lineEnd))
  }

  @Test func wrongUsage() throws {
    try folder.write(["a.bascule": "chain Main { use Missing }\n"])
    let broken = try run()
    #expect(broken.code == 1)
    #expect(broken.output == "")
    #expect(broken.errors.contains("error[unknown-name]: "))
    #expect(try run("nowhere").code == 3)
    #expect(try run("--format", "xml").code == 2)
    #expect(try run("--format", "json", "--uncovered").code == 2)
  }
}

private final class JUnitReader: NSObject, XMLParserDelegate {
  var elements: [String: [[String: String]]] = [:]
  var text = ""

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    elements[name, default: []].append(attributes)
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
}
