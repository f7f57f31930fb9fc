package import Interpreter
package import Semantics
package import WebURL

/// A request that shows something, in terms that several rule sets share.
package struct Witness: Sendable {
  package private(set) var urlText: String
  /// nil: not read yet.
  private var parsed: ReadURL?
  package var frame = FrameKind.main
  package var navigation = NavigationKind.other
  package var method = "GET"
  /// By name in lower case.
  package var headers: [String: String] = [:]
  package var download = false
  private var shownPage: ReadURL?
  /// Names of the flags that are true, sorted.
  package var flags: [String] = []

  package var url: WebURL {
    get { parsed?.url ?? WebURL.parse(urlText)! }
    set {
      parsed = ReadURL(newValue)
      urlText = newValue.href
    }
  }

  package var page: WebURL? {
    get { shownPage?.url }
    set { shownPage = newValue.map { ReadURL($0) } }
  }

  package var pageText: String? { page?.href }

  /// Apart from the witness, which is handed on more often than its URL is looked at.
  private final class ReadURL: Sendable {
    let url: WebURL

    init(_ url: WebURL) { self.url = url }
  }

  package init(url: WebURL) {
    parsed = ReadURL(url)
    urlText = url.href
  }

  /// - Requires: the text is the `href` of a URL.
  init(href: String) { urlText = href }

  /// The request as rules of that set see it; flags that it does not declare are left out.
  package func request(in rules: RuleSet) -> Request {
    var ids: Set<ID<Flag>> = []
    if !flags.isEmpty {
      for (index, flag) in rules.flags.enumerated() where flags.contains(flag.name) {
        ids.insert(ID(index))
      }
    }
    return Request(
      url: url, frame: frame, navigation: navigation, method: method, headers: headers,
      download: download, page: page, flags: ids)
  }
}
