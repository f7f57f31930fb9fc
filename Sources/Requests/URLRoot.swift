/// A URL whose parts rules can test.
package enum URLRoot: Hashable, Sendable {
  case request
  /// The URL of the current page; missing before the first load.
  case page
  /// The URL of the main document that contains the frame of the request; missing if the request names none.
  case document
  /// The origin of the page that makes the request; missing without `source`, and for an opaque origin.
  case source
  /// A URL that the app gives.
  ///
  /// - Requires: the type is `url`.
  indirect case value(AppValueKey)

  /// The word at the start of the names of the URL's parts; nil for the URL of the request.
  package var word: String? {
    switch self {
    case .request: nil
    case .page: "page"
    case .document: "document"
    case .source: "source"
    case .value(let key): key.name.string
    }
  }

  /// The input that sets the URL; nil for the URL of the request.
  package var input: RequestInput? {
    switch self {
    case .request: nil
    case .page: .page
    case .document: .document
    case .source: .sourceOrigin
    case .value(let key): .value(key)
    }
  }

  /// True if every request has the URL.
  package var isAlwaysPresent: Bool {
    switch self {
    case .request: true
    case .page, .document, .source, .value: false
    }
  }

  /// The parts of the URL that rules can name.
  var named: [URLPart] {
    switch self {
    case .request, .page, .document, .value: URLPart.named
    case .source: URLPart.ofOrigin
    }
  }

  /// The end of the documentation of the URL's parts.
  package var suffix: String {
    switch self {
    case .request: ""
    case .page: " Of the current page; missing before the first load."
    case .document:
      " Of the main document, in whose frames the request is made; missing if there is none."
    case .source:
      " Of the origin of the page that asks; missing without `source`, and for an opaque origin, such as that of a sandboxed frame."
    case .value(let key):
      " Of the URL that the app gives as `\(key.name.string)`; missing if that is missing."
    }
  }
}

extension RequestInput {
  /// The URL that the input sets; nil if the input is no URL.
  var root: URLRoot? {
    switch self {
    case .page: .page
    case .document: .document
    case .sourceOrigin: .source
    case .value(let key): key.type == .url ? .value(key) : nil
    case .frame, .navigation, .method, .header, .download, .status, .mime, .displayable, .filename,
      .source, .flag:
      nil
    }
  }
}
