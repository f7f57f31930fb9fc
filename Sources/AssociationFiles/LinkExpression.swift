import Requests

/// Translates patterns into expressions for the text of a URL's part, with its escapes.
///
/// The text of a URL is ASCII. With `percentEncoded`, which is the default, a pattern is compared with this text.
/// Without it the text is decoded first, so each character of the pattern is also matched by its escapes. Then the
/// expressions match only texts that can be decoded.
struct LinkExpression {
  var isEncoded: Bool
  var isCaseSensitive: Bool
  /// The characters that end the part, so that it contains them only as escapes.
  var delimiters: String

  /// An expression for text of any length.
  var anything: RegularExpression { .repetition(characters(of: .all), lower: 0, upper: nil) }

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

  /// An expression for one character that a pattern with the characters of the set matches.
  private func one(of set: ScalarSet) -> RegularExpression { characters(of: withVariants(set)) }

  private func withVariants(_ set: ScalarSet) -> ScalarSet {
    isCaseSensitive || set == .all ? set : CaseVariants.closure(of: set)
  }

  /// An expression for the characters of the set, written as they are or as escapes.
  private func characters(of set: ScalarSet) -> RegularExpression {
    let plain = set.intersection(written)
    if isEncoded { return .set(plain) }
    return .alternatives([.set(plain.subtracting(ScalarSet("%"))), Escapes.expression(of: set)])
  }

  // MARK: Paths

  /// An expression for the paths that the pattern matches. Slashes at the end of the path and of the pattern are
  /// ignored, so `/buy/*` matches `/buy`. The slash at the start of a pattern is optional.
  func path(_ pattern: LinkPattern) -> RegularExpression {
    .sequence([
      .set(ScalarSet("/")), .alternatives(afterSlash(pattern.elements[...])).orNever,
      .repetition(one(of: ScalarSet("/")), lower: 0, upper: nil),
    ])
  }

  /// Expressions for what follows the initial slash of the paths that the elements match.
  ///
  /// - Parameter isSlashRead: true if a slash precedes the elements. More slashes count as the same one.
  private func afterSlash(
    _ elements: ArraySlice<LinkPattern.Element>, isSlashRead: Bool = false
  ) -> [RegularExpression] {
    let rest = elements.dropFirst()
    switch elements.first {
    case .literal("/"): return afterSlash(rest, isSlashRead: true)
    case .variable(let values):
      let plain = values.filter { $0.beginsWithCharacter }
      let others = values.filter { !$0.beginsWithCharacter }.flatMap {
        afterSlash($0.elements + rest, isSlashRead: isSlashRead)
      }
      return plain.isEmpty ? others : trimmed([.variable(plain)] + rest) + others
    case .any where !isSlashRead, .one where !isSlashRead:
      // The first elements can also match the initial slash themselves. Then the path has more than this slash, which
      // would count as a slash at its end.
      return trimmed(Array(elements))
        + withoutSlash(elements).flatMap { trimmed(Array($0)) }.filter { $0 != .empty }
    default: return trimmed(Array(elements))
    }
  }

  /// The elements that match the rest of a text, once the first elements have matched a slash at its start.
  private func withoutSlash(
    _ elements: ArraySlice<LinkPattern.Element>
  ) -> [ArraySlice<LinkPattern.Element>] {
    let rest = elements.dropFirst()
    switch elements.first {
    case nil: return []
    case .literal(let scalar): return scalar == "/" ? [rest] : []
    case .one(let set): return set.contains("/") ? [rest] : []
    case .any: return [elements] + withoutSlash(rest)
    case .variable(let values): return values.flatMap { withoutSlash($0.elements + rest) }
    }
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
      return [.sequence([before, anything, one(of: ScalarSet("/").complement)])] + trimmed(front)
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
    let key = RegularExpression.sequence(item.nameSets(of: name).map { item.nameCharacter(of: $0) })
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
    let more = RegularExpression.sequence([nameCharacter(of: .all), anything])
    if name.isEmpty { return more }
    var alternatives: [RegularExpression] = []
    var start: [RegularExpression] = []
    for set in nameSets(of: name) {
      alternatives.append(.sequence(start + [ends]))
      alternatives.append(.sequence(start + [nameCharacter(of: set.complement), anything]))
      start.append(nameCharacter(of: set))
    }
    return .alternatives(alternatives + [.sequence(start + [more])])
  }

