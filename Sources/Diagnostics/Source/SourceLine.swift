import Text

/// One line of source for a terminal. Tabs are expanded, control characters made visible, and a long line is cut
/// around its focus.
struct SourceLine {
  /// The maximum number of columns of a line.
  static let limit = 120
  /// The number of columns shown before the focus of a line that is cut.
  private static let lead = 30
  /// The number of bytes that are read around the focus of a long line.
  private static let window = (before: 160, after: 640)

  let text: String
  /// The offsets of the scalars shown, ascending, and the column at which each starts.
  private let stops: [(offset: Int, column: Int)]
  private let width: Int

  /// - Parameters:
  ///   - content: the line without its line end. The indices are offsets in the file.
  ///   - focus: the part that must be visible, as far as it fits.
  ///   - isCut: true at the end at which the line continues beyond the content.
  init(
    _ content: ArraySlice<UInt8>, focus: Range<Int>,
    isCut: (front: Bool, back: Bool) = (false, false)
  ) {
    let focus = focus.clamped(to: content.startIndex..<content.endIndex)
    var start = content.startIndex
    var end = content.endIndex
    if content.count > Self.window.after {
      start = max(start, focus.lowerBound - Self.window.before)
      end = min(end, focus.lowerBound + Self.window.after)
      while start > content.startIndex, start < focus.lowerBound, content[start] & 0xC0 == 0x80 {
        start += 1
      }
    }
    let (glyphs, total) = Self.glyphs(content[start..<end])

    var first = 0
    if total > Self.limit || start > content.startIndex {
      let columns = Self.columns(of: focus, in: glyphs, total)
      if columns.upperBound + 1 > Self.limit || start > content.startIndex {
        let wanted = max(0, columns.lowerBound - Self.lead)
        first = glyphs.firstIndex { $0.column >= wanted && !$0.isJoined } ?? glyphs.count
      }
    }
    let origin = first < glyphs.count ? glyphs[first].column : total
    var last = first
    while last < glyphs.count, glyphs[last].column + glyphs[last].width - origin < Self.limit {
      last += 1
    }
    while last > first + 1, last < glyphs.count, glyphs[last].isJoined { last -= 1 }
    if last == glyphs.count - 1, glyphs[last].column + glyphs[last].width - origin == Self.limit {
      last += 1
    }

    let cutFront = isCut.front || start > content.startIndex || first > 0
    let cutBack = isCut.back || end < content.endIndex || last < glyphs.count
    var text: [UInt8] = cutFront ? Array("…".utf8) : []
    var stops: [(offset: Int, column: Int)] = []
    stops.reserveCapacity(last - first + 1)
    let shift = (cutFront ? 1 : 0) - origin
    for position in first..<last {
      let glyph = glyphs[position]
      stops.append((glyph.offset, glyph.column + shift))
      if let shown = glyph.shown {
        text.append(contentsOf: shown.utf8)
      } else {
        let next = position + 1 < glyphs.count ? glyphs[position + 1].offset : end
        text.append(contentsOf: content[glyph.offset..<next])
      }
    }
    let stop = last < glyphs.count ? glyphs[last] : nil
    width = (stop?.column ?? total) + shift
    stops.append((stop?.offset ?? end, width))
    if cutBack { text.append(contentsOf: "…".utf8) }
    self.text = String(decoding: text, as: UTF8.self)
    self.stops = stops
  }

  /// The column, from 0, that shows the byte; the nearest edge for a byte that is not shown.
  func column(of offset: Int) -> Int {
    let place = stops.partitionPoint { $0.offset >= offset }
    return place < stops.count ? stops[place].column : width
  }

  private struct Glyph {
    var offset: Int
    var column: Int
    var width: Int
    /// The text shown instead of the scalar; nil if the scalar is shown unchanged.
    var shown: String?
    /// True if the scalar is shown together with the one before it, so that the line is not cut between them.
    var isJoined: Bool
  }

  private static func glyphs(_ bytes: ArraySlice<UInt8>) -> ([Glyph], total: Int) {
    var glyphs: [Glyph] = []
    glyphs.reserveCapacity(bytes.count)
    var scanner = ScalarScanner(bytes)
    var column = 0
    var previous: Unicode.Scalar?
    while true {
      let offset = scanner.offset
      guard let scalar = scanner.next() else { break }
      let shown = scalar == "\u{FFFD}" ? "\u{FFFD}" : Quoting.terminal(scalar)
      let width =
        shown.map { $0.unicodeScalars.count } ?? DisplayWidth.width(of: scalar, after: previous)
      let isSecondOfFlag =
        Self.isOfFlag(scalar) && previous.map(Self.isOfFlag) == true
        && glyphs.last?.isJoined == false
      let isJoined =
        isSecondOfFlag || shown == nil && (width == 0 || scalar.value == 0xFE0F)
      glyphs.append(
        Glyph(offset: offset, column: column, width: width, shown: shown, isJoined: isJoined))
      column += width
      previous = scalar
    }
    return (glyphs, column)
  }

  /// True for a regional indicator: two of them are shown as a flag.
  private static func isOfFlag(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar.value)
  }

  private static func columns(of focus: Range<Int>, in glyphs: [Glyph], _ total: Int) -> Range<Int>
  {
    let lower = glyphs.first { $0.offset >= focus.lowerBound }?.column ?? total
    let upper = glyphs.first { $0.offset >= focus.upperBound }?.column ?? total
    return lower..<max(lower, upper)
  }
}
