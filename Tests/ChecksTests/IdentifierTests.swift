import Diagnostics
import Testing
import Text

struct IdentifierTests {
  @Test func identifiersAreSharedAcrossFilesAndWithChannels() throws {
    let set = RuleSetUnderTest([
      ("a.bascule", "strategy Page \"page\"\nstrategy App\n"),
      (
        "b.bascule",
        "strategy Close \"page\"\nchannel Messages \"app\" by \"type\" { strategy Open }\n"
      ),
    ])
    let findings = set.findings()
    #expect(findings.map(\.code) == Array(repeating: "duplicate-strategy-identifier", count: 2))
    #expect(findings.map { $0.location.file.index } == [1, 1])
    #expect(findings.map { set.text($0) } == ["\"page\"", "\"app\""])
    #expect(findings[0].related.map { set.text($0.location) } == ["\"page\""])
    #expect(findings[1].related.map { set.text($0.location) } == ["App"])
    #expect(findings.map { $0.fix?.edits[0].replacement } == ["\"close\"", "\"messages\""])
  }

  @Test func channelsHaveIdentifiersOfTheirOwn() {
    let set = RuleSetUnderTest(
      """
      strategy Open "open"
      channel A by "type" { strategy OpenA "open" }
      channel B by "type" {
        strategy OpenB "open"
        strategy OpenC "open"
      }
      """)
    #expect(set.codes() == ["duplicate-strategy-identifier"])
    #expect(set.findings().first?.message.contains("in the channel `B`") == true)
  }

  @Test func offeredIdentifiersAreFree() throws {
    let set = RuleSetUnderTest(
      """
      strategy Cart "page"
      strategy cart2 "cart"
      strategy Page "page"
      strategy Other "page"
      strategy Third "cart"
      strategy other "page"
      """)
    // `Other` and `other` have the same function in Swift.
    #expect(
      set.codes() == [
        "duplicate-strategy-identifier", "duplicate-strategy-identifier",
        "duplicate-strategy-identifier", "name-collision", "duplicate-strategy-identifier",
      ])
    let offers = set.findings().compactMap { $0.fix?.edits[0].replacement }
    #expect(offers == ["\"page2\"", "\"other\"", "\"third\"", "\"other2\""])
  }

  @Test func defaultIdentifiersCount() throws {
    let set = RuleSetUnderTest(
      "event Close \"onReady\"\nevent OnReady\ncall close\ncall Shut \"close\"\n")
    let findings = set.findings()
    #expect(findings.map(\.code) == ["duplicate-event-identifier", "duplicate-call-identifier"])
    // The fix writes an identifier after the name.
    let fix = try #require(findings[0].fix)
    #expect(set.applying(fix).files[0].text(.init(0, 200)).contains("event OnReady \"onReady2\"\n"))
    #expect(set.applying(fix).codes() == ["duplicate-call-identifier"])
  }

  @Test func aDuplicateDeclarationIsOneFinding() {
    #expect(RuleSetUnderTest("strategy A\nstrategy A\n").codes() == ["duplicate-declaration"])
    #expect(RuleSetUnderTest("event A\nevent A\n").codes() == ["duplicate-declaration"])
  }

  @Test func originsOfStrategies() throws {
    let set = RuleSetUnderTest(
      """
      origin Store = "https://example.com"
      strategy A "a" receives { x: Int } replies [Int] frames all
      channel C by "type" { strategy B from Store }
      strategy D from Sotre
      """)
    // An unknown name after `from` does not count as a missing `from`.
    #expect(set.codes() == ["any-origin", "unknown-name"])
    let fix = try #require(set.findings()[0].fix)
    #expect(set.applying(fix).codes() == ["unknown-name"])
    #expect(RuleSetUnderTest("strategy A\n").codes() == [])
  }

  @Test(arguments: [
    ("http://example.com", true), ("HTTP://example.com:8080", true), ("https://example.com", false),
    ("http://localhost", false), ("http://localhost:3000", false), ("http://127.0.0.1:1", false),
    ("http://[::1]:8080", false), ("http://*.localhost", false), ("http://localhost.example", true),
    ("http://*.example.com", true),
  ])
  func insecureOrigins(_ origin: String, _ isInsecure: Bool) throws {
    let set = RuleSetUnderTest("origin O = \"\(origin)\"\nstrategy A from O\n")
    #expect(set.codes() == (isInsecure ? ["insecure-origin"] : []), "\(set.summary())")
    if isInsecure {
      let fix = try #require(set.findings()[0].fix)
      #expect(set.applying(fix).codes() == [])
    }
  }
}
