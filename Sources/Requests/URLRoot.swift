/// The URL that a part belongs to.
package enum URLRoot: Hashable, Sendable {
  case request
  /// The URL of the current page; missing before the first load.
  case page
  /// The URL of the main document, in whose frames the request is made; missing if the request names none.
  case document
  /// A URL that the app gives.
  ///
  /// - Requires: the type is `url`.
  case value(AppValueKey)

  /// The word at the start of its values; nil for the URL of the request.
  package var word: String? {
    switch self {
    case .request: nil
    case .page: "page"
    case .document: "document"
    case .value(let key): key.name.string
    }
  }

  /// The input that sets it; nil for the URL of the request.
  package var input: RequestInput? {
    switch self {
    case .request: nil
    case .page: .page
    case .document: .document
    case .value(let key): .value(key)
    }
  }

  /// True if every request has it.
  package var isAlwaysPresent: Bool {
    switch self {
    case .request: true
    case .page, .document, .value: false
    }
  }

  /// The end of the documentation of its parts.
  package var suffix: String {
    switch self {
    case .request: ""
    case .page: " Of the current page; missing before the first load."
    case .document:
      " Of the main document, in whose frames the request is made; missing if there is none."
    case .value(let key):
      " Of the URL that the app gives as `\(key.name.string)`; missing if that is missing."
    }
  }
}

extension RequestInput {
  /// The URL that the input sets; nil if it is no URL.
  var root: URLRoot? {
    switch self {
    case .page: .page
    case .document: .document
    case .value(let key): key.type == .url ? .value(key) : nil
    case .frame, .navigation, .method, .header, .download, .status, .mime, .displayable, .filename,
      .flag:
      nil
    }
  }
}
