//: output BasculeWebKit
//: needs FoundationURL SourceParts ChainNavigationDelegate

#if canImport(WebKit)
  import Foundation
  import WebKit

  extension NavigationRequest {
    mutating func setSource(_ action: WKNavigationAction) {
      #if canImport(ObjectiveC)
        // WebKit declares that an action always has a frame, but sometimes it has none.
        guard let frame = action.value(forKey: "sourceFrame") as? WKFrameInfo else { return }
      #else
        let frame = action.sourceFrame
      #endif
      source = NavigationSource(
        frame: frame.isMainFrame ? .main : .sub, origin: Self.url(frame.securityOrigin))
    }

    private static func url(_ origin: WKSecurityOrigin) -> URL? {
      if origin.protocol.isEmpty { return nil }
      var host = origin.host
      if host.contains(":"), !host.hasPrefix("[") { host = "[\(host)]" }
      let port = origin.port == 0 ? "" : ":\(origin.port)"
      return URL(standard: "\(origin.protocol)://\(host)\(port)/")
    }
  }
#endif
