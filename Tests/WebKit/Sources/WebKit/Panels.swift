import CWebKitGTK

/// The panels of scripts.
extension Engine {
  func connectPanels(_ me: UnsafeMutableRawPointer) {
    typealias Shown =
      @convention(c) (
        UnsafeMutableRawPointer, OpaquePointer, UnsafeMutableRawPointer
      ) -> gboolean
    let shown: Shown = { _, dialog, data in
      let all = OnMain((dialog, data))
      return MainActor.assumeIsolated { Engine.from(all.value.1).show(all.value.0) ? 1 : 0 }
    }
    connect(view, "script-dialog", me, shown)
  }

  /// Shows a panel, and returns whether the page waits for the answer.
  private func show(_ dialog: OpaquePointer) -> Bool {
    guard let owner, let delegate = owner.uiDelegate else { return false }
    let message = text(webkit_script_dialog_get_message(dialog)) ?? ""
    let url = owner.url ?? URL(filePath: "/no-url")
    let frame = WKFrameInfo(
      isMainFrame: true, request: URLRequest(url: url),
      securityOrigin: WKSecurityOrigin(serialized: url.absoluteString), webView: owner)
    let held = OnMain(webkit_script_dialog_ref(dialog)!)
    func answerLater(_ answer: @escaping @MainActor () async -> Void) {
      Task {
        await answer()
        webkit_script_dialog_close(held.value)
        webkit_script_dialog_unref(held.value)
      }
    }
    switch webkit_script_dialog_get_dialog_type(dialog) {
    case WEBKIT_SCRIPT_DIALOG_CONFIRM:
      answerLater {
        let isConfirmed = await delegate.webView(
          owner, runJavaScriptConfirmPanelWithMessage: message, initiatedByFrame: frame)
        webkit_script_dialog_confirm_set_confirmed(held.value, isConfirmed ? 1 : 0)
      }
    case WEBKIT_SCRIPT_DIALOG_PROMPT:
      let proposal = text(webkit_script_dialog_prompt_get_default_text(dialog))
      answerLater {
        let answer = await delegate.webView(
          owner, runJavaScriptTextInputPanelWithPrompt: message, defaultText: proposal,
          initiatedByFrame: frame)
        if let answer { webkit_script_dialog_prompt_set_text(held.value, answer) }
      }
    case WEBKIT_SCRIPT_DIALOG_ALERT:
      answerLater {
        await delegate.webView(
          owner, runJavaScriptAlertPanelWithMessage: message, initiatedByFrame: frame)
      }
    default:
      webkit_script_dialog_unref(held.value)
      return false
    }
    return true
  }
}
