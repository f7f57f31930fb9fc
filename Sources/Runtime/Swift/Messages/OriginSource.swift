//: output BasculeMessages
//: needs TrustedOrigin WebOrigin AppAddress HostValue PortValue

public import Foundation

/// Gives the URLs of origins that only the app knows.
@MainActor public protocol OriginSource: AnyObject {
  /// Returns URLs whose scheme, host and port make up the origin; none while the app does not know them yet.
  func urls(ofOrigin name: String) -> [URL]
}

extension OriginSource {
  /// Returns whether one of the trusted origins is given by the app and is now the origin of the page.
  func gives(_ page: WebOrigin, as trusted: [TrustedOrigin]) -> Bool {
    trusted.contains { origin in
      origin.givenName.map { urls(ofOrigin: $0).contains { WebOrigin(app: $0) == page } } == true
    }
  }
}

nonisolated extension WebOrigin {
  /// Creates the origin of a URL of the app; nil if the URL has none.
  init?(app url: URL) {
    guard let parts = AddressParts(app: url), let scheme = parts.scheme.value,
      let host = parts.host.value
    else { return nil }
    self.init(scheme: scheme, host: host, givenPort: parts.port.value)
  }
}
