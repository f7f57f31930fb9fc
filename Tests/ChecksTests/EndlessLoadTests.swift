import Checks
import Diagnostics
import Testing

/// `endless-load` for changed requests: proved, possible, and none.
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
  ]) func neverEnds(_ rules: String) throws {
    let found = findings(rules)
    #expect(found.map(\.severity) == [.error], "\(rules)")
    #expect(found.first?.witness != nil)
  }

  /// Some come back, others do not, or the new value is not known.
  @Test(arguments: [
    #"when path hasPrefix "/a" && !exists query.b || path == "/c" load url setting query.b = "1" cancel"#,
    // If it has the value already.
    #"when query.a == "1" load url setting query.a = query.b cancel"#,
    #"when query.a hasPrefix "x" && path == "/a" load url setting query.a = token cancel"#,
    #"when fragment == "x" load url setting fragment = path[2] cancel"#,
    // The port stays.
    #"when path == "/x" && url !in Own load url setting scheme = "https", host = "a.com" cancel"#,
    #"when isHome && query.a == "1" allow when path == "/x" load url removing query.b cancel when true cancel"#,
    #"when host == "a.com" load url setting host = server.host cancel"#,
  ]) func mayNotEnd(_ rules: String) {
    let found = findings(rules)
    #expect(found.count == 1, "\(rules)")
  }

  /// The fix asks for requests that are not changed so far.
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
}
