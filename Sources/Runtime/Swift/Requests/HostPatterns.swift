//: output BasculeRequest
//: needs RequestText

nonisolated extension RequestText {
  /// Both texts are present, and the other one is a pattern that matches this host.
  @_spi(Generated) public func isLike(_ pattern: RequestText) -> Bool {
    exists && pattern.exists
      && withBytes { host in pattern.withBytes { HostPattern.matches(host, $0) } }
  }

  /// The host is present, and a pattern in the list matches it.
  @_spi(Generated) public func isLike(anyOf patterns: [String]) -> Bool {
    exists
      && withBytes { host in
        patterns.contains { $0.withBytes { HostPattern.matches(host, $0) } }
      }
  }
}

/// Patterns of hosts that the app gives; a text that is no pattern matches nothing.
///
/// The time is the length of the host times that of the pattern.
private nonisolated enum HostPattern {
  /// `*`: any bytes but `.`; elements below it are bytes.
  private static let run: UInt16 = 256
  /// `**`: any bytes.
  private static let anything: UInt16 = 257

  static func matches(
    _ host: UnsafeBufferPointer<UInt8>, _ pattern: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: pattern.count) { buffer in
      guard let count = read(pattern, into: buffer) else { return false }
      let elements = buffer[..<count]
      if !elements.contains(where: { $0 >= run }) {
        return elements.elementsEqual(host) { $0 == $1 }
      }
      if hasEmptyLabel(host, elements.last) { return false }
      return withUnsafeTemporaryAllocation(of: Bool.self, capacity: count + 1) { places in
        matches(host, elements, places)
      }
    }
  }

  /// - Parameter places: receives whether the elements before each place match what has been read of the host.
  private static func matches(
    _ host: UnsafeBufferPointer<UInt8>, _ elements: Slice<UnsafeMutableBufferPointer<UInt16>>,
    _ places: UnsafeMutableBufferPointer<Bool>
  ) -> Bool {
    func skipWildcards() {
      for place in elements.indices where elements[place] >= run && places[place] {
        places[place + 1] = true
      }
    }
    places.initialize(repeating: false)
    places[0] = true
    skipWildcards()
    for byte in host {
      for place in elements.indices.reversed() {
        let element = elements[place]
        if place + 1 == elements.count || elements[place + 1] < run { places[place + 1] = false }
        if element == byte, places[place] { places[place + 1] = true }
        if element == run, byte == UInt8(ascii: ".") { places[place] = false }
      }
      if elements[0] < run { places[0] = false }
      skipWildcards()
    }
    return places[elements.count]
  }

  /// Reads the elements of a pattern; returns their number, nil if the text is no pattern.
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

  /// A dot at the end of the host is no empty label if the pattern does not end in a wildcard.
  private static func hasEmptyLabel(_ host: UnsafeBufferPointer<UInt8>, _ last: UInt16?) -> Bool {
    var isStart = true
    for byte in host {
      if isStart, byte == UInt8(ascii: ".") { return true }
      isStart = byte == UInt8(ascii: ".")
    }
    return isStart && last.map { $0 >= run } == true
  }
}
