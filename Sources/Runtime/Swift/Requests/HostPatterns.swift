//: output BasculeRequest
//: needs RequestText

nonisolated extension RequestText {
  /// Returns whether both texts are present and the other text is a pattern that matches this host.
  @_spi(Generated) public func isLike(_ pattern: RequestText) -> Bool {
    exists && pattern.exists
      && withBytes { host in pattern.withBytes { HostPattern.matches(host, $0) } }
  }

  /// Returns whether the host is present and a pattern in the list matches it.
  @_spi(Generated) public func isLike(anyOf patterns: [String]) -> Bool {
    exists
      && withBytes { host in
        patterns.contains { $0.withBytes { HostPattern.matches(host, $0) } }
      }
  }
}

/// Matches host patterns that the app gives. A text that is no pattern matches nothing.
///
/// The literal ends of a pattern are compared first. The time is at most proportional to the length of the host times
/// the length of the pattern, and no host of more than `longestHost` bytes matches.
private nonisolated enum HostPattern {
  /// The maximum length of a host: a domain name has at most 253 bytes, and possibly a dot at its end.
  private static let longestHost = 254
  /// The element `*`: any bytes but `.`. Elements below it are bytes.
  private static let run: UInt16 = 256
  /// The element `**`: any bytes.
  private static let anything: UInt16 = 257

  static func matches(
    _ host: UnsafeBufferPointer<UInt8>, _ pattern: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    if host.count > longestHost { return false }
    return withUnsafeTemporaryAllocation(of: UInt16.self, capacity: pattern.count) { buffer in
      guard let count = read(pattern, into: buffer) else { return false }
      return matches(host, UnsafeBufferPointer(rebasing: buffer[..<count]))
    }
  }

  private static func matches(
    _ host: UnsafeBufferPointer<UInt8>, _ elements: UnsafeBufferPointer<UInt16>
  ) -> Bool {
    var (start, end) = (0, host.count)
    var (first, last) = (0, elements.count)
    while first < last, elements[first] < run {
      if start == end || elements[first] != host[start] { return false }
      first += 1
      start += 1
    }
    if first == last { return start == end }
    while elements[last - 1] < run {
      if start == end || elements[last - 1] != host[end - 1] { return false }
      last -= 1
      end -= 1
    }
    if hasEmptyLabel(host, endsInWildcard: last == elements.count) { return false }
    let inner = UnsafeBufferPointer(rebasing: elements[first..<last])
    return withUnsafeTemporaryAllocation(of: Bool.self, capacity: inner.count + 1) { places in
      matches(UnsafeBufferPointer(rebasing: host[start..<end]), inner, places)
    }
  }

  /// - Parameters:
  ///   - elements: elements that begin and end with a wildcard.
  ///   - places: receives, for each place, whether the elements before it match the part of the host that was read.
  private static func matches(
    _ host: UnsafeBufferPointer<UInt8>, _ elements: UnsafeBufferPointer<UInt16>,
    _ places: UnsafeMutableBufferPointer<Bool>
  ) -> Bool {
    /// Marks the places after wildcards, which can match nothing.
    func skipWildcards() {
      var place = 0
      while place < elements.count {
        if elements[place] >= run, places[place] { places[place + 1] = true }
        place += 1
      }
    }
    places.initialize(repeating: false)
    places[0] = true
    skipWildcards()
    for byte in host {
      var place = elements.count
      places[place] = false
      while place > 0 {
        place -= 1
        let element = elements[place]
        if element == byte, places[place] { places[place + 1] = true }
        if element < run || element == run && byte == UInt8(ascii: ".") { places[place] = false }
      }
      skipWildcards()
    }
    return places[elements.count]
  }

  /// Reads the elements of a pattern, and returns their number; nil if the text is no pattern.
  private static func read(
    _ pattern: UnsafeBufferPointer<UInt8>, into elements: UnsafeMutableBufferPointer<UInt16>
  ) -> Int? {
    var count = 0
    var index = 0
    while index < pattern.count {
      var element = UInt16(pattern[index])
      switch pattern[index] {
      case UInt8(ascii: "*"):
        let stars = pattern[index...].prefix { $0 == UInt8(ascii: "*") }.count
        if stars > 2 { return nil }
        element = stars == 1 ? run : anything
        index += stars - 1
      case UInt8(ascii: "\\"):
        index += 1
        guard index < pattern.count, #"*{}\"#.utf8.contains(pattern[index]) else { return nil }
        element = UInt16(pattern[index])
      case UInt8(ascii: "{"), UInt8(ascii: "}"): return nil
      default: break
      }
      elements.initializeElement(at: count, to: element)
      count += 1
      index += 1
    }
    return count
  }

  /// Returns whether the host has an empty label. If the pattern does not end in a wildcard, a dot at the end of the
  /// host does not begin one.
  private static func hasEmptyLabel(
    _ host: UnsafeBufferPointer<UInt8>, endsInWildcard: Bool
  ) -> Bool {
    var isStart = true
    for byte in host {
      if isStart, byte == UInt8(ascii: ".") { return true }
      isStart = byte == UInt8(ascii: ".")
    }
    return isStart && endsInWildcard
  }
}
