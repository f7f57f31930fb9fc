import Checks
import Syntax
import Text

/// The items of all handlers, chains and blocks of a rule set, numbered in the order of the source.
struct ItemLists {
  /// The location of each item, by its number.
  private let locations: [Location]
  /// The index of each item's list, by the item's number.
  private let listOfItem: [Int]
  /// The numbers of the items in each handler, chain or block, ascending.
  private let lists: [[Int]]
  private let numbers: [Location: Int]
  private let files: [SourceFile]

  init(_ trees: [SyntaxTree], _ files: [SourceFile]) {
    self.files = files
    var found: [(location: Location, list: Int)] = []
    var count = 0
    func add(_ items: [ChainItemSyntax], _ file: FileID) {
      let list = count
      count += 1
      for item in items {
        found.append((Location(file, item.span), list))
        if case .block(let block) = item { add(block.items, file) }
      }
    }
    for (index, tree) in trees.enumerated() {
      for declaration in tree.declarations {
        if let items = declaration.items { add(items, FileID(index)) }
      }
    }
    found.sort { $0.location < $1.location }
    locations = found.map { $0.location }
    listOfItem = found.map { $0.list }
    var lists: [[Int]] = Array(repeating: [], count: count)
    for (number, list) in listOfItem.enumerated() { lists[list].append(number) }
    self.lists = lists
    numbers = Dictionary(firstOf: zip(locations, locations.indices))
  }

  var count: Int { locations.count }

  func number(of item: Location) -> Int? { numbers[item] }

  /// The lines of the item, with its comments.
  func lines(_ item: Int) -> ItemLines { ItemLines(locations[item], with: .allAbove, in: files) }

  /// True if the item can be moved with whole lines.
  func isMovable(_ item: Int) -> Bool {
    let lines = lines(item)
    return lines.isWholeLines && endsLine(lines.location)
  }

  private func endsLine(_ location: Location) -> Bool {
    let bytes = files[Int(location.file.index)].bytes
    return [0x0A, 0x0D].contains(bytes[Int(location.span.end) - 1])
  }

  /// The item whose lines have exactly the location; nil if there is none.
  func item(withLines location: Location) -> Int? {
    let number = locations.partitionPoint { $0 >= location.start }
    return number < count && lines(number).location == location ? number : nil
  }

  /// The item of the same list whose lines start at the location; nil if there is none.
  func item(from start: Location, inListOf item: Int) -> Int? {
    let list = lists[listOfItem[item]]
    let place = list.partitionPoint { locations[$0] >= start }
    guard place < list.count, lines(list[place]).location.start == start else { return nil }
    return list[place]
  }

  /// The item of the same list whose lines end at the location; nil if there is none.
  func item(to end: Location, inListOf item: Int) -> Int? {
    let list = lists[listOfItem[item]]
    let place = list.partitionPoint { locations[$0] >= end }
    guard place > 0, lines(list[place - 1]).location.end == end else { return nil }
    return list[place - 1]
  }

  // MARK: Other orders

  /// The files with the items in another order; nil if an item cannot be moved with whole lines.
  func files(in order: ItemOrder) -> [SourceFile]? {
    if order.moved.isEmpty { return files }
    var rewritten: [FileID: MovedText] = [:]
    for list in Set(order.moved.map { listOfItem[$0] }).sorted() {
      let items = lists[list].sorted { order.places[$0] < order.places[$1] }
      guard items != lists[list] else { continue }
      let file = locations[items[0]].file
      guard move(items, kept(items, order.moved), &rewritten[file, default: MovedText()]) else {
        return nil
      }
    }
    var files = files
    for (file, text) in rewritten {
      let old = files[Int(file.index)]
      files[Int(file.index)] = SourceFile(name: old.name, bytes: text.applied(to: old.bytes))
    }
    return files
  }

  /// The items that keep their place in the text, while the others move around them.
  private func kept(_ items: [Int], _ moved: Set<Int>) -> Set<Int> {
    var next = items.map { _ in Int.max }
    var fixed = Int.max
    for (place, item) in items.enumerated().reversed() {
      if !moved.contains(item) { fixed = item }
      next[place] = fixed
    }
    var kept: Set<Int> = []
    var last = -1
    for (place, item) in items.enumerated()
    where !moved.contains(item) || last < item && item < next[place] {
      kept.insert(item)
      last = item
    }
    return kept
  }

  /// Moves items that come from below to just before the next kept item, and others to just after the last kept item.
  private func move(_ items: [Int], _ kept: Set<Int>, _ text: inout MovedText) -> Bool {
    var last: Int?
    var run: [Int] = []
    func place(before next: Int?) -> Bool {
      if run.isEmpty { return true }
      let before = last.map { lines($0) }.flatMap {
        $0.isWholeLines && endsLine($0.location) ? $0.location.span.end : nil
      }
      let after = next.map { lines($0) }.flatMap {
        $0.isWholeLines ? $0.location.span.start : nil
      }
      guard let end = before ?? after, let start = after ?? before else { return false }
      let split = next.flatMap { next in run.firstIndex { $0 > next } } ?? run.count
      let moved = run.map { lines($0).location.span }
      text.insert(Array(moved[..<split]), at: end)
      text.insert(Array(moved[split...]), at: start)
      run = []
      return true
    }
    for item in items {
      if kept.contains(item) {
        guard place(before: item) else { return false }
        last = item
      } else {
        run.append(item)
      }
    }
    return place(before: nil)
  }
}

/// A text with parts that move to other places. A part can contain other moving parts.
private struct MovedText {
  private struct Cut {
    var offset: UInt32
    /// The parts that are inserted at the offset. Empty for the start of a part that leaves, which has an `end`.
    var parts: [Span] = []
    var end: UInt32?
  }

  private var cuts: [Cut] = []

  mutating func insert(_ parts: [Span], at offset: UInt32) {
    if parts.isEmpty { return }
    cuts.append(Cut(offset: offset, parts: parts))
    for part in parts { cuts.append(Cut(offset: part.start, end: part.end)) }
  }

  func applied(to text: [UInt8]) -> [UInt8] {
    let cuts = cuts.enumerated().sorted { a, b in
      // Inserted parts precede a part that leaves from the same offset.
      (a.element.offset, a.element.end == nil ? 0 : 1, a.offset)
        < (b.element.offset, b.element.end == nil ? 0 : 1, b.offset)
    }.map { $0.element }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    /// Appends a part with the moves within it, or the whole text.
    func append(_ span: Span, isWhole: Bool) {
      var offset = span.start
      let first = cuts.partitionPoint {
        isWhole ? $0.offset >= span.start : $0.offset > span.start
      }
      for cut in cuts[first...] {
        if !isWhole, cut.offset >= span.end { break }
        // The cut is within a part that has left.
        if cut.offset < offset { continue }
        result += text[Int(offset)..<Int(cut.offset)]
        for part in cut.parts { append(part, isWhole: false) }
        offset = cut.end ?? cut.offset
      }
      result += text[Int(offset)..<Int(span.end)]
    }
    append(Span(0, text.count), isWhole: true)
    return result
  }
}

extension Location {
  /// The empty location at the start of this one.
  fileprivate var start: Location { Location(file, Span(span.start, span.start)) }
  /// The empty location at the end of this one.
  fileprivate var end: Location { Location(file, Span(span.end, span.end)) }
}
