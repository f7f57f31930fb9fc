/// Arrays read as one, none of which is copied: what is long and mostly the same from one time to the
/// next is made of parts that both times share.
struct Concatenation<Element>: RandomAccessCollection {
  private(set) var parts: [ArraySlice<Element>] = []
  /// Where each part starts.
  private var starts: [Int] = []
  private(set) var endIndex = 0

  var startIndex: Int { 0 }

  /// - Parameter part: left out where it is empty.
  mutating func append(_ part: ArraySlice<Element>) {
    if part.isEmpty { return }
    parts.append(part)
    starts.append(endIndex)
    endIndex += part.count
  }

  subscript(place: Int) -> Element {
    let part = part(at: place)
    return parts[part][parts[part].startIndex + place - starts[part]]
  }

  /// The part that the place is in, and where that part starts.
  func start(ofPartAt place: Int) -> (part: Int, start: Int) {
    let part = part(at: place)
    return (part, starts[part])
  }

  private func part(at place: Int) -> Int {
    precondition(place >= 0 && place < endIndex)
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= place { low = middle } else { high = middle }
    }
    return low
  }

  /// How many elements both start with that are the same.
  ///
  /// - Parameter isSame: true of an element and itself.
  func commonStart(_ other: Self, _ isSame: (Element, Element) -> Bool) -> Int {
    let end = Swift.min(count, other.count)
    var place = 0
    while place < end {
      let (mine, theirs) = (start(ofPartAt: place), other.start(ofPartAt: place))
      let (a, b) = (parts[mine.part], other.parts[theirs.part])
      if mine.start == theirs.start, mine.start == place, Self.areIdentical(a, b) {
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

  /// How many elements both end with that are the same, of at most so many.
  func commonEnd(_ other: Self, atMost limit: Int, _ isSame: (Element, Element) -> Bool) -> Int {
    var length = 0
    while length < limit {
      let (place, otherPlace) = (count - 1 - length, other.count - 1 - length)
      let (mine, theirs) = (start(ofPartAt: place), other.start(ofPartAt: otherPlace))
      let (a, b) = (parts[mine.part], other.parts[theirs.part])
      let isEnd = place == mine.start + a.count - 1 && otherPlace == theirs.start + b.count - 1
      if isEnd, length + a.count <= limit, Self.areIdentical(a, b) {
        length += a.count
        continue
      }
      if !isSame(self[place], other[otherPlace]) { break }
      length += 1
    }
    return length
  }

  /// Whether they are the same place in memory, and so have the same elements.
  private static func areIdentical(_ a: ArraySlice<Element>, _ b: ArraySlice<Element>) -> Bool {
    a.count == b.count
      && a.withUnsafeBufferPointer { one in
        b.withUnsafeBufferPointer { two in one.baseAddress == two.baseAddress }
      }
  }
}

extension Concatenation: Sendable where Element: Sendable {}
