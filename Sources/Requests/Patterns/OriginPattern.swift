/// One pattern of an origin: scheme, host glob and port.
package struct OriginPattern: Hashable, Sendable {
  /// In lower case, such as `https`.
  package var scheme: String
  /// Over the labels of the host; separator `.`, no captures. Empty for `file://`, the files of the device.
  package var host: Glob
  /// nil: the default port of the scheme.
  package var port: Int?

  package init(scheme: String, host: Glob, port: Int? = nil) {
    self.scheme = scheme
    self.host = host
    self.port = port
  }

  /// The pattern as written: `https://*.store.example`.
  package var text: String { "\(scheme)://\(host.source)\(port.map { ":\($0)" } ?? "")" }

  /// True for `file://`: pages without a host, such as those that an app loads from its bundle.
  package var isOfFiles: Bool { host.elements.isEmpty }
}
