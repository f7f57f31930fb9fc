//: output BasculeConfigurations
//: needs WebSession

/// Shows the second web views that rules open for new windows.
@MainActor public protocol PopupPresenter: AnyObject {
  #if canImport(WebKit)
    /// Shows the web view of a new window. Keep the session as long as it is shown; without it the
    /// window closes.
    func showPopup(_ popup: WebSession)
    /// The page has closed its window.
    func closePopup(_ popup: WebSession)
  #endif
}
