//: output BasculeConfigurations
//: needs PagePanel

/// Shows the panels of scripts: `alert`, `confirm` and `prompt`. The page waits until they return.
@MainActor public protocol PanelPresenter: AnyObject {
  #if canImport(WebKit)
    func showAlert(_ panel: PagePanel) async
    /// Shows a question, and returns true if the user confirms.
    func showConfirm(_ panel: PagePanel) async -> Bool
    /// Shows a text field, and returns the text of the user; nil if the user cancels.
    ///
    /// - Parameter proposal: the text that the page proposes.
    func showPrompt(_ panel: PagePanel, proposal: String?) async -> String?
  #endif
}