  /// The characters that match each character of a name.
  private func nameSets(of name: String) -> [ScalarSet] {
    name.unicodeScalars.map { withVariants(ScalarSet($0)) }
  }

  /// An expression for one character of the name of a query item, which contains `=` only as an escape.
  private func nameCharacter(of set: ScalarSet) -> RegularExpression {
    var name = self
    name.delimiters += "="
    return name.characters(of: set)
  }
}

/// Expressions for percent escapes.
private enum Escapes {
  /// An expression for the escaped UTF-8 of the characters of a set.
  static func expression(of set: ScalarSet) -> RegularExpression {
    // Ranges within which the texts have the same length, without surrogates.
    let lengths: [ClosedRange<UInt32>] = [
      0...0x7F, 0x80...0x7FF, 0x800...0xD7FF, 0xE000...0xFFFF, 0x10000...0x10FFFF,
    ]
    let sequences = set.ranges.flatMap { range in
      lengths.filter { $0.overlaps(range) }.flatMap { length in
        let part = range.clamped(to: length)
        return Self.sequences(from: bytes(part.lowerBound)[...], to: bytes(part.upperBound)[...])
      }
    }
    let single = sequences.filter { $0.count == 1 }.flatMap { $0 }
    let longer = sequences.filter { $0.count > 1 }.map { ranges in
      RegularExpression.sequence(ranges.map { escape(of: [$0]) })
    }
    return .alternatives([escape(of: single)] + longer)
  }

  private static func bytes(_ value: UInt32) -> [UInt8] {
    Unicode.Scalar(value).map { Array(String($0).utf8) } ?? []
  }

  /// The sequences of ranges of bytes that lie between two texts of the same length.
  private static func sequences(
    from low: ArraySlice<UInt8>, to high: ArraySlice<UInt8>
  ) -> [[ClosedRange<UInt8>]] {
    guard var first = low.first, var last = high.first else { return [[]] }
    let (lowRest, highRest) = (low.dropFirst(), high.dropFirst())
    if first == last { return sequences(from: lowRest, to: highRest).map { [first...first] + $0 } }
    let (least, greatest) = (lowRest.map { _ in UInt8(0x80) }, lowRest.map { _ in UInt8(0xBF) })
    var found: [[ClosedRange<UInt8>]] = []
    if !lowRest.elementsEqual(least) {
      found += sequences(from: lowRest, to: greatest[...]).map { [first...first] + $0 }
      first += 1
    }
    if !highRest.elementsEqual(greatest) {
      found += sequences(from: least[...], to: highRest).map { [last...last] + $0 }
      last -= 1
    }
    if first <= last { found.append([first...last] + zip(least, greatest).map { $0...$1 }) }
    return found
  }

  /// An expression for the escape of one byte.
  private static func escape(of ranges: [ClosedRange<UInt8>]) -> RegularExpression {
    let byHigh = Dictionary(grouping: ranges.joined()) { $0 >> 4 }
    let byLow = Dictionary(grouping: byHigh.keys.sorted()) { byHigh[$0]?.map { $0 & 15 } ?? [] }
    return .alternatives(
      byLow.sorted { $0.value.lexicographicallyPrecedes($1.value) }.map { low, high in
        .sequence([.set(ScalarSet("%")), digits(high), digits(low)])
      }
    ).orNever
  }

  private static func digits(_ values: [UInt8]) -> RegularExpression {
    .set(
      ScalarSet(
        canonical: values.flatMap { value -> [ClosedRange<UInt32>] in
          let value = UInt32(value)
          return value < 10
            ? [0x30 + value...0x30 + value] : [0x37, 0x57].map { $0 + value...$0 + value }
        }))
  }
}

extension LinkPattern {
  /// True if the pattern begins with a literal character other than a slash.
  fileprivate var beginsWithCharacter: Bool {
    if case .literal(let scalar)? = elements.first { scalar != "/" } else { false }
  }

  /// True if the pattern ends in a literal character other than a slash.
  fileprivate var endsInCharacter: Bool {
    if case .literal(let scalar)? = elements.last { scalar != "/" } else { false }
  }
}

extension ScalarSet {
  func subtracting(_ other: ScalarSet) -> ScalarSet { intersection(other.complement) }
}

extension RegularExpression {
  /// The expression itself, or an expression that matches nothing if it has no alternatives.
  fileprivate var orNever: RegularExpression {
    if case .alternatives(let parts) = self, parts.isEmpty { .set(.none) } else { self }
  }
}
