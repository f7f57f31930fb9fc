//: output BasculeRequest
//: needs Digits

import Foundation

/// Rules of the URL standard about parts of URLs.
nonisolated enum StandardURL {
  /// True for a host of lower-case letters, digits, `.`, `-`, `_`, `~` and the
  /// sub-delimiters of RFC 3986. Only an IPv4 address in its usual form can end in a number.
  static func isPlainHost(_ bytes: some BidirectionalCollection<UInt8>) -> Bool {
    let isPlain = bytes.allSatisfy {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0.isDigit
        || "-._~!$&'()*+,;=".utf8.contains($0)
    }
    guard isPlain, !bytes.isEmpty else { return false }
    var labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let hasDot = labels.count > 1 && labels.last?.isEmpty == true
    if hasDot { labels.removeLast() }
    guard let last = labels.last, !last.isEmpty else { return true }
    let isHexadecimal =
      last.starts(with: "0x".utf8)
      && last.dropFirst(2).allSatisfy {
        $0.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      }
    if !last.allSatisfy(\.isDigit) && !isHexadecimal { return true }
    return !hasDot && labels.count == 4
      && labels.allSatisfy { label in
        let text = String(decoding: label, as: UTF8.self)
        return UInt8(text).map { String($0) == text } == true
      }
  }

  /// The components of a path without `.` and `..`.
  static func withoutDots(_ components: [ArraySlice<UInt8>]) -> [ArraySlice<UInt8>] {
    var kept: [ArraySlice<UInt8>] = []
    for (place, component) in components.enumerated() {
      let text = String(decoding: component, as: UTF8.self).lowercased()
        .replacingOccurrences(of: "%2e", with: ".")
      if text == "..", !kept.isEmpty { kept.removeLast() }
      if text != ".", text != ".." {
        kept.append(component)
      } else if place == components.count - 1 {
        kept.append([])
      }
    }
    return kept
  }
}
