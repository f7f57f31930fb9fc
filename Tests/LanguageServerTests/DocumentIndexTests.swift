import Syntax
import Testing
import Text

@testable import LanguageServer

/// Tests the index of the declarations and rules of a file.
@Suite struct DocumentIndexTests {
  private static func index(_ text: String) throws -> DocumentIndex {
    let tree = SyntaxTree.parse(SourceFile(name: "a", text: text))
    try #require(tree.faults.isEmpty, "\(tree.faults)")
    return DocumentIndex(tree)
  }

  @Test func declarationsByTheirNames() throws {
    let source = """
      screen Product(id: String, kind: Kind?)
      model Item { sku: String, part: { size: Int } }
      enum Kind { big, small }
      channel Hub by "k" { strategy Cart receives { count: Int } }
      call Resize function "resize"(width: Int)
      """
    let file = SourceFile(name: "a", text: source)
    let index = try Self.index(source)
    #expect(
      index.declarations.map { "\($0.kind) \($0.name)" } == [
        "screen Product", "parameter id", "parameter kind", "model Item", "field sku",
        "field part", "field size", "enumeration Kind", "enumCase big", "enumCase small",
        "channel Hub", "strategy Cart", "field count", "call Resize", "parameter width",
      ])
    for declaration in index.declarations {
      #expect(file.text(declaration.nameSpan) == declaration.name)
      #expect(index.declaration(at: declaration.nameSpan.start)?.key == declaration.key)
      #expect(index.declaration(at: declaration.nameSpan.start + 1) == nil)
    }
  }

  @Test func wireNamesAreKeptOnRenaming() throws {
    let index = try Self.index(
      "strategy Cart receives { a: Int, b \"c\": Int }\nenum E { x, y = \"z\" }\nevent Shown \"s\"")
    let wires = index.declarations.map { declaration in
      switch declaration.wire {
      case .none: "\(declaration.name): -"
      case .string(let name): "\(declaration.name): \"\(name)\""
      case .assignment(let name): "\(declaration.name): = \"\(name)\""
      }
    }
    #expect(
      wires == [
        "Cart: \"cart\"", "a: \"a\"", "b: -", "E: -", "x: = \"x\"", "y: -", "Shown: -",
      ])
  }

  @Test func rulesUsesAndScripts() throws {
    let index = try Self.index(
      """
      handler H { when path == "/" cancel }
      chain C { use H  when host == "a" cancel  otherwise allow }
      script S at documentEnd "a.js"
      """)
    #expect(
      index.rules.map { "\($0.owner) \($0.ownerKind)" } == ["H handler", "C chain", "C chain"])
    #expect(index.uses.map { "\($0.owner) \($0.name.text)" } == ["C H"])
    #expect(index.rule(at: 20)?.owner == "H")
    #expect(index.rule(at: 3) == nil)
  }
}
