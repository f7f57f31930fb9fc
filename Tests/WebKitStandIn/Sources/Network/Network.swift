// The part of Network that the suites of Tests/WebKit use.
public enum NWEndpoint: Sendable {
  public enum Host: ExpressibleByStringLiteral, Sendable {
    case name(String)

    public init(stringLiteral value: String) { self = .name(value) }
  }

  public struct Port: RawRepresentable, Sendable {
    public let rawValue: UInt16

    public init?(rawValue: UInt16) { self.rawValue = rawValue }
  }

  case hostPort(host: Host, port: Port)
}

public struct ProxyConfiguration: Sendable {
  public var allowFailover = true

  public init(httpCONNECTProxy: NWEndpoint) {}
}
