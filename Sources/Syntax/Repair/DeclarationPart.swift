import Text

/// The part of a declaration around an error: the nearest items, and for each brace that is open there the text
/// before it.
///
/// A short declaration is not cut.
struct DeclarationPart {
  /// The maximum size in bytes of a declaration that is not cut.
  private static let smallDeclaration = 2_000
  /// The number of items kept before and after the error.
  private static let items = (before: 3, after: 3)

  let bytes: [UInt8]
  /// The range of the items in the file.
  private let window: Range<Int>
  /// The number of bytes before the items.
  private let headCount: Int

  /// The start of an item. For each brace that is open there, it has the range of the enclosing item's text up to it.
  private struct Start {
    var offset: Int
    var open: [Range<Int>]
  }

  /// - Parameters:
  ///   - region: the range of the declaration in the file.
  ///   - offset: the offset of the error.
  ///   - tokens: all tokens of the file.
  init(of region: Range<Int>, around offset: Int, in file: SourceFile, _ tokens: [Token]) {
    let starts =
      region.count > Self.smallDeclaration ? Self.starts(of: region, tokens) : []
    let here = starts.partitionPoint { $0.offset > offset }
    let first = here > Self.items.before ? starts[here - Self.items.before - 1] : nil
    let last = here + Self.items.after < starts.count ? starts[here + Self.items.after] : nil
    window = (first?.offset ?? region.lowerBound)..<(last?.offset ?? region.upperBound)
    let head = (first?.open ?? []).flatMap { file.bytes[$0] + [0x0A] }
    let tail = (last?.open ?? []).flatMap { _ in [UInt8(ascii: "}"), 0x0A] }
    headCount = head.count
    bytes = head + file.bytes[window] + tail
  }

  /// The offset in the part that corresponds to an offset in the file.
  func offset(ofFile offset: Int) -> Int { offset - window.lowerBound + headCount }

  /// The span in the file that corresponds to a range in the part; nil if the range is not within the items.
  func span(ofText range: Range<Int>) -> Span? {
    let shift = window.lowerBound - headCount
    let place = range.lowerBound + shift..<range.upperBound + shift
    guard window.lowerBound <= place.lowerBound, place.upperBound <= window.upperBound else {
      return nil
    }
    return Span(place.lowerBound, place.upperBound)
  }

  private static func starts(of region: Range<Int>, _ tokens: [Token]) -> [Start] {
    var starts: [Start] = []
    var open: [Range<Int>] = []
    var item = region.lowerBound
    for token in tokens[tokens.partitionPoint { $0.start >= region.lowerBound }...] {
      if token.start >= region.upperBound { break }
      if token.kind == .leftBrace {
        open.append(item..<Int(token.end))
      } else if token.kind == .rightBrace {
        _ = open.popLast()
      } else if token.startsLine, token.kind == .identifier, !token.keyword.isStepOrDecision,
        !open.isEmpty
      {
        item = Int(token.start)
        starts.append(Start(offset: item, open: open))
      }
    }
    return starts
  }
}
