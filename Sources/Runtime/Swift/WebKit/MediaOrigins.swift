//: output BasculeWebKit
//: needs MediaCapture TrustedOrigin WebOrigin

#if canImport(WebKit)
  import WebKit

  extension WebConfiguration {
    /// True if camera and microphone of a page are answered by the rules.
    func answersMedia(of page: WKSecurityOrigin) -> Bool {
      guard let origins = mediaOrigins else { return true }
      let page = WebOrigin(scheme: page.protocol, host: page.host, port: page.port)
      //: if OriginSource
      if originSource?.gives(page, as: origins) == true { return true }
      //: end
      return origins.contains { $0.contains(page) }
    }
  }
#endif
