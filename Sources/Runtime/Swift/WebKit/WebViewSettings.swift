//: output BasculeWebKit
//: needs WebSession

#if canImport(WebKit)
  import WebKit

  extension WebSettings {
    @MainActor func apply(to configuration: WKWebViewConfiguration) {
      switch dataStore {
      case .persistent?: configuration.websiteDataStore = .default()
      case .ephemeral?: configuration.websiteDataStore = .nonPersistent()
      case nil: break
      }
      switch contentMode {
      case .recommended?:
        configuration.defaultWebpagePreferences.preferredContentMode = .recommended
      case .mobile?: configuration.defaultWebpagePreferences.preferredContentMode = .mobile
      case .desktop?: configuration.defaultWebpagePreferences.preferredContentMode = .desktop
      case nil: break
      }
      if let allowsJavaScript {
        configuration.defaultWebpagePreferences.allowsContentJavaScript = allowsJavaScript
      }
      #if canImport(UIKit)
        if let allowsInlineMedia { configuration.allowsInlineMediaPlayback = allowsInlineMedia }
      #endif
      //: if ContentSettings
      applyContent(to: configuration)
      //: end
    }

    @MainActor func apply(to webView: WKWebView) {
      if let userAgent { webView.customUserAgent = userAgent }
      if let isInspectable, #available(iOS 16.4, macOS 13.3, *) {
        webView.isInspectable = isInspectable
      }
      if let allowsBackForwardGestures {
        webView.allowsBackForwardNavigationGestures = allowsBackForwardGestures
      }
      #if canImport(UIKit)
        if let bounces { webView.scrollView.bounces = bounces }
      #endif
      //: if ContentSettings
      applyContent(to: webView)
      //: end
    }
  }
#endif
