//: output BasculeMessages
//: needs TrustedOrigin WebOrigin AppAddress HostValue PortValue

public import Foundation

/// Gives the URLs of origins that only the app knows.
@MainActor public protocol OriginSource: AnyObject {
  /// The URLs whose scheme, host and port the origin has; none while their value is missing.
  func urls(ofOrigin name: String) -> [URL]
}

extension OriginSource {
  /// True if one of the trusted origins is now that page's.
  func gives(_ page: WebOrigin, as trusted: [TrustedOrigin]) -> Bool {
    trusted.contains { origin in
      origin.givenName.map { urls(ofOrigin: $0).contains { WebOrigin(app: $0) == page } } == true
    }
  }
}

nonisolated extension WebOrigin {
  /// The origin of a URL of the app; nil if it has none.
  init?(app url: URL) {
    guard let parts = AddressParts(app: url), let scheme = parts.scheme.value,
      let host = parts.host.value
    else { return nil }
    self.init(scheme: scheme, host: host, givenPort: parts.port.value)
  }
}
