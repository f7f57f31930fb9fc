//: output BasculePatterns
//: needs TextPattern

/// Matches the elements of a `TextPattern` from its first to its last open wildcard, if there are several of them.
///
/// A first pass goes from the last element to the first. For each element it computes the places from which it and the
/// elements after it match the rest of the text, as a set of bits. A second pass goes from the start and lets each
/// wildcard take as few characters as these sets allow, so that the captures are unambiguous. The time is proportional
/// to the length of the text times the length of the pattern in units of 64 characters.
nonisolated struct WildcardSearch {
  private let pattern: TextPattern
  private let elements: Swift.Range<Int>
  private let range: Swift.Range<Int>
  private let bytes: UnsafeBufferPointer<UInt8>
  private let text: RequestText
  /// The number of each byte that occurs in a literal or is the separator; 0 for other bytes.
  private let numbers: UnsafeMutableBufferPointer<UInt8>
  /// Sets of places, numbered by their distance from the end of the text. For each number of a byte there is the set of
  /// its places; then follow the sets after each element and the set before the first.
  private let words: UnsafeMutableBufferPointer<UInt64>
  /// The number of words of a set.
  private let width: Int
  /// The offset of the set after the last element.
  private let last: Int

  static func matches(
    _ pattern: TextPattern, _ elements: Swift.Range<Int>, in range: Swift.Range<Int>,
    of bytes: UnsafeBufferPointer<UInt8>, _ text: RequestText, _ captures: inout Captures
  ) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 256) { numbers in
      numbers.initialize(repeating: 0)
      numbers[Int(pattern.separator)] = 1
      var count = 2
      for element in pattern.elements[elements] {
        guard case .literal(let literal) = element else { continue }
        literal.withUTF8Buffer { literal in
          for byte in literal where numbers[Int(byte)] == 0 {
            numbers[Int(byte)] = UInt8(count)
            count += 1
          }
        }
      }
      let width = range.count / 64 + 1
      let last = (count + elements.count) * width
      return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: last + width) { words in
        words.initialize(repeating: 0)
        let search = WildcardSearch(
          pattern: pattern, elements: elements, range: range, bytes: bytes, text: text,
          numbers: numbers, words: words, width: width, last: last)
        return search.matches(&captures)
      }
    }
  }

  private func matches(_ captures: inout Captures) -> Bool {
    for place in 0..<range.count {
      let number = Int(numbers[Int(bytes[range.upperBound - 1 - place])])
      words[number * width + place / 64] |= 1 << UInt64(place % 64)
    }
    insert(0, last)
    for element in elements.reversed() { advance(over: element) }
    if !contains(range.count, offset(elements.lowerBound)) { return false }
    if captures.keepsTexts { capture(&captures) }
    return true
  }

  /// Returns the offset of the set of places before an element.
  private func offset(_ element: Int) -> Int { last - (elements.upperBound - element) * width }

  // MARK: From the end to the start

  /// Computes the places before an element from the places after it.
  private func advance(over element: Int) {
    let (behind, before) = (offset(element + 1), offset(element))
    let separators = Int(numbers[Int(pattern.separator)]) * width
    switch pattern.elements[element] {
    case .literal(let literal):
      literal.withUTF8Buffer { literal in
        var from = behind
        for byte in literal.reversed() {
          step(from, before, over: Int(numbers[Int(byte)]) * width)
          from = before
        }
      }
    case .run: fillComponents(behind, before)
    case .anything: fill(behind, before)
    case .components:
      fill(behind, before)
      step(before, before, over: separators)
      for index in 0..<width { words[before + index] |= words[behind + index] }
    case .capture(_, let kind):
      // The other ends of the components that are not empty.
      fillComponents(behind, before)
      for index in 0..<width {
        words[before + index] &= words[separators + index] & ~words[behind + index]
      }
      if let accepts = kind.accepts { filter(before, accepts) }
    case .part:
      stepOverOthers(behind, before)
      fillComponents(before, before)
    case .rest:
      fill(behind, before)
      step(before, before, over: separators)
      insert(0, before)
    }
  }

  /// Moves each place in the set over one byte, if that byte is in the set `found`.
  private func step(_ from: Int, _ to: Int, over found: Int) {
    var index = width - 1
    while index > 0 {
      let taken = words[from + index] & words[found + index]
      let carry = words[from + index - 1] & words[found + index - 1]
      words[to + index] = taken << 1 | carry >> 63
      index -= 1
    }
    words[to] = (words[from] & words[found]) << 1
  }

  /// Moves each place in the set over one byte, if that byte is not the separator.
  private func stepOverOthers(_ from: Int, _ to: Int) {
    let separators = Int(numbers[Int(pattern.separator)]) * width
    var index = width - 1
    while index >= 0 {
      let taken = words[from + index] & ~words[separators + index] & bits(index)
      let before = index > 0 ? words[from + index - 1] & ~words[separators + index - 1] : 0
      words[to + index] = taken << 1 | before >> 63
      index -= 1
    }
  }

  /// Adds all places from which only bytes other than the separator lead to a place in the set.
  private func fillComponents(_ from: Int, _ to: Int) {
    let separators = Int(numbers[Int(pattern.separator)]) * width
    // The sum carries each place over all bytes up to the next separator.
    var carry: UInt64 = 0
    for index in 0..<width {
      let places = words[from + index]
      let others = ~words[separators + index] & bits(index)
      let (sum, overflow) = (places & others).addingReportingOverflow(others)
      let (all, overflowsMore) = sum.addingReportingOverflow(carry)
      carry = overflow || overflowsMore ? 1 : 0
      words[to + index] = places | (all ^ others)
    }
  }

  /// Removes the places at which a component starts that does not convert.
  private func filter(_ offset: Int, _ accepts: (RequestText) -> Bool) {
    for index in 0..<width {
      var places = words[offset + index]
      while places != 0 {
        let bit = places.trailingZeroBitCount
        places &= places - 1
        let start = range.upperBound - 64 * index - bit
        let end = bytes.firstIndex(of: pattern.separator, in: start..<range.upperBound)
        if !accepts(text.part(start..<end)) { words[offset + index] &= ~(1 << UInt64(bit)) }
      }
    }
  }

  /// Adds all places that are farther from the end of the text than a place in the set.
  private func fill(_ from: Int, _ to: Int) {
    guard let first = (0..<width).first(where: { words[from + $0] != 0 }) else { return }
    for index in first..<width { words[to + index] = bits(index) }
    words[to + first] &= ~0 << UInt64(words[from + first].trailingZeroBitCount)
    insert(range.count, to)
  }

  /// Returns the bits of a word that belong to bytes of the text.
  private func bits(_ index: Int) -> UInt64 {
    index < width - 1 ? ~0 : ~(~0 << UInt64(range.count % 64))
  }

  // MARK: From the start to the end

  private func capture(_ captures: inout Captures) {
    var place = range.count
    for element in elements {
      let behind = offset(element + 1)
      switch pattern.elements[element] {
      case .literal(let literal): place -= literal.utf8CodeUnitCount
      case .run, .anything: place = next(place, behind)
      case .components: if !contains(place, behind) { place = next(place - 1, behind) }
      case .capture(let number, _):
        let start = range.upperBound - place
        let end = bytes.firstIndex(of: pattern.separator, in: start..<range.upperBound)
        captures.set(number, text, start..<end)
        place = range.upperBound - end
      case .part(let number):
        let start = range.upperBound - place
        place = next(place - 1, behind)
        captures.set(number, text, start..<range.upperBound - place)
      case .rest(let number):
        captures.set(number, text, range.upperBound - max(place - 1, 0)..<range.upperBound)
        place = 0
      }
    }
  }

  /// Returns the place itself if it is in the set, or else the next place in the set towards the end of the text.
  private func next(_ place: Int, _ offset: Int) -> Int {
    var index = place / 64
    var word = words[offset + index] & ~0 >> UInt64(63 - place % 64)
    while word == 0, index > 0 {
      index -= 1
      word = words[offset + index]
    }
    return word == 0 ? 0 : 64 * index + 63 - word.leadingZeroBitCount
  }

  private func contains(_ place: Int, _ offset: Int) -> Bool {
    words[offset + place / 64] >> UInt64(place % 64) & 1 == 1
  }

  private func insert(_ place: Int, _ offset: Int) {
    words[offset + place / 64] |= 1 << UInt64(place % 64)
  }
}
