/// A pattern of hosts that the app gives as a text. It matches the same hosts as the text after `host like`.
///
/// A text with a capture is no valid pattern, since nothing could use the capture. No pattern matches a host of
/// more than `longestHost` bytes, so that an app with many patterns decides quickly about every URL.
package struct HostPattern: Hashable, Sendable {
  fileprivate enum Element: Hashable, Sendable {
    case byte(UInt8)
    /// `*`: any bytes except `.`, possibly none.
    case run
    /// `**`: any bytes, possibly none.
    case anything
  }

  /// The length of the longest host: a domain name has at most 253 bytes, and possibly a dot at its end.
  package static let longestHost = 254

  private static let star = UInt8(ascii: "*")
  private static let backslash = UInt8(ascii: "\\")
  private static let escaped = Array(#"*{}\"#.utf8)

  private let elements: [Element]

  /// Parses a pattern.
  ///
  /// - Returns: nil if the text is no valid pattern.
  package init?(_ text: String) {
    var elements: [Element] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case Self.star:
        let stars = 1 + rest.prefix { $0 == Self.star }.count
        if stars > 2 { return nil }
        elements.append(stars == 1 ? .run : .anything)
        rest = rest.dropFirst(stars - 1)
      case Self.backslash:
        guard let next = rest.popFirst(), Self.escaped.contains(next) else { return nil }
        elements.append(.byte(next))
      case UInt8(ascii: "{"), UInt8(ascii: "}"): return nil
      default: elements.append(.byte(byte))
      }
    }
    self.elements = elements
  }

  /// The text of a pattern that matches only this host.
  package static func text(of host: [UInt8]) -> String {
    let bytes = host.flatMap { escaped.contains($0) ? [backslash, $0] : [$0] }
    return String(decoding: bytes, as: UTF8.self)
  }

  package func matches(_ host: [UInt8]) -> Bool {
    if host.count > Self.longestHost { return false }
    if elements.contains(where: { $0.isWildcard }), hasEmptyLabel(host) { return false }
    // True at each index if the elements before it match the bytes of the host that have been read.
    var places = Array(repeating: false, count: elements.count + 1)
    places[0] = true
    skipWildcards(&places)
    for byte in host {
      var next = Array(repeating: false, count: places.count)
      for (place, element) in elements.enumerated() where places[place] {
        switch element {
        case .byte(let wanted): if wanted == byte { next[place + 1] = true }
        case .run: if byte != UInt8(ascii: ".") { next[place] = true }
        case .anything: next[place] = true
        }
      }
      skipWildcards(&next)
      places = next
    }
    return places[elements.count]
  }

  /// Marks the places after wildcards, since a wildcard can match the empty text.
  private func skipWildcards(_ places: inout [Bool]) {
    for (place, element) in elements.enumerated() where element.isWildcard && places[place] {
      places[place + 1] = true
    }
  }

  /// Returns whether the host has an empty label. A dot at its end makes none if the pattern does not end in a
  /// wildcard.
  private func hasEmptyLabel(_ host: [UInt8]) -> Bool {
    let labels = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let counted = elements.last?.isWildcard == true ? labels[...] : labels.dropLast()
    return counted.contains { $0.isEmpty }
  }
}

extension HostPattern.Element {
  fileprivate var isWildcard: Bool {
    switch self {
    case .byte: false
    case .run, .anything: true
    }
  }
}
