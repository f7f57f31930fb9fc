/// A value of the request that a chain decides on.
package enum RequestValue: Hashable, Sendable {
  case url
  case scheme
  case host
  case port
  case path
  /// 0 is always `/`.
  case pathComponent(Int)
  case pathCount
  /// First value of that key.
  case query(String)
  case fragment
  case navigation
  case frame
  case method
  /// Name in lower case.
  case header(String)
  case download
  case pageScheme
  case pageHost
  /// 0 is always `/` once a page with a path has loaded.
  case pagePathComponent(Int)
  case flag(ID<Flag>)

  /// The type of the value when it is there.
  package var kind: RequestValueKind {
    switch self {
    case .url: .url
    case .port, .pathCount: .int
    case .navigation: .navigation
    case .frame: .frame
    case .download, .flag: .bool
    case .scheme, .host, .path, .pathComponent, .query, .fragment, .method, .header, .pageScheme,
      .pageHost, .pagePathComponent:
      .string
    }
  }

  /// True if every request has the value.
  package var isAlwaysPresent: Bool {
    switch self {
    case .url, .scheme, .pathCount, .navigation, .frame, .method, .download, .flag: true
    case .host, .port, .path, .pathComponent, .query, .fragment, .header, .pageScheme, .pageHost,
      .pagePathComponent:
      false
    }
  }
}

package enum RequestValueKind: Hashable, Sendable {
  case string, int, bool, url, navigation, frame
}

/// Why the page wants to open a URL; the raw value is its name in the language.
package enum NavigationKind: String, CaseIterable, Hashable, Sendable {
  case linkActivated, formSubmitted, formResubmitted, backForward, reload, other
}

/// The frame in which the URL opens; `new` has no target frame (`target=_blank`, `window.open`).
package enum FrameKind: String, CaseIterable, Hashable, Sendable {
  case main, sub, new
}
