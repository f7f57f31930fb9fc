//: output BasculeWebKit
//: needs WebSession

#if canImport(WebKit)
  import WebKit

  nonisolated extension WebSettings {
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

    /// Returns the settings that can only be set when a web view is created, and whose values differ from those of an
    /// existing one.
    @MainActor func differences(from web: WKWebViewConfiguration) -> [String] {
      let own = WKWebViewConfiguration()
      apply(to: own)
      var differences: [String] = []
      func compare<Value: Equatable>(
        _ setting: String, _ isSet: Bool, _ own: Value, _ other: Value
      ) {
        if isSet, own != other { differences.append(setting) }
      }
      compare(
        "dataStore", dataStore != nil, own.websiteDataStore.isPersistent,
        web.websiteDataStore.isPersistent)
      if let own = own.defaultWebpagePreferences, let web = web.defaultWebpagePreferences {
        compare(
          "contentMode", contentMode != nil, own.preferredContentMode, web.preferredContentMode)
        compare(
          "javaScript", allowsJavaScript != nil, own.allowsContentJavaScript,
          web.allowsContentJavaScript)
      }
      #if canImport(UIKit)
        compare(
          "inlineMedia", allowsInlineMedia != nil, own.allowsInlineMediaPlayback,
          web.allowsInlineMediaPlayback)
      #endif
      //: if ContentSettings
      compare(
        "applicationName", applicationName != nil, own.applicationNameForUserAgent,
        web.applicationNameForUserAgent)
      compare(
        "mediaPlayback", mediaPlayback != nil, own.mediaTypesRequiringUserActionForPlayback,
        web.mediaTypesRequiringUserActionForPlayback)
      compare(
        "appBoundDomains", limitsToAppBoundDomains != nil, own.limitsNavigationsToAppBoundDomains,
        web.limitsNavigationsToAppBoundDomains)
      #if canImport(UIKit)
        compare(
          "pictureInPicture", allowsPictureInPicture != nil,
          own.allowsPictureInPictureMediaPlayback, web.allowsPictureInPictureMediaPlayback)
      #endif
      //: end
      return differences
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
