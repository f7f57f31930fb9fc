//: output BasculeRequest
//: needs PageParts PortValue PathValue FragmentValue Query TextComparisons

public import Foundation

/// A URL, split into the parts that rules test.
///
/// The scheme is in lower case, and so is the host of a web URL. Components, query values and the fragment are
/// percent-decoded once; `%2F` and `%5C` in a component are kept.
public nonisolated struct WebAddress: Sendable, Hashable {
  /// The whole URL, normalized: scheme and host of a web URL in lower case, no default port, `/` for an empty path of
  /// a web URL.
  public let text: String
  public let scheme: String
  /// The host; nil if the URL has none (`tel:`) or an empty one.
  public let host: String?
  /// The port; nil if the URL names none, or the default port of its scheme.
  public let port: Int?
  /// The root `/`, then the components that are not empty. The list is empty for an opaque path (`mailto:a@b`).
  public let components: [String]
  /// The query as written, without `?`.
  public let rawQuery: String?
  /// The fragment as written, without `#`.
  public let rawFragment: String?

  public init(_ url: URL) {
    self.init(text: url.absoluteString)
  }

  /// - Parameter text: an absolute URL.
  public init(text: String) {
    self.init(AddressParts(text))
  }

  init(_ parts: AddressParts) {
    text = parts.written
    scheme = parts.scheme.value ?? ""
    host = parts.host.value
    port = parts.port.value
    var components: [String] = parts.layout.isOpaque ? [] : ["/"]
    var rest = AddressComponents(parts.layout)
    while case let range = parts.written.withBytes({ rest.next($0) }), !range.isEmpty {
      components.append(parts.component(range).value ?? "")
    }
    self.components = components
    rawQuery = parts.rawQuery.value
    rawFragment = parts.rawFragment.value
  }

  /// The root `/` and the components joined by `/`; nil for an opaque path.
  public var path: String? {
    components.isEmpty ? nil : "/" + components.dropFirst().joined(separator: "/")
  }

  public var fragment: String? {
    RequestText(rawFragment).decoded(.plain).value
  }

  /// Returns the component at an index. The component at index 0 is always `/`.
  public func component(_ index: Int) -> String? {
    components.indices.contains(index) ? components[index] : nil
  }

  /// Returns the first value of a key; empty for `?key` and `?key=`.
  public func query(_ key: String) -> String? {
    key.withBytes { AddressParts(text).query($0, .query).value }
  }
}

extension NavigationRequest {
  /// The parts of the request's URL. Each call parses the URL again.
  public var address: WebAddress { WebAddress(parts) }
  /// The parts of the URL of the page that is shown; nil before the first load.
  public var page: WebAddress? { pageParts.map { WebAddress($0) } }
}
