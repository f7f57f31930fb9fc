//: output BasculeWebKit
//: needs ChainNavigationDelegate ResponseValues

#if canImport(WebKit)
  public import Foundation
  public import WebKit

  extension NavigationRequest {
    /// Creates the request of a response; nil for a response without a URL.
    ///
    /// - Parameter page: the page that is shown now.
    public init?(_ response: WKNavigationResponse, page: URL?) {
      self.init(
        response.response, isMainFrame: response.isForMainFrame,
        isDisplayable: response.canShowMIMEType, page: page)
    }

    /// Creates the request of a response; nil for a response without a URL.
    ///
    /// - Parameters:
    ///   - isDisplayable: true if the web view can show the response.
    ///   - page: the page that is shown now.
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
      //: if WholeRequest
      original = response
      //: end
    }
  }

  nonisolated extension NavigationDecision {
    /// Returns the decision about a response as a WebKit value.
    ///
    /// - Parameter isDisplayable: true if the web view can show the response. An allowed response that it cannot show
    ///   is cancelled, as WebKit does.
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
