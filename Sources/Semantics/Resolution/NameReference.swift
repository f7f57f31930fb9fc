package import Text

/// The meaning of a name in a rule file.
///
/// Declarations are identified by numbers, so that references to them do not change if an edit moves them.
package enum NameTarget: Hashable, Sendable {
  /// A declaration, by its index in the rule set.
  case declaration(Noun, Int32)
  /// A parameter, field or case of a declaration, by its place in the list.
  case member(of: Noun, Int32, Int)
  /// A capture, by the offset of the first name in the file that binds it, and by its number in the rule.
  case capture(UInt32, Int)
  /// A field of a union's case, by its offset in the file. No name outside of the case refers to it.
  case field(UInt32)
  /// A value of the request, a type of the language, or a word that a value can have.
  case word(String)
  /// A function of the app that answers a scheme. It has no declaration.
  case schemeHandler(String)
  /// A name without a declaration. A declaration of this kind is expected.
  case unknown(Noun)
  /// A label without a parameter, or a field without a declaration.
  case unknownMember
  /// A name without a declaration. A case of an enum is expected.
  case unknownValue

  /// True if only names in the same file have this target.
  package var isLocal: Bool {
    switch self {
    case .capture, .field: true
    case .declaration, .member, .word, .schemeHandler, .unknown, .unknownMember, .unknownValue:
      false
    }
  }

  /// True for declared names, functions of the app and names that the language defines.
  package var isKnown: Bool {
    switch self {
    case .declaration, .member, .capture, .field, .word, .schemeHandler: true
    case .unknown, .unknownMember, .unknownValue: false
    }
  }
}

/// A name in a rule file.
package struct NameReference: Hashable, Sendable {
  package var span: Span
  package var target: NameTarget
  /// True for the name in a declaration, and for a capture in each pattern that binds it.
  package var isDeclaration: Bool
  /// The parameter if the name is also its label, as in `open(url)` for `open(url: url)`.
  package var label: NameTarget?

  func moved(_ move: (Span) -> Span) -> NameReference {
    func moved(_ offset: UInt32) -> UInt32 { move(Span(offset, offset)).start }
    var result = self
    result.span = move(span)
    switch target {
    case .capture(let offset, let number): result.target = .capture(moved(offset), number)
    case .field(let offset): result.target = .field(moved(offset))
    case .declaration, .member, .word, .schemeHandler, .unknown, .unknownMember, .unknownValue:
      break
    }
    return result
  }
}

/// The names in a file, in source order.
package struct FileReferences: Sendable, Equatable {
  package let list: [NameReference]

  /// - Parameter found: the names in any order. A name in a part with a fault can occur twice.
  init(_ found: [NameReference]) {
    let sorted = found.sorted { one, other in
      if one.span.start != other.span.start { return one.span.start < other.span.start }
      return (one.span.end, one.target.isKnown ? 0 : 1)
        < (other.span.end, other.target.isKnown ? 0 : 1)
    }
    var list: [NameReference] = []
    list.reserveCapacity(sorted.count)
    for reference in sorted where list.last?.span != reference.span { list.append(reference) }
    self.list = list
  }

  /// The name with this span.
  package subscript(span: Span) -> NameReference? {
    let place = list.partitionPoint { $0.span.start >= span.start }
    return place < list.count && list[place].span == span ? list[place] : nil
  }

  /// The name that contains the offset or ends at it.
  package func reference(at offset: Int) -> NameReference? {
    let next = list.partitionPoint { Int($0.span.start) > offset }
    let before = list[..<next].suffix(2).reversed().filter { offset <= Int($0.span.end) }
    return before.first { offset < Int($0.span.end) } ?? before.first
  }

  /// The names inside a span.
  package func references(in span: Span) -> ArraySlice<NameReference> {
    let start = list.partitionPoint { $0.span.start >= span.start }
    let end = list.partitionPoint { $0.span.start >= span.end }
    return list[start..<max(start, end)].prefix { $0.span.end <= span.end }
  }
}
