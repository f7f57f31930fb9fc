/// An array made of slices that are appended without copying their elements.
///
/// Two versions of a long list that differ in a few places share most of their slices. The members are
/// `@inlinable` because the solver reads elements in its inner loops, from another module.
package struct ChunkedArray<Element>: RandomAccessCollection {
  @usableFromInline package private(set) var parts: [ArraySlice<Element>]
  /// The index of the first element of each part.
  @usableFromInline private(set) var starts: [Int]
  @usableFromInline package private(set) var endIndex: Int

  package init() {
    parts = []
    starts = []
    endIndex = 0
  }

  @inlinable package var startIndex: Int { 0 }

  /// Appends the elements of a slice; an empty slice adds no part.
  package mutating func append(_ part: ArraySlice<Element>) {
    if part.isEmpty { return }
    parts.append(part)
    starts.append(endIndex)
    endIndex += part.count
  }

  @inlinable package subscript(place: Int) -> Element {
    let part = part(at: place)
    return parts[part][parts[part].startIndex + place - starts[part]]
  }

  /// The index of the part that holds the element, and the index of that part's first element.
  @inlinable package func start(ofPartAt place: Int) -> (part: Int, start: Int) {
    let part = part(at: place)
    return (part, starts[part])
  }

  @inlinable func part(at place: Int) -> Int {
    precondition(place >= 0 && place < endIndex)
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= place { low = middle } else { high = middle }
    }
    return low
  }

  /// The length of the longest common prefix.
  ///
  /// - Parameter isSame: true for an element and itself.
  package func commonPrefixCount(_ other: Self, _ isSame: (Element, Element) -> Bool) -> Int {
    let end = Swift.min(count, other.count)
    var place = 0
    while place < end {
      let (mine, theirs) = (start(ofPartAt: place), other.start(ofPartAt: place))
      let (a, b) = (parts[mine.part], other.parts[theirs.part])
      if mine.start == theirs.start, mine.start == place, Self.shareStorage(a, b) {
        place += a.count
        continue
      }
      let length = Swift.min(mine.start + a.count, theirs.start + b.count, end) - place
      for step in 0..<length {
        let (one, two) = (
          a[a.startIndex + place - mine.start + step], b[b.startIndex + place - theirs.start + step]
        )
        if !isSame(one, two) { return place + step }
      }
      place += length
    }
    return end
  }

  /// The length of the longest common suffix of at most `limit` elements.
  package func commonSuffixCount(
    _ other: Self, atMost limit: Int, _ isSame: (Element, Element) -> Bool
  ) -> Int {
    var length = 0
    while length < limit {
      let (place, otherPlace) = (count - 1 - length, other.count - 1 - length)
      let (mine, theirs) = (start(ofPartAt: place), other.start(ofPartAt: otherPlace))
      let (a, b) = (parts[mine.part], other.parts[theirs.part])
      let isEnd = place == mine.start + a.count - 1 && otherPlace == theirs.start + b.count - 1
      if isEnd, length + a.count <= limit, Self.shareStorage(a, b) {
        length += a.count
        continue
      }
      if !isSame(self[place], other[otherPlace]) { break }
      length += 1
    }
    return length
  }

  /// Returns whether both slices are the same memory, and so have equal elements.
  private static func shareStorage(_ a: ArraySlice<Element>, _ b: ArraySlice<Element>) -> Bool {
    a.count == b.count
      && a.withUnsafeBufferPointer { one in
        b.withUnsafeBufferPointer { two in one.baseAddress == two.baseAddress }
      }
  }
}

extension ChunkedArray: Sendable where Element: Sendable {}
