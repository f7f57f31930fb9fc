import Syntax
import Text

/// A rule in the syntax tree, found by a location in the rule.
struct RulePlace {
  let rule: RuleSyntax
  /// The items of the handler, chain or block that contains the rule.
  let items: [ChainItemSyntax]
  private let file: FileID

  /// Fails if the location is in no rule of a handler or chain.
  init?(at location: Location, _ input: CheckInput) {
    let declarations = input.trees[Int(location.file.index)].declarations
    let offset = location.span.start
    let declaration = Self.last(declarations, upTo: offset) { $0.header.span.start }
    guard var items = declaration?.items else { return nil }
    while true {
      guard let item = Self.last(items, upTo: offset, { $0.span.start }) else { return nil }
      switch item {
      case .use: return nil
      case .block(let block): items = block.items
      case .rule(let rule):
        guard offset <= rule.span.end else { return nil }
        self.rule = rule
        self.items = items
        file = location.file
        return
      }
    }
  }

  func location(_ span: Span) -> Location { Location(file, span) }

  /// The last element that starts at or before the offset. The elements must be in source order.
  private static func last<Element>(
    _ elements: [Element], upTo offset: UInt32, _ start: (Element) -> UInt32
  ) -> Element? {
    let next = elements.partitionPoint { start($0) > offset }
    return next > 0 ? elements[next - 1] : nil
  }
}
