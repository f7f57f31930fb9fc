import Foundation
import Harness
import WebKit

/// An app that gives each page a secret of its own.
@MainActor
final class DeliveriesApp: NavigationEnvironment, ScriptMessageReceiver,
  ScriptMessageErrorDelegate, WebEventErrorDelegate
{
  let run: TestRun
  var server: URL?
  /// True if answers wait until `release`.
  var holds = false
  private var held: [CheckedContinuation<Void, Never>] = []
  var asked = 0
  var errors: [String] = []

  init(_ run: TestRun) { self.run = run }

  func release() {
    holds = false
    let callers = held
    held = []
    for caller in callers { caller.resume() }
  }

  private func secret() async -> String {
    asked += 1
    if holds { await withCheckedContinuation { held.append($0) } }
    return "SECRET"
  }

  func token(_ message: TokenPayload) async -> String { await secret() }
  func coin(_ message: CoinPayload) async -> String { await secret() }
  func stamp(_ message: StampPayload) async -> String { await secret() }
  func plain(_ message: String) async -> String { await secret() }
  func homeKey(_ message: HomeKeyPayload) async -> String { await secret() }
  func key(_ message: KeyPayload) async -> String { await secret() }

  func kiosk(_ request: SchemeRequest) async throws -> SchemeResponse {
    SchemeResponse(Data("<title>kiosk</title>".utf8), type: "text/html")
  }

  func scriptMessage(_ identifier: String, failedWith error: any Error) {
    errors.append("\(identifier): \(error)")
    run.note("error \(identifier): \(error)")
  }
  func event(_ name: String, failedWith error: any Error) { run.note("error \(error)") }
}
