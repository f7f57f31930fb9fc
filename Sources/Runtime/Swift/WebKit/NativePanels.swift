//: output BasculeWebKit
//: needs Panels

#if canImport(WebKit)
  import Foundation
  import WebKit
  #if canImport(UIKit)
    import UIKit
  #elseif canImport(AppKit)
    import AppKit
  #endif

  /// One answer to a page: the first, or the default if there will be none.
  @MainActor private final class PanelAnswer<Value: Sendable> {
    private var page: CheckedContinuation<Value, Never>?
    private let missing: Value

    init(_ page: CheckedContinuation<Value, Never>, missing: Value) {
      self.page = page
      self.missing = missing
    }

    /// The panel has been released without an answer.
    deinit { page?.resume(returning: missing) }

    func give(_ value: Value) {
      page?.resume(returning: value)
      page = nil
    }
  }

  /// Shows panels of scripts above the web view, under the host of their frame. A web view that is not in a
  /// window shows none, and the page gets the answer of a user who cancels.
  @MainActor final class NativePanels: PanelPresenter {
    static let shared = NativePanels()

    func showAlert(_ panel: PagePanel) async {
      await answer(missing: ()) { answer in
        let alert = PanelAlert(panel)
        alert.add("OK") { answer.give(()) }
        alert.show(in: panel.webView)
      }
    }

    func showConfirm(_ panel: PagePanel) async -> Bool {
      await answer(missing: false) { answer in
        let alert = PanelAlert(panel)
        alert.add("OK") { answer.give(true) }
        alert.add("Cancel", cancels: true) { answer.give(false) }
        alert.show(in: panel.webView)
      }
    }

    func showPrompt(_ panel: PagePanel, proposal: String?) async -> String? {
      await answer(missing: nil) { answer in
        let alert = PanelAlert(panel)
        let field = alert.addField(proposal ?? "")
        alert.add("OK") { answer.give(field()) }
        alert.add("Cancel", cancels: true) { answer.give(nil) }
        alert.show(in: panel.webView)
      }
    }

    /// - Parameter missing: the answer if the panel cannot be shown, or is closed by the app.
    private func answer<Value: Sendable>(
      missing: Value, _ show: (PanelAnswer<Value>) -> Void
    ) async -> Value {
      await withCheckedContinuation { page in show(PanelAnswer(page, missing: missing)) }
    }
  }

  #if canImport(UIKit)
    @MainActor private struct PanelAlert {
      private let alert: UIAlertController

      init(_ panel: PagePanel) {
        alert = UIAlertController(
          title: panel.frame.securityOrigin.host, message: panel.text, preferredStyle: .alert)
      }

      func add(_ title: String, cancels: Bool = false, _ action: @escaping @MainActor () -> Void) {
        let text = Bundle(for: UIAlertController.self)
          .localizedString(forKey: title, value: title, table: nil)
        alert.addAction(
          UIAlertAction(title: text, style: cancels ? .cancel : .default) { _ in action() })
      }

      /// - Returns: the text in the field.
      func addField(_ text: String) -> @MainActor () -> String {
        alert.addTextField { $0.text = text }
        return { [weak alert] in alert?.textFields?.first?.text ?? "" }
      }

      func show(in webView: WKWebView) {
        var controller = webView.window?.rootViewController
        while let presented = controller?.presentedViewController { controller = presented }
        controller?.present(alert, animated: true)
      }
    }
  #elseif canImport(AppKit)
    @MainActor private final class PanelAlert {
      private let alert = NSAlert()
      private var actions: [@MainActor () -> Void] = []

      init(_ panel: PagePanel) {
        alert.messageText = panel.frame.securityOrigin.host
        alert.informativeText = panel.text
      }

      func add(_ title: String, cancels: Bool = false, _ action: @escaping @MainActor () -> Void) {
        let text = Bundle(for: NSAlert.self)
          .localizedString(forKey: title, value: title, table: nil)
        let button = alert.addButton(withTitle: text)
        if cancels { button.keyEquivalent = "\u{1b}" }
        actions.append(action)
      }

      /// - Returns: the text in the field.
      func addField(_ text: String) -> @MainActor () -> String {
        let field = NSTextField(frame: NSRect(x: 0, y: 0, width: 260, height: 24))
        field.stringValue = text
        alert.accessoryView = field
        return { field.stringValue }
      }

      func show(in webView: WKWebView) {
        guard let window = webView.window else { return }
        let actions = actions
        alert.beginSheetModal(for: window) { response in
          let number =
            response.rawValue - NSApplication.ModalResponse.alertFirstButtonReturn.rawValue
          if actions.indices.contains(number) { actions[number]() }
        }
      }
    }
  #else
    /// There are no windows.
    @MainActor private struct PanelAlert {
      init(_ panel: PagePanel) {}
      func add(_ title: String, cancels: Bool = false, _ action: @escaping @MainActor () -> Void) {}
      func addField(_ text: String) -> @MainActor () -> String { { text } }
      func show(in webView: WKWebView) {}
    }
  #endif
#endif
