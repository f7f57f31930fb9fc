//: output BasculeWebKit
//: needs Panels PanelText

#if canImport(WebKit)
  import Foundation
  import WebKit
  #if canImport(UIKit)
    import UIKit
  #elseif canImport(AppKit)
    import AppKit
  #endif

  /// The answer of a panel to a page: the first answer that is given, or the default if there will be none.
  @MainActor private final class PanelAnswer<Value: Sendable> {
    private var page: CheckedContinuation<Value, Never>?
    private let missing: Value

    init(_ page: CheckedContinuation<Value, Never>, missing: Value) {
      self.page = page
      self.missing = missing
    }

    /// Gives the default if the panel is released without an answer.
    deinit { page?.resume(returning: missing) }

    func give(_ value: Value) {
      page?.resume(returning: value)
      page = nil
    }
  }

  /// The pages that have shown panels in a web view.
  @MainActor private final class PanelHistory {
    private var shown: [String: StepMeter] = [:]
    /// The pages whose panels the user no longer wants to see.
    private var stopped: Set<String> = []
    private static var key: UInt8 = 0

    static func of(_ webView: WKWebView) -> PanelHistory {
      if let known = objc_getAssociatedObject(webView, &key) as? PanelHistory { return known }
      let history = PanelHistory()
      objc_setAssociatedObject(webView, &key, history, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
      return history
    }

    func isStopped(_ page: String) -> Bool { stopped.contains(page) }
    func stop(_ page: String) { stopped.insert(page) }

    /// Counts a panel of a page, and returns true for the first ones.
    func isRare(_ page: String) -> Bool {
      shown[page, default: StepMeter(PageLimits.panelsWithoutStop)].takes()
    }
  }

  /// Shows panels of scripts above the web view, under the host of their frame. If the web view is in no window, or if
  /// another screen covers it, no panel is shown, and the page gets the answer of a user who cancels.
  @MainActor final class NativePanels: PanelPresenter {
    static let shared = NativePanels()

    func showAlert(_ panel: PagePanel) async {
      await answer(panel, missing: ()) { alert, answer in
        alert.add("OK") { answer.give(()) }
      }
    }

    func showConfirm(_ panel: PagePanel) async -> Bool {
      await answer(panel, missing: false) { alert, answer in
        alert.add("OK") { answer.give(true) }
        alert.add("Cancel", cancels: true) { answer.give(false) }
      }
    }

    func showPrompt(_ panel: PagePanel, proposal: String?) async -> String? {
      await answer(panel, missing: nil) { alert, answer in
        let field = alert.addField(PanelText.shown(proposal ?? ""))
        alert.add("OK") { answer.give(field()) }
        alert.add("Cancel", cancels: true) { answer.give(nil) }
      }
    }

    /// Shows a panel and returns the user's answer.
    ///
    /// - Parameter missing: the answer if the panel cannot be shown, or is closed by the app.
    private func answer<Value: Sendable>(
      _ panel: PagePanel, missing: Value, _ addButtons: (PanelAlert, PanelAnswer<Value>) -> Void
    ) async -> Value {
      let title = PanelText.title(of: panel)
      let history = PanelHistory.of(panel.webView)
      if history.isStopped(title) { return missing }
      return await withCheckedContinuation { page in
        let answer = PanelAnswer(page, missing: missing)
        let alert = PanelAlert(title, PanelText.shown(panel.text))
        addButtons(alert, answer)
        if !history.isRare(title) {
          alert.addStop {
            history.stop(title)
            answer.give(missing)
          }
        }
        alert.show(in: panel.webView)
      }
    }
  }

  #if canImport(UIKit)
    @MainActor private struct PanelAlert {
      private let alert: UIAlertController

      init(_ title: String, _ text: String) {
        alert = UIAlertController(title: title, message: text, preferredStyle: .alert)
      }

      func add(_ title: String, cancels: Bool = false, _ action: @escaping @MainActor () -> Void) {
        let text = Bundle(for: UIAlertController.self)
          .localizedString(forKey: title, value: title, table: nil)
        alert.addAction(
          UIAlertAction(title: text, style: cancels ? .cancel : .default) { _ in action() })
      }

      func addStop(_ action: @escaping @MainActor () -> Void) {
        alert.addAction(
          UIAlertAction(title: PanelText.stop, style: .destructive) { _ in action() })
      }

      /// Adds a text field.
      ///
      /// - Returns: a function that reads the text in the field.
      func addField(_ text: String) -> @MainActor () -> String {
        alert.addTextField { $0.text = text }
        return { [weak alert] in alert?.textFields?.first?.text ?? "" }
      }

      func show(in webView: WKWebView) {
        guard var top = webView.window?.rootViewController else { return }
        var isCovered = false
        while let presented = top.presentedViewController, !presented.isBeingDismissed {
          if let view = top.viewIfLoaded, webView.isDescendant(of: view) { isCovered = true }
          if let view = presented.viewIfLoaded, webView.isDescendant(of: view) {
            isCovered = false
          }
          top = presented
        }
        if !isCovered { top.present(alert, animated: true) }
      }
    }
  #elseif canImport(AppKit)
    @MainActor private final class PanelAlert {
      private let alert = NSAlert()
      private var actions: [@MainActor () -> Void] = []

      init(_ title: String, _ text: String) {
        alert.messageText = title
        alert.informativeText = text
      }

      func add(_ title: String, cancels: Bool = false, _ action: @escaping @MainActor () -> Void) {
        let text = Bundle(for: NSAlert.self)
          .localizedString(forKey: title, value: title, table: nil)
        let button = alert.addButton(withTitle: text)
        if cancels { button.keyEquivalent = "\u{1b}" }
        actions.append(action)
      }

      func addStop(_ action: @escaping @MainActor () -> Void) {
        alert.addButton(withTitle: PanelText.stop)
        actions.append(action)
      }

      /// Adds a text field.
      ///
      /// - Returns: a function that reads the text in the field.
      func addField(_ text: String) -> @MainActor () -> String {
        let field = NSTextField(frame: NSRect(x: 0, y: 0, width: 260, height: 24))
        field.stringValue = text
        alert.accessoryView = field
        return { field.stringValue }
      }

      func show(in webView: WKWebView) {
        guard let window = webView.window, window.attachedSheet == nil else { return }
        let actions = actions
        alert.beginSheetModal(for: window) { response in
          let number =
            response.rawValue - NSApplication.ModalResponse.alertFirstButtonReturn.rawValue
          if actions.indices.contains(number) { actions[number]() }
        }
      }
    }
  #else
    /// A placeholder for systems that have no windows.
    @MainActor private struct PanelAlert {
      init(_ title: String, _ text: String) {}
      func add(_ title: String, cancels: Bool = false, _ action: @escaping @MainActor () -> Void) {}
      func addStop(_ action: @escaping @MainActor () -> Void) {}
      func addField(_ text: String) -> @MainActor () -> String { { text } }
      func show(in webView: WKWebView) {}
    }
  #endif
#endif
