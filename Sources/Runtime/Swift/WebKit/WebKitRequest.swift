//: output BasculeWebKit
//: needs WholeRequest ChainNavigationDelegate

#if canImport(WebKit)
  import Foundation
  public import WebKit

  extension NavigationRequest {
    /// The request that WebKit has passed. For a request that the app has created, it has the same URL, method and
    /// headers.
    //: if NavigationResponse
    ///
    /// For a response, it is a request for the URL of the response.
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

    /// The response that WebKit has passed; nil if there is none, or if the app has created the request.
    public var urlResponse: URLResponse? { original as? URLResponse }
    //: end
  }
#endif
