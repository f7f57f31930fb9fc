//: output BasculeRequest
//: needs AddressParts DecisionTrace

public import Foundation

/// The decision about a request.
public nonisolated enum NavigationDecision: String, Sendable {
  case allow, cancel, download
  //: if Popups
  /// Cancels the request; the app shows the new window in a second web view.
  case popup
  //: end
}

/// The reason for which a page requests a URL.
public nonisolated enum NavigationKind: String, Sendable {
  case linkActivated, formSubmitted, formResubmitted, backForward, reload, other
}

/// The frame in which a URL opens; `new` has no target frame (`target=_blank`, `window.open`).
public nonisolated enum NavigationFrame: String, Sendable {
  case main, sub, new
}

//: if SourceParts
/// The page that makes a request.
public nonisolated struct NavigationSource: Sendable {
  /// The frame that shows the page: `main` or `sub`.
  public let frame: NavigationFrame
  /// The origin of the page as a URL; nil for an opaque origin, for example in a sandboxed frame.
  public let origin: URL?

  public init(frame: NavigationFrame, origin: URL? = nil) {
    self.frame = frame
    self.origin = origin
  }
}

//: end
/// One request of a page, parsed once for all handlers.
//: if NavigationResponse
///
/// If the request has a response, the decision is about the response.
//: end
//: if RequestMemory
///
/// Make a new request for each decision, since a request keeps the app's answers about its flags.
//: end
@MainActor public struct NavigationRequest {
  public let url: URL
  public let navigation: NavigationKind
  public let frame: NavigationFrame
  public let isDownload: Bool
  /// The method in upper case.
  public let method: String
  @_spi(Generated) public let parts: AddressParts
  //: if NavigationResponse
  /// The response; nil before the request is sent.
  public private(set) var response: NavigationResponse?
  //: end
  //: if SourceParts
  /// The page that makes the request; nil if WebKit names none.
  public var source: NavigationSource?
  //: end
  //: if StepLimits
  /// The limits of the web view; nil for a request that comes from no web view.
  var limits: StepLimits?
  //: end
  /// The trace of the decision; nil if the request is not traced.
  var trace: DecisionTrace?
  //: if WholeRequest
  /// The request or response that WebKit has passed; nil if the app has created this value.
  var original: Any?
  //: end
  //: if HeaderValue
  let headers: [String: String]
  //: end
  //: if PageParts
  let pageURL: URL?
  //: end
  //: if DocumentParts
  let documentURL: URL?
  //: end
  //: if RequestMemory
  let memory: RequestMemory
  //: end

  /// Creates a request. `page` is the page that is shown, `document` the main document of the frames in which the
  /// request is made.
  public init(
    url: URL, navigation: NavigationKind = .other, frame: NavigationFrame = .main,
    method: String = "GET", headers: [String: String] = [:], isDownload: Bool = false,
    page: URL? = nil, document: URL? = nil
  ) {
    self.url = url
    self.parts = AddressParts(url.absoluteString)
    self.navigation = navigation
    self.frame = frame
    self.method = method == "GET" ? method : method.uppercased()
    self.isDownload = isDownload
    //: if HeaderValue
    self.headers = headers
    //: end
    //: if PageParts
    self.pageURL = page
    //: end
    //: if DocumentParts
    self.documentURL = document
    //: end
    //: if RequestMemory
    self.memory = .blank()
    //: end
  }

  //: if NavigationResponse
  /// Creates a request with its response, for the rules in `responses`.
  ///
  /// - Parameters:
  ///   - url: the URL of the response.
  ///   - page: the page that is shown.
  public init(
    url: URL, response: NavigationResponse, frame: NavigationFrame = .main, page: URL? = nil
  ) {
    self.init(url: url, frame: frame, headers: response.headers, page: page)
    self.response = response
  }

  //: end
  @_spi(Generated) public var text: RequestText { parts.whole }
}
