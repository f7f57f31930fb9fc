import Checks
import Diagnostics
import Testing

/// Tests `endless-load` for changed requests: proved, possible and impossible loops.
struct EndlessLoadTests {
  private func findings(_ rules: String) -> [Finding] {
    RuleSetUnderTest(
      """
      origin Own = "https://a.com"
      flag isHome
      value token: String
      value server: URL?
      chain Main {
        \(rules)
        otherwise allow
      }

      """
    ).findings().filter { $0.code == "endless-load" }
  }

  @Test(arguments: [
    #"when path hasPrefix "/support" && !exists query.device load url setting query.device = "ios" cancel"#,
    #"when query.a == "1" load url setting query.a = "2" cancel"#,
    #"when query.a == "1" load url removing query.a cancel"#,
    #"when exists query.a && exists query.b load url setting query.a = token removing query.b cancel"#,
    #"when scheme == "http" load url setting scheme = "https" cancel"#,
    #"when host == "www.a.com" load url setting host = "a.com" cancel"#,
    #"when path == "/old" load url setting path = "/new" cancel"#,
    #"when path[1] == "a" load url setting path = "/b/a" cancel"#,
    #"when fragment == "x" load url removing fragment cancel"#,
    #"when !exists fragment load url setting fragment = "x" cancel"#,
    #"when !exists header["X-A"] load url setting header["X-A"] = "1" cancel"#,
    #"when exists header["X-A"] load url removing header["X-A"] cancel"#,
    #"when method == "POST" && path == "/a" load url setting query.a = "1" cancel"#,
    #"when frame == new load url setting query.a = "1" cancel"#,
    #"when query.a == "1" allow when path == "/x" load url setting query.a = "1" cancel"#,
    #"when path == "/x" && host != "a.com" load url setting scheme = "https", host = "a.com" cancel"#,
    "when host == server.host && scheme != server.scheme load url setting scheme = server.scheme cancel",
    #"when path == "/x" && port != server.port load url setting port = server.port cancel"#,
    #"when path == "/x" && url !in server.origin load url setting origin = server cancel"#,
    #"when path == "/x" && exists port load url removing port cancel"#,
    #"when path == "/x" && !exists query.b load url setting query.b = "1" if missing cancel"#,
  ]) func ends(_ rules: String) {
    #expect(findings(rules).map(\.message) == [], "\(rules)")
  }

  @Test(arguments: [
    #"when path == "/a" load url setting query.a = "1" cancel"#,
    #"when path == "/a" && query.b == "1" load url setting query.a = token cancel"#,
    #"when exists query.a load url setting query.a = "1" cancel"#,
    #"when query.a != "1" load url setting query.a = "2" cancel"#,
    #"when host == "a.com" load url setting scheme = "https" removing query.utm cancel"#,
    #"when path hasPrefix "/a" load url setting path = "/a/b" cancel"#,
    #"when isHome && exists header["X-A"] load url setting header["X-A"] = "1" cancel"#,
    #"when fragment hasPrefix "x" load url setting fragment = "xy" cancel"#,
    #"when path == "/a" load url removing user cancel"#,
    "when host == server.host load url setting host = server.host cancel",
    #"when path == "/x" load url setting query.b = "1" if missing cancel"#,
  ]) func neverEnds(_ rules: String) throws {
    let found = findings(rules)
    #expect(found.map(\.severity) == [.error], "\(rules)")
    #expect(found.first?.witness != nil)
  }

  /// Tests loops that only some requests enter, or whose new value is not known.
  @Test(arguments: [
    #"when path hasPrefix "/a" && !exists query.b || path == "/c" load url setting query.b = "1" cancel"#,
    // The loop exists only if the request has the value already.
    #"when query.a == "1" load url setting query.a = query.b cancel"#,
    #"when query.a hasPrefix "x" && path == "/a" load url setting query.a = token cancel"#,
    #"when fragment == "x" load url setting fragment = path[2] cancel"#,
    // The port does not change.
    #"when path == "/x" && url !in Own load url setting scheme = "https", host = "a.com" cancel"#,
    #"when isHome && query.a == "1" allow when path == "/x" load url removing query.b cancel when true cancel"#,
    #"when host == "a.com" load url setting host = server.host cancel"#,
    "when url in server.origin load url setting origin = server cancel",
  ]) func mayNotEnd(_ rules: String) {
    let found = findings(rules)
    #expect(found.count == 1, "\(rules)")
  }

