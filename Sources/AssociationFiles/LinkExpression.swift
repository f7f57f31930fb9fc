import Requests

/// Translates patterns into expressions for the text of a URL's part, with its escapes.
///
/// The text of a URL is ASCII. With `percentEncoded`, which is the default, a pattern is compared with this text.
/// Without it the text is decoded first, so each character of the pattern is also matched by its escapes. After
/// decoding, an escape that is not UTF-8 is no character; only `*` matches it.
struct LinkExpression {
  var isEncoded: Bool
  var isCaseSensitive: Bool
  /// The characters that end the part, so that it contains them only as escapes.
  var delimiters: String

  /// An expression for text of any length.
  var anything: RegularExpression { .repetition(.set(written), lower: 0, upper: nil) }

  /// The characters of a URL that the part can contain unescaped.
  private var written: ScalarSet {
    ScalarSet(canonical: [0x21...0x7E]).subtracting(
      ScalarSet(canonical: delimiters.unicodeScalars.map { $0.value...$0.value }))
  }

  func expression(_ pattern: LinkPattern) -> RegularExpression {
    .sequence(pattern.elements.map(expression))
  }

  private func expression(_ element: LinkPattern.Element) -> RegularExpression {
    switch element {
    case .any: anything
    case .literal(let scalar): one(of: ScalarSet(scalar))
    case .one(let set): one(of: set)
    case .variable(let values): .alternatives(values.map { expression($0) }).orNever
    }
  }

  /// An expression for one character of the set.
  private func one(of set: ScalarSet) -> RegularExpression {
    let set = isCaseSensitive || set == .all ? set : CaseVariants.closure(of: set)
    let plain = set.intersection(written)
    if isEncoded { return .set(plain) }
    let unescaped = RegularExpression.set(plain.subtracting(ScalarSet("%")))
    return .alternatives([unescaped, Escapes.expression(of: set)])
  }

  // MARK: Paths

  /// An expression for the paths that the pattern matches. Slashes at the end of the path and of the pattern are
  /// ignored, so `/buy/*` matches `/buy`. The slash at the start of a pattern is optional.
  func path(_ pattern: LinkPattern) -> RegularExpression {
    let slash = LinkPattern.Element.literal("/")
    let elements = Array(pattern.elements.drop { $0 == slash })
    var rests = [elements]
    if elements.count == pattern.elements.count, let first = elements.first {
      // The first element can match the initial slash itself.
      let rest = elements.dropFirst()
      switch first {
      case .literal, .any: break
      case .one(let set): if set.contains("/"), !rest.isEmpty { rests.append(Array(rest)) }
      case .variable(let values):
        let others = values.filter { $0.elements.first != slash }
        rests = [[.variable(others)] + rest]
        rests += values.filter { $0.elements.first == slash }
          .map { Array($0.elements.drop { $0 == slash }) + rest }
      }
    }
    return .sequence([
      .set(ScalarSet("/")), .alternatives(rests.flatMap(trimmed)).orNever,
      .repetition(.set(ScalarSet("/")), lower: 0, upper: nil),
    ])
  }

  /// Expressions for the paths that the elements match, once the final slashes of both are removed.
  private func trimmed(_ elements: [LinkPattern.Element]) -> [RegularExpression] {
    guard let last = elements.last else { return [.empty] }
    let front = Array(elements.dropLast())
    let before = expression(LinkPattern(front))
    func followed(by set: ScalarSet) -> RegularExpression {
      let end = LinkPattern.Element.one(of: set.subtracting(ScalarSet("/")))
      return .sequence([before, expression(end)])
    }
    switch last {
    case .literal("/"): return trimmed(front)
    case .literal: return [.sequence([before, expression(last)])]
    case .one(let set): return [followed(by: set)]
    case .any:
      let character = RegularExpression.set(written.subtracting(ScalarSet("/")))
      return [.sequence([before, anything, character])] + trimmed(front)
    case .variable(let values):
      let plain = values.filter { $0.endsInCharacter }
      let others = values.filter { !$0.endsInCharacter }.flatMap { trimmed(front + $0.elements) }
      if plain.isEmpty { return others }
      return [.sequence([before, .alternatives(plain.map { expression($0) })])] + others
    }
  }

