import Semantics
import Syntax
import Text

/// The names of declarations with errors. Other findings about these names are consequences.
struct LostNames {
  private var names: Set<String>
  /// The keywords of declarations whose names are missing.
  private let nameless: Set<Keyword>
  /// The names of values and actions whose type may be another one than the parser has read.
  private var typeless: Set<String> = []

  init(_ trees: [SyntaxTree], _ faults: [Fault]) {
    names = trees.reduce(into: []) { $0.formUnion($1.lost) }
    nameless = trees.reduce(into: []) { $0.formUnion($1.nameless) }
    for tree in trees where !tree.incomplete.isEmpty {
      for declaration in tree.declarations
      where tree.incomplete.contains(declaration.header.name.span.start) {
        switch declaration {
        case .value, .action: typeless.insert(declaration.header.name.text)
        default: break
        }
      }
    }
    for fault in faults {
      guard case .unknownName(expected: "a type of values", _, _) = fault.kind else { continue }
      let place = fault.location
      for case .value(let header, _) in trees[Int(place.file.index)].declarations
      where header.span.start <= place.span.start && place.span.end <= header.span.end {
        typeless.insert(header.name.text)
      }
    }
  }

  func contains(_ name: String) -> Bool { names.contains(name) }

  /// Returns whether a declaration without a name can be the expected one, such as `a screen`.
  func mayContain(_ expected: String) -> Bool {
    nameless.contains { keyword in
      switch keyword {
      case .model, .enum, .union: expected == "a type"
      default: expected.split { !$0.isLetter }.contains { $0 == keyword.rawValue }
      }
    }
  }

  /// Returns whether the type of the declared name is unknown because of an error.
  func hasUnknownType(_ name: some StringProtocol) -> Bool {
    names.contains(String(name)) || typeless.contains(String(name))
  }
}
