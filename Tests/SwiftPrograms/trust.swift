import Foundation
import WebKit

// Tests the senders that the app accepts, with senders that a web engine reports and with invalid ones. The rules are
// those of Tests/WebKit/rules/trust.

@MainActor
final class App: ScriptMessageReceiver, ScriptMessageErrorDelegate, NavigationEnvironment {
  var heard: [String] = []
  var errors: [String] = []
  var server: URL?

  private func hear(_ name: String) -> String {
    heard.append(name)
    return name
  }

  func toAnyone(_ message: String) -> String { hear("anyone") }
  func toStore(_ message: String) -> String { hear("store") }
  func toBranches(_ message: String) -> String { hear("branches") }
  func toEverywhere(_ message: String) -> String { hear("everywhere") }
  func toPay(_ message: String) -> String { hear("pay") }
  func toLocal(_ message: String) -> String { hear("local") }
  func toBooks(_ message: String) -> String { hear("books") }
  func toBundle(_ message: String) -> String { hear("bundle") }
  func toBoth(_ message: String) -> String { hear("both") }
  func framedAnyone(_ message: String) -> String { hear("framedAnyone") }
  func framedStore(_ message: String) -> String { hear("framedStore") }
  func toHome(_ message: String) -> String { hear("home") }
  func asked(_ message: String) -> String { hear("inside.asked") }
  func told(_ message: String) { _ = hear("inside.told") }
  func fromApart(_ message: String) -> String { hear("apart") }
  func noted(_ message: String) { _ = hear("apartTold.noted") }

  func load(_ url: URL) {}
  func open(_ url: URL) {}
  func archive(_ request: SchemeRequest) async throws -> SchemeResponse {
    throw URLError(.resourceUnavailable)
  }

  func scriptMessage(_ identifier: String, failedWith error: any Error) {
    errors.append("\(identifier): \(error)")
  }
}

let app = App()
let factory = ConfiguratorFactory(environment: app, receiver: app, errorDelegate: app)
let session = WebSession(factory.make(for: .open).build(url: url("https://store.example/")))
let controller = session.webView.configuration.userContentController

@MainActor func frame(_ scheme: String, _ host: String, _ port: Int, isMain: Bool) -> WKFrameInfo {
  WKFrameInfo(
    isMainFrame: isMain, request: URLRequest(url: url("https://store.example/")),
    securityOrigin: WKSecurityOrigin(protocol: scheme, host: host, port: port))
}

/// Returns the strategies that reply to a sender.
@MainActor func hearing(
  _ scheme: String, _ host: String, _ port: Int = 0, isMain: Bool = true
) async -> [String] {
  app.heard = []
  app.errors = []
  let sender = frame(scheme, host, port, isMain: isMain)
  for (name, handler) in controller.replyHandlers {
    let bodies: [Any] =
      name == "inside"
      ? ["asked", "told"].map { ["kind": $0, "payload": "text"] as [String: Any] } : ["text"]
    for body in bodies {
      let reply = await handler.userContentController(
        controller, didReceive: WKScriptMessage(body: body, frameInfo: sender, name: name))
      Checks.equal((reply.0 == nil) != (reply.1 == nil), true, "one of value and error: \(name)")
    }
  }
  Checks.equal(app.heard.count + app.errors.count, 13, "each answers or reports: \(scheme) \(host)")
  return app.heard.sorted()
}

let store = ["anyone", "both", "framedAnyone", "framedStore", "inside.asked", "store"]
let stranger = ["anyone", "framedAnyone"]
/// The strategies that accept a subdomain, which always belongs to the same owner.
let branch = ["anyone", "branches", "everywhere", "framedAnyone"]
let farBranch = ["anyone", "everywhere", "framedAnyone"]

