package import Requests
package import WebURL

/// A request that is evidence, in names and values that several rule sets share.
package struct Witness: Sendable {
  package private(set) var urlText: String
  /// The parsed URL; nil before the URL is first set or parsed.
  private var parsed: ReadURL?
  package var settings = RequestSettings()
  /// The names of the attempted actions that must fail, sorted.
  package var declined: [String] = []

  package var url: WebURL {
    get { parsed?.url ?? WebURL.parse(urlText)! }
    set {
      parsed = ReadURL(newValue)
      urlText = newValue.href
    }
  }

  package var page: WebURL? { settings.page }

  /// A parsed URL. This is a class because witnesses are copied more often than their URLs are read.
  private final class ReadURL: Sendable {
    let url: WebURL

    init(_ url: WebURL) { self.url = url }
  }

  package init(url: WebURL) {
    parsed = ReadURL(url)
    urlText = url.href
  }

  /// Creates a witness with a URL that is parsed only when needed.
  ///
  /// - Requires: the text is the `href` of a URL.
  init(href: String) { urlText = href }

  /// The URL of the root; nil if it is missing.
  func url(_ root: URLRoot) -> WebURL? { root == .request ? url : settings.url(root) }

  package var request: Request { Request(url: url, settings: settings) }
}
