import Diagnostics
import Semantics
import Syntax
import Text

/// The check `empty-block`.
enum EmptyBlock {
  static func findings(_ input: CheckInput) -> [Finding] {
    input.trees.enumerated().flatMap { index, tree in
      let blocks = tree.declarations.flatMap { emptyBlocks($0.items ?? []) }
      return blocks.compactMap { block in
        // Rules with an error are missing from the items.
        let hasFault = tree.faults.contains {
          $0.span.start >= block.span.start && $0.span.end <= block.span.end
        }
        return hasFault ? nil : finding(block, FileID(index))
      }
    }
  }

  private static func emptyBlocks(_ items: [ChainItemSyntax]) -> [BlockSyntax] {
    items.flatMap { item -> [BlockSyntax] in
      guard case .block(let block) = item else { return [] }
      return block.items.isEmpty ? [block] : emptyBlocks(block.items)
    }
  }

  private static func finding(_ block: BlockSyntax, _ file: FileID) -> Finding {
    let head = Span(block.keyword.start, block.condition.span.end)
    return page.finding(
      "the block has no rules: its requests go on to the rules below", at: Location(file, head),
      label: "does nothing", help: "write its rules, or delete the block")
  }

  static let page = Page(
    "empty-block", .warning, "a block without rules")
}
