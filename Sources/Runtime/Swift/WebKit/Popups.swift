//: output BasculeWebKit
//: needs ReachedLimit OpenWindows PopupPresenter ChainNavigationDelegate WebViewSettings

#if canImport(WebKit)
  import Foundation
  import WebKit

  extension WebSession {
    /// Creates a second web view for each new window, and shows it if the rules decide `popup`.
    func open(_ popups: Popups) {
      delegate.openPopup = { [weak delegate] web, action, opener in
        guard let delegate, delegate.isBelow(.windows, delegate.windows.haveRoom, in: opener),
          let url = action.request.url ?? URL(string: "about:blank"),
          let configuration = popups.configuration(url)
        else { return nil }
        let windows = delegate.windows
        let popup = WebSession(configuration, openedWith: web)
        popup.delegate.windows = windows
        //: if StepLimits
        popup.delegate.limits = delegate.limits
        //: end
        windows.add(popup.webView)
        popup.delegate.opening = Task {
          guard await delegate.isPopup(action, in: opener),
            let presenter = popups.presenter as? any PopupPresenter
          else {
            windows.decided(popup.webView, isShown: false)
            return false
          }
          windows.decided(popup.webView, isShown: true)
          popup.delegate.closed = { [weak popup, weak presenter] in
            if let popup { presenter?.closePopup(popup) }
          }
          presenter.showPopup(popup)
          return true
        }
        return popup.webView
      }
    }

    /// - Parameter web: the configuration that WebKit requires, with the data store of the opener.
    private convenience init(
      _ configuration: WebConfiguration, openedWith web: WKWebViewConfiguration
    ) {
      self.init(configuration) { own in
        let store = web.websiteDataStore
        configuration.settings.apply(to: web)
        //: if SchemeAdapter
        configuration.addSchemeHandlers(to: web)
        //: end
        web.websiteDataStore = store
        web.userContentController = own.userContentController
        return WKWebView(frame: .zero, configuration: web)
      }
    }
  }
#endif