  /// Tests that the fix limits the rule to requests that are not changed yet.
  @Test(arguments: [
    (#"setting query.a = "1""#, "!exists query.a"), (#"removing query.a"#, "exists query.a"),
    (#"setting host = "a.com""#, #"host != "a.com""#),
    (#"setting header["X-A"] = "1""#, #"!exists header["x-a"]"#),
    ("removing fragment", "exists fragment"),
  ]) func fix(_ change: String, _ condition: String) throws {
    let rules = "when path == \"/a\" load url \(change) cancel"
    let finding = try #require(findings(rules).first)
    let edit = try #require(finding.fix?.edits.first)
    #expect(edit.replacement == condition + " && ")
    #expect(findings("when \(condition) && path == \"/a\" load url \(change) cancel").isEmpty)
  }

  /// Tests rules that load each other's requests, for every request that they match.
  @Test(arguments: [
    #"when host == "b.com" load url setting host = "c.com" cancel when host == "c.com" load url setting host = "b.com" cancel"#,
    #"when path == "/x" load url setting path = "/y" cancel when path == "/y" load url setting path = "/z" cancel when path == "/z" load url setting path = "/x" cancel"#,
    #"when path == "/x" && frame == new load url setting path = "/y" cancel when path == "/y" load url setting path = "/z" cancel when path == "/z" load url setting path = "/y" cancel"#,
    #"when scheme == "http" && host == "b.com" load url setting scheme = "https" cancel when scheme == "https" && host == "b.com" load url setting scheme = "http" cancel"#,
  ]) func rulesLoadEachOther(_ rules: String) {
    let found = findings(rules)
    #expect(found.map(\.severity) == [.error], "\(rules)")
    #expect(found.first?.message == "`load url` never ends: these rules load each other's requests")
    #expect(found.first?.label.contains(", then ") == true)
  }

  /// Tests rules whose loops only some requests enter, or in which the URL grows.
  @Test(arguments: [
    #"when host == "b.com" load url setting host = "c.com" cancel when host == "c.com" && !exists query.a load url setting host = "b.com" cancel"#,
    #"when path == "/x" load url setting path = "/y", query.from = url cancel when path == "/y" load url setting path = "/x" cancel"#,
    #"when path == "/x" && isHome load url setting query.a = "1", path = "/y" cancel when path == "/y" load url setting path = "/x" removing query.a cancel"#,
  ]) func rulesMayLoadEachOther(_ rules: String) {
    #expect(!findings(rules).isEmpty, "\(rules)")
  }

  @Test(arguments: [
    #"when host == "b.com" load url setting host = "c.com" cancel when host == "c.com" load url setting host = "d.com" cancel"#,
    #"when path == "/x" load url setting path = "/y" cancel when path == "/y" && exists query.a load url setting path = "/x" removing query.a cancel"#,
    #"when path == "/x" load url setting path = "/y", query.a = "1" cancel when path == "/y" && !exists query.a load url setting path = "/x" cancel"#,
    #"when path == "/x" && frame == new load url setting path = "/y" cancel when path == "/y" load url setting path = "/x" cancel"#,
    #"when host == "b.com" load url setting host = "c.com" cancel when host == "c.com" && method == "POST" load url setting host = "b.com" cancel"#,
    #"when isHome && path == "/x" load url setting path = "/y" cancel when !isHome && path == "/y" load url setting path = "/x" cancel"#,
  ]) func rulesDoNotLoadEachOther(_ rules: String) {
    #expect(findings(rules).map(\.message) == [], "\(rules)")
  }

  /// Tests `responses`. The server is assumed to answer in the same way, and the chain first decides about the load
  /// that a response causes.
  @Test(arguments: [
    (#"when status == 404 load url setting path = "/" cancel"#, "otherwise allow", true),
    (
      #"when status == 404 && path != "/" load url setting path = "/" cancel"#, "otherwise allow",
      false
    ),
    (
      #"when status == 404 load url setting path = "/" cancel"#,
      #"when path == "/" cancel otherwise allow"#, false
    ),
    (
      #"when status == 404 && path == "/x" load url setting path = "/y" cancel"#,
      #"when path == "/y" load url setting path = "/x" cancel otherwise allow"#, true
    ),
    (
      #"when status == 404 && path == "/x" load url setting path = "/y" cancel when status == 404 && path == "/y" load url setting path = "/x" cancel"#,
      "otherwise allow", true
    ),
    (
      #"when mime == "text/html" && frame == sub load url setting path = "/y" cancel"#,
      "otherwise allow", false
    ),
  ]) func responses(_ responses: String, _ chain: String, _ isEndless: Bool) {
    let set = RuleSetUnderTest(
      "chain Main { \(chain) }\nresponses Main { \(responses) otherwise allow }\n"
        + "configuration Main { chain Main responses Main }\n")
    let found = set.findings().filter { $0.code == "endless-load" }
    #expect(found.isEmpty != isEndless, "\(responses)")
    #expect(found.allSatisfy { $0.severity == .warning })
  }
}
