package import Semantics
package import WebURL

/// One concrete request that a chain decides on.
package struct Request: Sendable {
  package var url: WebURL
  package var frame: FrameKind
  package var navigation: NavigationKind
  /// Upper case.
  package var method: String { didSet { method = method.uppercased() } }
  /// By name in lower case.
  package private(set) var headers: [String: String]
  package var download: Bool
  /// The page now shown; nil before the first load.
  package var page: WebURL?
  /// Those that are true.
  package var flags: Set<ID<Flag>>

  package init(
    url: WebURL, frame: FrameKind = .main, navigation: NavigationKind = .other,
    method: String = "GET", headers: [String: String] = [:], download: Bool = false,
    page: WebURL? = nil, flags: Set<ID<Flag>> = []
  ) {
    self.url = url
    self.frame = frame
    self.navigation = navigation
    self.method = method.uppercased()
    self.headers = [:]
    self.download = download
    self.page = page
    self.flags = flags
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) { setHeader(name, value) }
  }

  /// - Parameter name: in any case; a header that is set already gets the new value.
  package mutating func setHeader(_ name: String, _ value: String) {
    headers[name.lowercased()] = value
  }

  /// The value with that name; nil if it is missing.
  ///
  /// `url` is the normalized text.
  package func value(of subject: RequestValue) -> RequestConstant? {
    switch subject {
    case .url: .url(url.normalized)
    case .scheme: .string(url.scheme)
    case .host: url.host.map { .string($0) }
    case .port: url.port.map { .int($0) }
    case .path: url.path.map { .string($0) }
    case .pathComponent(let index): component(index, of: url).map { .string($0) }
    case .pathCount: .int(url.pathCount)
    case .query(let name): url.query(exactly: name).map { .string($0) }
    case .fragment: url.fragment.map { .string($0) }
    case .navigation: .navigation(navigation)
    case .frame: .frame(frame)
    case .method: .string(method)
    case .header(let name): headers[name].map { .string($0) }
    case .download: .bool(download)
    case .pageScheme: page.map { .string($0.scheme) }
    case .pageHost: (page?.host).map { .string($0) }
    case .pagePathComponent(let index):
      page.flatMap { component(index, of: $0) }.map { .string($0) }
    case .flag(let flag): .bool(flags.contains(flag))
    }
  }

  private func component(_ index: Int, of url: WebURL) -> String? {
    let components = url.components
    return components.indices.contains(index) ? components[index] : nil
  }
}

extension WebURL {
  /// Names of query items are the same only if their scalars are, unlike Swift's strings.
  fileprivate func query(exactly name: String) -> String? {
    queryItems.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }
}
