/// One pattern of an origin: scheme, host glob and port.
package struct OriginPattern: Hashable, Sendable {
  /// The scheme in lower case, such as `https`.
  package var scheme: String
  /// The pattern of the host, with the separator `.` and without captures. Empty for `file://`, the files of the
  /// device.
  package var host: Glob
  /// The port; nil for the default port of the scheme.
  package var port: Int?

  package init(scheme: String, host: Glob, port: Int? = nil) {
    self.scheme = scheme
    self.host = host
    self.port = port
  }

  /// The pattern as rules write it, such as `https://*.store.example`.
  package var text: String { "\(scheme)://\(host.source)\(port.map { ":\($0)" } ?? "")" }

  /// True for `file://`, the pages without a host that an app loads from its files.
  package var isOfFiles: Bool { host.elements.isEmpty }
}
