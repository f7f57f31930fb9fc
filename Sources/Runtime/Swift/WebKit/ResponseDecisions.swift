//: output BasculeWebKit
//: needs ChainNavigationDelegate ResponseValues

#if canImport(WebKit)
  public import Foundation
  public import WebKit

  extension NavigationRequest {
    /// nil for a response without a URL.
    ///
    /// - Parameter page: the page now shown.
    public init?(_ response: WKNavigationResponse, page: URL?) {
      self.init(
        response.response, isMainFrame: response.isForMainFrame,
        isDisplayable: response.canShowMIMEType, page: page)
    }

    /// nil for a response without a URL.
    ///
    /// - Parameters:
    ///   - isDisplayable: whether the web view can show it.
    ///   - page: the page now shown.
    public init?(_ response: URLResponse, isMainFrame: Bool, isDisplayable: Bool, page: URL?) {
      guard let url = response.url else { return nil }
      let http = response as? HTTPURLResponse
      var headers: [String: String] = [:]
      for case (let name as String, let value as String) in http?.allHeaderFields ?? [:] {
        headers[name] = value
      }
      let answer = NavigationResponse(
        status: http?.statusCode, mimeType: response.mimeType, headers: headers,
        isDisplayable: isDisplayable, filename: response.suggestedFilename)
      self.init(url: url, response: answer, frame: isMainFrame ? .main : .sub, page: page)
    }
  }

  nonisolated extension NavigationDecision {
    /// The decision about a response in WebKit's words.
    ///
    /// - Parameter isDisplayable: whether the web view can show it. WebKit cancels a response that it
    ///   is allowed to show and cannot.
    public func responsePolicy(isDisplayable: Bool) -> WKNavigationResponsePolicy {
      switch self {
      case .allow: isDisplayable ? .allow : .cancel
      case .cancel: .cancel
      case .download: .download
      //: if Popups
      case .popup: .cancel
      //: end
      }
    }
  }
#endif
