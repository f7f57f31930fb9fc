//: output BasculeWebKit
//: needs WebViewSettings

#if canImport(WebKit)
  import WebKit

  nonisolated extension WebSettings {
    @MainActor func applyContent(to configuration: WKWebViewConfiguration) {
      if let applicationName { configuration.applicationNameForUserAgent = applicationName }
      switch mediaPlayback {
      case .automatic?: configuration.mediaTypesRequiringUserActionForPlayback = []
      case .userAction?: configuration.mediaTypesRequiringUserActionForPlayback = .all
      case nil: break
      }
      apply(to: configuration.preferences)
      if let limitsToAppBoundDomains {
        configuration.limitsNavigationsToAppBoundDomains = limitsToAppBoundDomains
      }
      #if canImport(UIKit)
        if let allowsPictureInPicture {
          configuration.allowsPictureInPictureMediaPlayback = allowsPictureInPicture
        }
      #endif
    }

    @MainActor func apply(to preferences: WKPreferences) {
      if let allowsFullscreen, #available(iOS 15.4, macOS 12.3, *) {
        preferences.isElementFullscreenEnabled = allowsFullscreen
      }
      if let allowsTextInteraction { preferences.isTextInteractionEnabled = allowsTextInteraction }
    }

    @MainActor func applyContent(to webView: WKWebView) {
      if let allowsLinkPreview { webView.allowsLinkPreview = allowsLinkPreview }
      #if canImport(UIKit)
        if let allowsFindInteraction, #available(iOS 16, *) {
          webView.isFindInteractionEnabled = allowsFindInteraction
        }
      #endif
    }
  }
#endif
