//: output BasculeWebKit
//: needs WholeRequest ChainNavigationDelegate

#if canImport(WebKit)
  import Foundation
  public import WebKit

  extension NavigationRequest {
    /// The request as WebKit has it. One that the app has made has the same URL, method and headers.
    //: if NavigationResponse
    ///
    /// With a response, it is a request for the URL of the response.
    //: end
    public var urlRequest: URLRequest {
      if let original = original as? URLRequest { return original }
      var request = URLRequest(url: url)
      //: if NavigationResponse
      if response != nil { return request }
      //: end
      request.httpMethod = method
      request.allHTTPHeaderFields = headers
      return request
    }
    //: if NavigationResponse

    /// The response as WebKit has it; nil without a response, and for one that the app has made.
    public var urlResponse: URLResponse? { original as? URLResponse }
    //: end
  }
#endif
