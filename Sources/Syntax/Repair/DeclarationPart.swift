import Text

/// The part of a declaration around an error: the items next to it, and the text up to each brace that is open there.
///
/// A short declaration is its own part.
struct DeclarationPart {
  /// The size of a declaration that is left whole, in bytes.
  private static let smallDeclaration = 2_000
  /// The number of items before and after the error.
  private static let items = (before: 3, after: 3)

  let bytes: [UInt8]
  /// The place in the file of the items.
  private let window: Range<Int>
  /// The number of bytes before them.
  private let headCount: Int

  /// The start of an item, and the braces that are open there, each with the text of its item before it.
  private struct Start {
    var offset: Int
    var open: [Range<Int>]
  }

  /// - Parameters:
  ///   - region: the place of the declaration in the file.
  ///   - offset: the place of the error.
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

  /// The place in the part of a place in the file.
  func offset(ofFile offset: Int) -> Int { offset - window.lowerBound + headCount }

  /// The place in the file of a place in the part; nil if it is outside of the items.
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
