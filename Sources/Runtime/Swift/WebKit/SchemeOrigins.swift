//: output BasculeWebKit
//: needs SchemeAdapter TrustedOrigin WebOrigin OriginSource

#if canImport(WebKit)
  import Foundation

  extension SchemeAdapter {
    /// Returns whether the page has one of the origins after `from`.
    func isOfOrigin(_ page: URL) -> Bool {
      guard let page = WebOrigin(app: page) else { return false }
      return handler.origins.contains { $0.contains(page) }
        || originSource?.gives(page, as: handler.origins) == true
    }
  }
#endif
