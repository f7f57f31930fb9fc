import Diagnostics
import Syntax
import Text

/// The lines of rules and declarations with errors, or with findings that were not there before words were corrected. A
/// corrected word there was perhaps a wrong guess, so the text is not what the user meant.
struct ErrorLines {
  private var lines: Set<Place> = []

  /// A line of a file.
  struct Place: Hashable {
    let file: FileID
    /// 0-based.
    let line: Int
  }

  /// - Parameters:
  ///   - state: with the corrected words.
  ///   - original: without them.
  init(_ state: FixState, since original: FixState) {
    for (index, tree) in state.trees.enumerated() {
      let file = FileID(index)
      let errors = zip(state.findings, state.keys).filter { finding, key in
        finding.location.file == file
          && (finding.severity == .error || original.counts[key] == nil)
      }.map(\.0)
      if errors.isEmpty { continue }
      let index = LineIndex(state.input.files[index])
      let spans = tree.declarations.map(\.header.span).sorted { $0.start < $1.start }
      let parts = tree.parts
      for error in errors {
        let offset = error.location.span.start
        let declaration = spans.last { $0.start <= offset }
        var span = error.location.span
        let isFault = tree.faults.contains { $0.span.start == offset && !$0.isInPlace }
        // A fault at the start of a part is one of the text before it.
        if let part = parts.first(where: {
          $0.start + (isFault ? 1 : 0) <= offset && offset <= $0.end
        }) {
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

  func contains(_ place: Place) -> Bool { lines.contains(place) }
}

extension ErrorLines.Place {
  init(_ location: Location, in files: [SourceFile]) {
    file = location.file
    line = LineIndex(files[Int(location.file.index)]).line(at: location.span.start)
  }
}

extension SyntaxTree {
  /// The rules of all handlers and chains, and the cases of tests: an error in one says nothing about the others.
  fileprivate var parts: [Span] { declarations.flatMap { $0.parts ?? [] } }

  /// Returns whether a declaration consists of such parts.
  fileprivate func hasParts(_ span: Span) -> Bool {
    declarations.contains { $0.header.span == span && $0.parts != nil }
  }
}

extension DeclarationSyntax {
  fileprivate var parts: [Span]? {
    var parts: [Span] = []
    switch self {
    case .handler(_, let items): items.walk(condition: { _ in }, rule: { parts.append($0.span) })
    case .chain(let chain): chain.items.walk(condition: { _ in }, rule: { parts.append($0.span) })
    case .test(let test): parts = test.cases.map(\.span)
    default: return nil
    }
    return parts
  }
}

extension SyntaxFault {
  /// True if the parser has read on where the fault is.
  fileprivate var isInPlace: Bool { if case .missingDecision = kind { true } else { false } }
}
