import Requests
import WebURL

/// The form of a URL: the kind of its scheme, and whether it has a host and a path.
///
/// Within one form the components of a URL can be chosen freely. Across forms they depend on one another: `https`
/// always has a host, and `tel:+1` has neither a host nor a path.
enum URLForm: Int, CaseIterable {
  case https, http, customHost, opaque, customPath, file, ftp, wss, ws, fileHost

  /// The scheme; nil if the form does not fix it.
  var scheme: String? {
    switch self {
    case .https: "https"
    case .http: "http"
    case .ftp: "ftp"
    case .ws: "ws"
    case .wss: "wss"
    case .file, .fileHost: "file"
    case .customHost, .opaque, .customPath: nil
    }
  }

  /// The scheme of a URL whose scheme no condition restricts.
  var usualScheme: String { scheme ?? "app" }

  /// The path of an `opaque` URL whose path no condition restricts.
  static func usualOpaque(_ root: URLRoot) -> [UInt8] {
    Array((root == .request ? "a" : "page").utf8)
  }

  var isSpecial: Bool { scheme != nil }

  var hasHost: Bool {
    switch self {
    case .https, .http, .ftp, .ws, .wss, .fileHost, .customHost: true
    case .file, .customPath, .opaque: false
    }
  }

  var hasPath: Bool { self != .opaque }
  var canHavePort: Bool { hasHost && self != .fileHost }

  /// The host of a URL whose host no condition restricts.
  static let usualHost = Array("example.com".utf8)

  /// The schemes whose URLs usually have the form `opaque`.
  static let opaqueSchemes = Set(
    ["about", "blob", "data", "javascript", "mailto", "sms", "tel", "urn"].map { Array($0.utf8) })

  /// The rank of the form. Forms with low costs are tried first, so that plain URLs are preferred.
  var cost: Int {
    switch self {
    case .https: 0
    case .http: 2
    case .customHost, .opaque: 4
    case .customPath: 5
    case .file, .ftp, .wss, .ws: 6
    case .fileHost: 7
    }
  }

  init(_ url: WebURL) {
    switch url.scheme {
    case "https": self = .https
    case "http": self = .http
    case "ftp": self = .ftp
    case "ws": self = .ws
    case "wss": self = .wss
    case "file": self = url.host == nil ? .file : .fileHost
    default: self = url.hasOpaquePath ? .opaque : url.host == nil ? .customPath : .customHost
    }
  }
}
