//: output BasculeWebKit
//: needs MediaCapture TrustedOrigin WebOrigin

#if canImport(WebKit)
  import WebKit

  extension WebConfiguration {
    /// Returns whether the setting applies to a frame in a page.
    func answersMedia(of page: WKSecurityOrigin, in frame: WKSecurityOrigin) -> Bool {
      if settings.mediaCaptureIsForPage {
        return page.protocol == frame.protocol && page.host == frame.host && page.port == frame.port
      }
      return answersMedia(of: page) && answersMedia(of: frame)
    }

    private func answersMedia(of page: WKSecurityOrigin) -> Bool {
      guard let origins = mediaOrigins else { return true }
      let page = WebOrigin(scheme: page.protocol, host: page.host, port: page.port)
      //: if OriginSource
      if originSource?.gives(page, as: origins) == true { return true }
      //: end
      return origins.contains { $0.contains(page) }
    }
  }
#endif
