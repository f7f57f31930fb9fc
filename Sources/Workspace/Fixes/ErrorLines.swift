import Diagnostics
import Syntax
import Text

/// The lines of rules and declarations that have errors, or have new findings after words were corrected.
///
/// A corrected word on such a line was perhaps a wrong guess, so the text may not be what the user meant.
struct ErrorLines {
  private var lines: Set<Place> = []

  /// A line of a file.
  struct Place: Hashable {
    let file: FileID
    /// The number of the line, from 0.
    let line: Int
  }

  /// - Parameters:
  ///   - state: the rule set with the corrected words.
  ///   - original: the rule set without them.
  init(_ state: FixState, since original: FixState) {
    for (index, tree) in state.trees.enumerated() {
      let file = FileID(index)
      let errors = zip(state.findings, state.keys).filter { finding, key in
        finding.location.file == file
          && (finding.severity == .error || original.counts[key] == nil)
      }.map { $0.0 }
      if errors.isEmpty { continue }
      let size = state.input.files[index].bytes.count
      let index = LineIndex(state.input.files[index])
      let spans = tree.declarations.map { $0.header.span }.sorted { $0.start < $1.start }
      let parts = tree.parts
      let faults = Set(tree.faults.lazy.filter { !$0.isInPlace }.map { $0.span.start })
      let brackets = Set(tree.faults.lazy.filter { $0.isUnclosedList }.map { $0.span.start })
      for error in errors {
        let offset = error.location.span.start
        let declaration = Self.last(spans, upTo: offset)
        var span = error.location.span
        let isFault = faults.contains(offset)
        // A fault at the start of a part belongs to the text before it.
        let end = isFault && offset > 0 ? offset - 1 : offset
        if brackets.contains(offset) {
          // The parser may have read everything up to the next declaration as the content of the list.
          let next = spans.partitionPoint { $0.start > offset }
          span.end = next < spans.count ? spans[next].start - 1 : UInt32(size)
        } else if let part = Self.last(parts, upTo: end), offset <= part.end {
          span = part
        } else if let declaration, isFault {
          // The parser may have resumed anywhere in the declaration, or after it.
          span = Span(declaration.start, max(declaration.end, span.end))
        } else if let declaration, offset < declaration.end, !tree.hasParts(declaration) {
          span = declaration
        }
        for line in index.line(at: span.start)...index.line(at: max(span.start, span.end)) {
          lines.insert(Place(file: file, line: line))
        }
      }
    }
  }

  /// The last span that starts at or before the offset. The spans must be in source order.
  private static func last(_ spans: [Span], upTo offset: UInt32) -> Span? {
    let next = spans.partitionPoint { $0.start > offset }
    return next > 0 ? spans[next - 1] : nil
  }

  func contains(_ place: Place) -> Bool { lines.contains(place) }
}

extension ErrorLines {
  /// The lines at which the locations start.
  static func places(_ locations: [Location], in files: [SourceFile]) -> [Place] {
    var indices: [FileID: LineIndex] = [:]
    return locations.map { location in
      let index = indices[location.file] ?? LineIndex(files[Int(location.file.index)])
      indices[location.file] = index
      return Place(file: location.file, line: index.line(at: location.span.start))
    }
  }
}

extension SyntaxTree {
  /// The rules of all handlers and chains, and the cases of tests. An error in one of them does not affect the
  /// others.
  fileprivate var parts: [Span] {
    declarations.flatMap { $0.parts ?? [] }.sorted { $0.start < $1.start }
  }

  /// Returns whether the declaration at the span consists of rules or cases.
  fileprivate func hasParts(_ span: Span) -> Bool {
    declarations.contains { $0.header.span == span && $0.parts != nil }
  }
}

extension DeclarationSyntax {
  fileprivate var parts: [Span]? {
    if case .test(let test) = self { return test.cases.map { $0.span } }
    guard let items else { return nil }
    var parts: [Span] = []
    items.eachRule { parts.append($0.span) }
    return parts
  }
}

extension SyntaxFault {
  /// True if the parser has continued at the place of the fault.
  fileprivate var isInPlace: Bool { if case .missingDecision = kind { true } else { false } }

  /// True for an unclosed bracket around a list.
  fileprivate var isUnclosedList: Bool {
    if case .unclosed(let bracket, _) = kind { bracket != "{" } else { false }
  }
}
