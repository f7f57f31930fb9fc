import Syntax
import Testing
import Text

@testable import LanguageServer

/// The names of a file and the keys that they refer to.
@Suite struct DocumentIndexTests {
  private static func index(_ text: String) throws -> DocumentIndex {
    let tree = SyntaxTree.parse(SourceFile(name: "a", text: text))
    try #require(tree.faults.isEmpty, "\(tree.faults)")
    return DocumentIndex(tree)
  }

  private static func text(_ key: NameKey) -> String {
    switch key {
    case .declaration(let space, let name): "\(space) \(name)"
    case .member(let owner, let name): "\(text(owner)).\(name)"
    case .capture(_, let name): "capture \(name)"
    case .word(let word): "word \(word)"
    case .payload(let call, let label): "payload \(call).\(label)"
    case .operand(let name): "operand \(name)"
    case .value(let parameter, let name): "value \(name) of \(text(parameter))"
    }
  }

  /// Names as they follow one another, declarations with `*`; the name of a use is not repeated.
  @Test(arguments: [
    ("flag isOpen", ["isOpen*: flag isOpen"]),
    ("value server: String?", ["server*: flag server", "String: word String"]),
    (
      "chain C { when host == server && exists server cancel }",
      [
        "C*: rules C", "host: word host", "server: operand server", "server: flag server",
      ]
    ),
    ("origin Store = \"https://a.com\"", ["Store*: origin Store"]),
    ("origin Home = server", ["Home*: origin Home", "server: flag server"]),
    (
      "chain C { when host like names cancel }",
      ["C*: rules C", "host: word host", "names: flag names"]
    ),
    (
      "screen Product(id: String, kind: Kind? = big)",
      [
        "Product*: screen Product", "id*: screen Product.id", "String: word String",
        "kind*: screen Product.kind", "Kind: type Kind", "big: type Kind.big",
      ]
    ),
    (
      "action share(url: URL) -> Bool",
      [
        "share*: action share", "url*: action share.url", "URL: word URL", "Bool: word Bool",
      ]
    ),
    (
      "model Item { sku: String, part: { size: Int } }",
      [
        "Item*: type Item", "sku*: type Item.sku", "String: word String", "part*: type Item.part",
        "size*: type Item.part.size", "Int: word Int",
      ]
    ),
    (
      "enum Kind { big, small }",
      ["Kind*: type Kind", "big*: type Kind.big", "small*: type Kind.small"]
    ),
    (
      "union Result by \"kind\" { done(id: Int) }",
      [
        "Result*: type Result", "done*: type Result.done", "id*: type Result.done.id",
        "Int: word Int",
      ]
    ),
    (
      "strategy Cart receives [Item] replies { count: Int } from Store",
      [
        "Cart*: strategy Cart", "Item: type Item", "count*: strategy Cart.replies.count",
        "Int: word Int", "Store: origin Store",
      ]
    ),
    (
      "call Resize sends { width: Int }\nrender Article { Resize(width: 3) }",
      [
        "Resize*: call Resize", "width*: call Resize.sends.width", "Int: word Int",
        "Article*: render Article", "Resize: call Resize", "width: payload Resize.width",
      ]
    ),
    (
      "configuration A extends B { chain Main  strategies Cart, Ready  scripts Zoom }",
      [
        "A*: configuration A", "B: configuration B", "Main: rules Main", "Cart: strategy Cart",
        "Ready: strategy Ready", "Zoom: script Zoom",
      ]
    ),
    (
      "handler H { when path like \"/{id: Int}\" && isOpen present Product(id: id, kind: big) cancel }",
      [
        "H*: rules H", "path: word path", "id*: capture id", "Int: word Int", "isOpen: flag isOpen",
        "Product: screen Product", "id: screen Product.id", "id: capture id",
        "kind: screen Product.kind", "big: value big of screen Product.kind",
      ]
    ),
    (
      "chain C { frames main use H when url in Store && !(frame == new) perform go(to: url) cancel "
        + "when page.host == \"a\" && exists query.key cancel otherwise allow }",
      [
        "C*: rules C", "main: word main", "H: rules H", "url: word url", "Store: origin Store",
        "frame: word frame", "new: operand new", "go: action go", "to: action go.to",
        "url: word url",
        "page: word page", "host: word page.host", "query: word query",
      ]
    ),
    (
      "test C { \"https://a.com/\" with isOpen, frame == new present Product(id: \"1\") cancel }",
      [
        "C: rules C", "isOpen: value isOpen of action isOpen", "frame: word frame",
        "new: word new", "Product: screen Product", "id: screen Product.id",
      ]
    ),
  ])
  func occurrences(_ source: String, _ expected: [String]) throws {
    let found = try Self.index(source).occurrences.map {
      "\($0.name)\($0.isDeclaration ? "*" : ""): \(Self.text($0.key))"
    }
    #expect(found == expected)
  }

  @Test func spansHoldTheNames() throws {
    let source = """
      model Item { sku: String }
      handler H { when path like "/a/{sku}" present Product(id: sku) cancel }
      """
    for occurrence in try Self.index(source).occurrences {
      let file = SourceFile(name: "a", text: source)
      #expect(file.text(occurrence.span) == occurrence.name)
    }
  }

  @Test func nameAtAnOffset() throws {
    let index = try Self.index("handler Ab { when ab cancel }")
    #expect(index.occurrence(at: 7) == nil)
    #expect(index.occurrence(at: 8)?.name == "Ab")
    #expect(index.occurrence(at: 10)?.name == "Ab", "the offset just after a name belongs to it")
    #expect(index.occurrence(at: 11) == nil)
    #expect(index.occurrence(at: 18)?.name == "ab")
    #expect(index.occurrence(at: 29) == nil)
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