for (scheme, host, port, expected) in [
  // Origins as reported by an engine.
  ("https", "store.example", 0, store), ("https", "store.example", 443, store),
  ("https", "store.example", 8443, stranger), ("https", "store.example", 80, stranger),
  ("http", "store.example", 0, stranger), ("http", "store.example", 443, stranger),
  ("http", "store.example", 80, stranger), ("wss", "store.example", 0, stranger),
  ("ftp", "store.example", 0, stranger), ("app", "store.example", 0, stranger),
  ("https", "store.example.evil.example", 0, stranger),
  ("https", "evil.example", 0, stranger), ("https", "astore.example", 0, stranger),
  ("https", "store.example.", 0, stranger), ("https", "store-example", 0, stranger),
  ("https", "storeXexample", 0, stranger), ("https", "example", 0, stranger),
  ("https", "xn--tore-2nd.example", 0, stranger),
  ("https", "www.store.example", 0, branch),
  ("https", "a.b.store.example", 0, farBranch),
  ("https", "www.store.example", 8443, stranger), ("http", "www.store.example", 0, stranger),
  ("https", "www.store.example.evil.example", 0, stranger),
  ("https", "www.store.example.", 0, stranger),
  (
    "https", "pay.example", 8443, ["anyone", "both", "framedAnyone", "inside.told", "pay"]
  ),
  ("https", "pay.example", 0, stranger), ("https", "pay.example", 443, stranger),
  ("http", "127.0.0.1", 8080, ["anyone", "framedAnyone", "local"]),
  ("http", "127.0.0.1", 0, stranger), ("https", "127.0.0.1", 8080, stranger),
  ("http", "[::1]", 8080, ["anyone", "framedAnyone", "local"]),
  ("http", "::1", 8080, ["anyone", "framedAnyone", "local"]),
  ("http", "[::2]", 8080, stranger), ("http", "localhost", 8080, stranger),
  ("https", "xn--bcher-kva.example", 0, ["anyone", "books", "framedAnyone"]),
  ("https", "bucher.example", 0, stranger), ("https", "xn--bcher-kva.evil.example", 0, stranger),
  // Opaque origins, and pages without a host.
  ("", "", 0, stranger), ("null", "", 0, stranger), ("about", "", 0, stranger),
  ("about", "blank", 0, stranger), ("file", "", 0, ["anyone", "bundle", "framedAnyone"]),
  ("file", "", 80, stranger),
  ("file", "store.example", 0, stranger),
  ("data", "", 0, stranger), ("blob", "", 0, stranger), ("javascript", "", 0, stranger),
  ("https", "", 0, stranger), ("https", "", 443, stranger), ("https", "null", 0, stranger),
  // Invalid senders must not be accepted as valid ones.
  ("HTTPS", "STORE.EXAMPLE", 0, store), ("Https", "Store.Example", 443, store),
  ("https", "store.example:443", 0, stranger), ("https", "store.example@evil.example", 0, stranger),
  ("https", "evil.example/store.example", 0, stranger), ("https", "store.example/", 0, stranger),
  ("https", " store.example", 0, stranger), ("https", "store.example ", 0, stranger),
  ("https", "store.example\n", 0, stranger), ("https", "store.example\0", 0, stranger),
  ("https", "store.example\0.evil.example", 0, stranger), ("https", "store%2Eexample", 0, stranger),
  ("https", ".store.example", 0, stranger), ("https", "..store.example", 0, stranger),
  ("https", "a..store.example", 0, stranger), ("https", "*.store.example", 0, branch),
  ("https", "a/b.store.example", 0, branch), ("https", "a@b.store.example", 0, branch),
  ("https", "store\u{3002}example", 0, stranger), ("https", "\u{455}tore.example", 0, stranger),
  ("https", "\u{FF53}tore.example", 0, stranger), ("https", "\u{17F}tore.example", 0, stranger),
  ("https", "boo\u{212A}s.example", 0, stranger), ("https", "store.ex\u{430}mple", 0, stranger),
  ("https", "store.example", -1, stranger), ("https", "store.example", 65_979, stranger),
  ("https ", "store.example", 0, stranger), ("https:", "store.example", 0, stranger),
  ("http\u{17F}", "store.example", 0, stranger),
] as [(String, String, Int, [String])] {
  Checks.equal(await hearing(scheme, host, port), expected, "\(scheme) \(host) \(port)")
}

// Only strategies for all frames accept messages of a frame inside the page.
Checks.equal(
  await hearing("https", "store.example", isMain: false), ["framedAnyone", "framedStore"])
Checks.equal(await hearing("https", "evil.example", isMain: false), ["framedAnyone"])
Checks.equal(await hearing("", "", isMain: false), ["framedAnyone"])

// The body of a sender that is not accepted is not read. The error names the sender.
final class Unreadable: NSObject {}
app.errors = []
for (name, handler) in controller.replyHandlers where !["anyone", "framedAnyone"].contains(name) {
  let body: Any =
    name == "inside" ? ["kind": "asked", "payload": Unreadable()] as [String: Any] : Unreadable()
  let reply = await handler.userContentController(
    controller,
    didReceive: WKScriptMessage(
      body: body, frameInfo: frame("https", "evil.example", 0, isMain: true), name: name))
  Checks.equal(
    reply.1,
    #"{"code":"refused","message":"messages from https://evil.example are refused"}"#)
}
Checks.equal(app.errors.count, controller.replyHandlers.count - 2)

Checks.end()