  // MARK: Query items

  /// An expression for the queries in which the value of each item with the name matches. An item without a value
  /// counts as empty, and so does a missing item.
  func query(_ name: String, _ value: LinkPattern) -> RegularExpression {
    var item = self
    item.delimiters = "&#"
    let and = RegularExpression.set(ScalarSet("&"))
    let key = RegularExpression.sequence(item.bytes(of: name).map { .alternatives($0.same) })
    let assigned = RegularExpression.sequence([.set(ScalarSet("=")), item.expression(value)])
    let own = RegularExpression.sequence([
      key, value.matchesEmpty ? .alternatives([.empty, assigned]) : assigned,
    ])
    let other = item.other(than: name)
    let any = RegularExpression.alternatives([own, other])
    let rest = RegularExpression.repetition(.sequence([and, any]), lower: 0, upper: nil)
    if value.matchesEmpty { return .sequence([any, rest]) }
    let others = RegularExpression.repetition(.sequence([other, and]), lower: 0, upper: nil)
    return .sequence([others, own, rest])
  }

  /// An expression for the query items with another name.
  private func other(than name: String) -> RegularExpression {
    let value = RegularExpression.sequence([.set(ScalarSet("=")), anything])
    let ends = RegularExpression.alternatives([.empty, value])
    var alternatives: [RegularExpression] = []
    var start: [RegularExpression] = []
    for byte in bytes(of: name) {
      alternatives.append(.sequence(start + [ends]))
      alternatives.append(.sequence(start + [.alternatives(byte.different), anything]))
      if !isEncoded { alternatives.append(.sequence(start + [Escapes.incomplete, ends])) }
      start.append(.alternatives(byte.same))
    }
    let more = written.subtracting(ScalarSet("="))
    alternatives.append(.sequence(start + [.set(more), anything]))
    if name.isEmpty { return .sequence([.set(more), anything]) }
    return .alternatives(alternatives)
  }

  /// A byte of a name: expressions for the byte, and for the texts that differ from it.
  private struct NameByte {
    var same: [RegularExpression]
    var different: [RegularExpression]
  }

  private func bytes(of name: String) -> [NameByte] {
    name.utf8.map { byte in
      var set = ScalarSet(Unicode.Scalar(byte))
      if !isCaseSensitive, byte < 0x80 { set = CaseVariants.closure(of: set) }
      let plain = byte < 0x80 ? set.intersection(written).subtracting(ScalarSet("=")) : .none
      let others = written.subtracting(ScalarSet("=")).subtracting(plain)
      if isEncoded { return NameByte(same: [.set(plain)], different: [.set(others)]) }
      let values = byte < 0x80 ? set.intersection(ScalarSet(canonical: [0...0x7F])).bytes : [byte]
      return NameByte(
        same: [.set(plain.subtracting(ScalarSet("%"))), Escapes.expression(of: values)],
        different: [
          .set(others.subtracting(ScalarSet("%"))),
          Escapes.expression(ofAllBut: values),
          Escapes.invalid(written.subtracting(ScalarSet("="))),
        ])
    }
  }
}

/// Expressions for percent escapes.
private enum Escapes {
  private static let hexadecimal = digits(0...15)

  private static func digits(_ values: some Sequence<UInt8>) -> RegularExpression {
    .set(
      ScalarSet(
        canonical: values.flatMap { value -> [ClosedRange<UInt32>] in
          let value = UInt32(value)
          return value < 10
            ? [0x30 + value...0x30 + value] : [0x37, 0x57].map { $0 + value...$0 + value }
        }))
  }

  /// An expression for one escaped byte, given the possible values of its first and its last digit.
  private static func byte(
    _ high: some Sequence<UInt8>, _ low: some Sequence<UInt8>
  ) -> RegularExpression {
    .sequence([.set(ScalarSet("%")), digits(high), digits(low)])
  }

