//: output BasculeRequest
//: needs AddressParts HostValue

import Foundation

extension AddressParts {
  /// A URL of the app in the form in which WebKit gives those of requests; nil for one without a scheme, and for a
  /// web URL without a host or with one that the URL standard would rewrite (`http://127.1`, `http://%61.example`).
  init?(app url: URL) {
    let given = AddressParts(url.absoluteString)
    guard given.layout.schemeEnd > 0 else { return nil }
    let isWeb = DefaultPort.of(given.text.utf8.prefix(given.layout.schemeEnd)) != nil
    if isWeb, !given.layout.hasAuthority || !given.hasPlainHost { return nil }
    self = given.layout.isOpaque || !given.mayHaveDots ? given : AddressParts(given.withoutDots)
  }

  /// True for an address in brackets, and for a host of lower-case letters, digits, `.`, `-`, `_` and the delimiters
  /// that no part of a URL needs. A number at the end is only allowed in an IPv4 address in its usual form.
  private var hasPlainHost: Bool {
    host.withBytes { bytes in
      guard let first = bytes.first else { return false }
      if first == UInt8(ascii: "[") { return bytes.last == UInt8(ascii: "]") }
      let isPlain = bytes.allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || "-._~!$&'()*+,;=".utf8.contains($0)
      }
      guard isPlain else { return false }
      var labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      let hasDot = labels.count > 1 && labels.last?.isEmpty == true
      if hasDot { labels.removeLast() }
      guard let last = labels.last, !last.isEmpty else { return true }
      let isNumber = last.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      let isHexadecimal =
        last.starts(with: "0x".utf8)
        && last.dropFirst(2).allSatisfy {
          (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
            || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
        }
      if !isNumber && !isHexadecimal { return true }
      return !hasDot && labels.count == 4
        && labels.allSatisfy { label in
          let text = String(decoding: label, as: UTF8.self)
          return UInt8(text).map { String($0) == text } == true
        }
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
    var kept: [ArraySlice<UInt8>] = []
    let components = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .dropFirst()
    for (place, component) in components.enumerated() {
      let isLast = place == components.count - 1
      switch Self.dots(component) {
      case 1: if isLast { kept.append([]) }
      case 2:
        if !kept.isEmpty { kept.removeLast() }
        if isLast { kept.append([]) }
      default: kept.append(component)
      }
    }
    var result = Array(bytes[..<layout.pathStart])
    for component in kept { result += [UInt8(ascii: "/")] + component }
    if kept.isEmpty { result.append(UInt8(ascii: "/")) }
    return String(decoding: result + bytes[layout.pathEnd...], as: UTF8.self)
  }

  /// 1 for `.` and `%2e`, 2 for two of them, otherwise 0.
  private static func dots(_ component: ArraySlice<UInt8>) -> Int {
    let text = String(decoding: component, as: UTF8.self).lowercased()
      .replacingOccurrences(of: "%2e", with: ".")
    return text == "." ? 1 : text == ".." ? 2 : 0
  }
}
