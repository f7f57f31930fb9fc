import Foundation
import Harness
import WebKit

/// An app that records the actions that pages cause, and how many of them happen at once.
@MainActor final class FloodsApp: NavigationEnvironment {
  let run: TestRun
  private(set) var asking = 0
  private(set) var running = 0
  private(set) var mostRunning = 0
  var opened = 0
  var presented = 0
  var alerts = 0
  var popups: [WebSession] = []
  /// True if questions and requests wait until `release`, or until they are cancelled.
  var holds = true
  private var held: [UUID: CheckedContinuation<Void, Never>] = [:]

  init(_ run: TestRun) { self.run = run }

  func release() {
    holds = false
    for caller in held.values { caller.resume() }
    held = [:]
  }

  private func wait() async {
    if !holds { return }
    let id = UUID()
    await withTaskCancellationHandler {
      await withCheckedContinuation { caller in
        if Task.isCancelled { caller.resume() } else { held[id] = caller }
      }
    } onCancel: {
      Task { @MainActor in held.removeValue(forKey: id)?.resume() }
    }
  }

  func ask(url: URL) async -> Bool {
    asking += 1
    await wait()
    asking -= 1
    run.note("app: \(Task.isCancelled ? "cancelled" : "answered") \(url)")
    return true
  }

  func present(_ screen: Screen) { presented += 1 }
  func open(_ url: URL) { opened += 1 }
  func showPopup(_ popup: WebSession) {
    popups.append(popup)
    run.note("app: popups \(popups.count)")
  }
  func closePopup(_ popup: WebSession) {}
  func showAlert(_ panel: PagePanel) async { alerts += 1 }
  func showConfirm(_ panel: PagePanel) async -> Bool { true }
  func showPrompt(_ panel: PagePanel, proposal: String?) async -> String? { nil }

  func files(_ request: SchemeRequest) async throws -> SchemeResponse {
    running += 1
    mostRunning = max(running, mostRunning)
    if running == 100 { run.note("app: running 100") }
    await wait()
    running -= 1
    let image = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"
    return SchemeResponse(Data(image.utf8), type: "image/svg+xml")
  }
}
