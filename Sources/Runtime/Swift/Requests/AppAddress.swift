//: output BasculeRequest
//: needs AddressParts HostValue StandardURL

import Foundation

nonisolated extension AddressParts {
  /// A URL of the app in the form in which WebKit gives those of requests; nil for one without a scheme, and for a
  /// web URL without a host or with one that the URL standard would rewrite (`http://127.1`, `http://%61.example`).
  init?(app url: URL) {
    let given = AddressParts(url.absoluteString)
    guard given.layout.schemeEnd > 0 else { return nil }
    let isWeb = DefaultPort.of(given.text.utf8.prefix(given.layout.schemeEnd)) != nil
    if isWeb, !given.layout.hasAuthority || !given.hasPlainHost { return nil }
    self = given.layout.isOpaque || !given.mayHaveDots ? given : AddressParts(given.withoutDots)
  }

  /// True for an address in brackets, and for a host that the standard leaves as it is.
  private var hasPlainHost: Bool {
    host.withBytes { bytes in
      bytes.first == UInt8(ascii: "[")
        ? bytes.last == UInt8(ascii: "]") : StandardURL.isPlainHost(bytes)
    }
  }

  /// False if no component of the path is `.` or `..`.
  private var mayHaveDots: Bool {
    text.withBytes { bytes in
      (layout.pathStart..<layout.pathEnd).dropLast().contains { index in
        bytes[index] == UInt8(ascii: "/")
          && (bytes[index + 1] == UInt8(ascii: ".") || bytes[index + 1] == UInt8(ascii: "%"))
      }
    }
  }

  /// The text without the components `.` and `..`.
  private var withoutDots: String {
    let bytes = Array(text.utf8)
    let path = bytes[layout.pathStart..<layout.pathEnd]
    let components = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let kept = StandardURL.withoutDots(Array(components.dropFirst()))
    var result = Array(bytes[..<layout.pathStart])
    for component in kept { result += [UInt8(ascii: "/")] + component }
    if kept.isEmpty { result.append(UInt8(ascii: "/")) }
    return String(decoding: result + bytes[layout.pathEnd...], as: UTF8.self)
  }
}
