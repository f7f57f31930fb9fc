//: output BasculeConfigurations
//: needs WebSession

/// Shows the second web views that rules open for new windows.
@MainActor public protocol PopupPresenter: AnyObject {
  #if canImport(WebKit)
    /// Shows the web view of a new window. Keep the session as long as it is shown: if the session is released, the
    /// window closes.
    func showPopup(_ popup: WebSession)
    /// Closes the window of a popup, because its page has closed it.
    func closePopup(_ popup: WebSession)
  #endif
}
