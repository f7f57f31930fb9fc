//: output BasculeWebKit
//: needs Configurator ChainNavigationDelegate WebViewSettings

#if canImport(WebKit)
  import WebKit

  nonisolated extension WebSettings.MediaCapture {
    /// The answer as a WebKit value.
    var decision: WKPermissionDecision {
      switch self {
      case .prompt: .prompt
      case .grant: .grant
      case .deny: .deny
      }
    }
  }
#endif
