import Checks
import Diagnostics
import Testing

/// Tests `default-port`, which reports rules that assume the default port of the app's URL.
struct DefaultPortTests {
  private func findings(_ rules: String) -> [Finding] {
    RuleSetUnderTest(
      """
      value server: URL?
      value other: URL?
      \(rules)
      configuration Main { chain Main }

      """
    ).findings().filter { $0.code == "default-port" }
  }

  @Test(arguments: [
    #"chain Main { when method == "GET" && path hasPrefix "/app" && host != server.host load url setting host = server.host, port = server.port cancel otherwise allow }"#,
    #"chain Main { when scheme == "https" open url setting port = server.port cancel otherwise allow }"#,
    #"chain Main { when scheme == "https" { when exists other.port open url setting port = server.port cancel } otherwise allow }"#,
    #"handler H { when scheme == "https" open url setting query.a = "1", port = server.port cancel } chain Main { use H otherwise allow }"#,
  ])
  func isTakenForGranted(_ rules: String) throws {
    let finding = try #require(findings(rules).first)
    #expect(finding.message.contains("while `server.port` is missing"))
    #expect(finding.help?.contains("`origin = ") == true)
    #expect(findings(rules).count == 1)
  }

  @Test(arguments: [
    #"chain Main { when scheme == "https" && exists server.port open url setting port = server.port cancel otherwise allow }"#,
    #"chain Main { when scheme == "https" { when exists server.port open url setting port = server.port cancel } otherwise allow }"#,
    #"chain Main { when exists server.port { when scheme == "https" open url setting port = server.port cancel } otherwise allow }"#,
    #"chain Main { when scheme == "https" && !exists server.port open url setting port = 443 cancel otherwise allow }"#,
    #"chain Main { when scheme == "https" open url setting host = server.host cancel otherwise allow }"#,
    #"chain Main { when scheme == "https" open url setting origin = server cancel otherwise allow }"#,
  ])
  func isTested(_ rules: String) { #expect(findings(rules).isEmpty) }
}