  static func expression(of bytes: [UInt8]) -> RegularExpression {
    let byHigh = Dictionary(grouping: bytes) { $0 >> 4 }
    return .alternatives(
      byHigh.sorted { $0.key < $1.key }.map { byte([$0], $1.map { $0 & 15 }) }
    ).orNever
  }

  /// An expression for the escapes of all bytes except some.
  static func expression(ofAllBut bytes: [UInt8]) -> RegularExpression {
    let byHigh = Dictionary(grouping: bytes) { $0 >> 4 }
    let others = byte((0...15).filter { byHigh[$0] == nil }, 0...15)
    return .alternatives(
      [others]
        + byHigh.sorted { $0.key < $1.key }.map { high, bytes in
          byte([high], (0...15).filter { !bytes.contains(high << 4 | $0) })
        })
  }

  /// An expression for the escapes of the characters of a set. The set must be small or contain all characters
  /// outside of ASCII.
  static func expression(of set: ScalarSet) -> RegularExpression {
    let ascii = set.intersection(ScalarSet(canonical: [0...0x7F]))
    let others = set.subtracting(ascii)
    // A `?` has such a set: any character, or any except the slash at the end of a path.
    if others == ScalarSet(canonical: [0x80...0x10FFFF]) {
      return .alternatives([expression(of: ascii.bytes), longer])
    }
    let characters = others.ranges.joined().compactMap { value -> RegularExpression? in
      Unicode.Scalar(value).map { scalar in
        .sequence(Array(String(scalar).utf8).map { byte([$0 >> 4], [$0 & 15]) })
      }
    }
    return .alternatives([expression(of: ascii.bytes)] + characters)
  }

  /// An expression for the escapes of all characters outside of ASCII.
  private static let longer: RegularExpression = {
    let rest = byte(8...11, 0...15)
    return .alternatives([
      .sequence([.alternatives([byte([12], 2...15), byte([13], 0...15)]), rest]),
      .sequence([byte([14], [0]), byte(10...11, 0...15), rest]),
      .sequence([byte([14], (1...12) + [14, 15]), rest, rest]),
      .sequence([byte([14], [13]), byte(8...9, 0...15), rest]),
      .sequence([byte([15], [0]), byte(9...11, 0...15), rest, rest]),
      .sequence([byte([15], 1...3), rest, rest, rest]),
      .sequence([byte([15], [4]), byte([8], 0...15), rest, rest]),
    ])
  }()

  /// An expression for a `%` with at most one digit, such as at the end of a part.
  static let incomplete = RegularExpression.sequence([
    .set(ScalarSet("%")), .repetition(hexadecimal, lower: 0, upper: 1),
  ])

  /// An expression for a `%` that begins no escape, with the characters that follow it.
  ///
  /// - Parameter others: the characters that can follow.
  static func invalid(_ others: ScalarSet) -> RegularExpression {
    guard case .set(let digits) = hexadecimal else { return .empty }
    let no = RegularExpression.set(others.subtracting(digits))
    return .sequence([
      .set(ScalarSet("%")), .alternatives([no, .sequence([hexadecimal, no])]),
    ])
  }
}

extension LinkPattern {
  /// True if the pattern ends in a literal character other than a slash.
  fileprivate var endsInCharacter: Bool {
    if case .literal(let scalar)? = elements.last { scalar != "/" } else { false }
  }
}

extension ScalarSet {
  func subtracting(_ other: ScalarSet) -> ScalarSet { intersection(other.complement) }

  /// The members of a set of ASCII characters.
  fileprivate var bytes: [UInt8] { ranges.joined().map { UInt8(truncatingIfNeeded: $0) } }
}

extension RegularExpression {
  /// The expression itself, or an expression that matches nothing if it has no alternatives.
  fileprivate var orNever: RegularExpression {
    if case .alternatives(let parts) = self, parts.isEmpty { .set(.none) } else { self }
  }
}
