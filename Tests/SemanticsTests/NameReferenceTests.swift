import Semantics
import Syntax
import Testing
import Text

/// Tests the names of rule files and their targets, as the resolver records them.
@Suite struct NameReferenceTests {
  private let files: [SourceFile]
  private let resolution: Resolution

  private init(_ texts: [String]) {
    let files = texts.enumerated().map { SourceFile(name: "\($0.offset)", text: $0.element) }
    self.files = files
    resolution = Resolution(recordingReferencesIn: files.map { SyntaxTree.parse($0) }) { _ in nil }
  }

  init() { self.init([]) }

  /// The names of the first file in their order. Declarations are marked with `*`.
  private var described: [String] {
    resolution.references[0].list.map { reference in
      "\(files[0].text(reference.span))\(reference.isDeclaration ? "*" : ""): "
        + text(reference.target)
    }
  }

  private func declaredName(_ target: NameTarget) -> String {
    for (file, references) in resolution.references.enumerated() {
      for reference in references.list where reference.isDeclaration && reference.target == target {
        return files[file].text(reference.span)
      }
    }
    return "_"
  }

  private func text(_ target: NameTarget) -> String {
    switch target {
    case .declaration(let noun, _): "\(noun.rawValue) \(declaredName(target))"
    case .member(let noun, let owner, _):
      "\(noun.rawValue) \(declaredName(.declaration(noun, owner))).\(declaredName(target))"
    case .capture: "capture"
    case .field: "field of a case"
    case .word(let word): "word \(word)"
    case .schemeHandler(let name): "function \(name)"
    case .unknown(let noun): "no \(noun.rawValue)"
    case .unknownMember: "no member"
    case .unknownValue: "no case"
    }
  }

  @Test(arguments: [
    ("flag isOpen", ["isOpen*: flag isOpen"]),
    ("value name: String?", ["name*: value name", "String: word String"]),
    (
      "chain C { when host == server && exists server cancel }",
      ["C*: chain C", "host: word host", "server: value server", "server: value server"]
    ),
    (
      "chain C { when host == nowhere && exists nowhere cancel }",
      ["C*: chain C", "host: word host", "nowhere: no case", "nowhere: no flag"]
    ),
    ("origin Page = \"https://a.com\"", ["Page*: origin Page"]),
    ("origin Page = home", ["Page*: origin Page", "home: value home"]),
    (
      "chain C { when host like names cancel }",
      ["C*: chain C", "host: word host", "names: value names"]
    ),
    (
      "chain C { when host in names && url in Store && !(url in Elsewhere) && isOpen cancel }",
      [
        "C*: chain C", "host: word host", "names: value names", "url: word url",
        "Store: origin Store", "url: word url", "Elsewhere: no origin", "isOpen: flag isOpen",
      ]
    ),
    (
      "condition isLate = !isOpen\nchain C { when isLate cancel }",
      [
        "isLate*: condition isLate", "isOpen: flag isOpen", "C*: chain C",
        "isLate: condition isLate",
      ]
    ),
    (
      "screen New(id: String, kind: Kind = big, more: Other?)",
      [
        "New*: screen New", "id*: screen New.id", "String: word String", "kind*: screen New.kind",
        "Kind: enum Kind", "big: enum Kind.big", "more*: screen New.more", "Other: no model",
      ]
    ),
    (
      "action share(url: URL) -> Bool",
      ["share*: action share", "url*: action share.url", "URL: word URL", "Bool: word Bool"]
    ),
    (
      "model Thing { sku: String, part: { size: Int }, all: [String: Item] }",
      [
        "Thing*: model Thing", "sku*: model Thing.sku", "String: word String",
        "part*: model Thing.part", "size*: model _.size", "Int: word Int",
        "all*: model Thing.all", "String: word String", "Item: model Item",
      ]
    ),
    (
      "enum Size { huge, tiny }",
      ["Size*: enum Size", "huge*: enum Size.huge", "tiny*: enum Size.tiny"]
    ),
    (
      "union Result by \"kind\" { done(id: Int) }",
      [
        "Result*: union Result", "done*: union Result.done", "id*: field of a case",
        "Int: word Int",
      ]
    ),
    (
      "strategy Pay receives [Item] replies { count: Int } from Store",
      [
        "Pay*: strategy Pay", "Item: model Item", "count*: model _.count", "Int: word Int",
        "Store: origin Store",
      ]
    ),
    (
      "call Grow sends { width: Int }\nrender Article { Grow(width: 3), Resize(size: big), None }",
      [
        "Grow*: call Grow", "width*: model _.width", "Int: word Int", "Article*: render Article",
        "Grow: call Grow", "width: model _.width", "Resize: call Resize", "size: model Sized.size",
        "big: enum Kind.big", "None: no call",
      ]
    ),
    (
      "configuration A extends B { chain Main  strategies Cart, Ready  scripts Zoom  userAgent agent"
        + " scheme \"app\" handler files from Store }",
      [
        "A*: configuration A", "B: no configuration", "Main: chain Main", "Cart: strategy Cart",
        "Ready: no strategy", "Zoom: script Zoom", "agent: value agent", "files: function files",
        "Store: origin Store",
      ]
    ),
    (
      "handler H { when path like \"/{id: Int}\" && isOpen present Product(id: id, kind: big) cancel }",
      [
        "H*: handler H", "path: word path", "id*: capture", "Int: word Int", "isOpen: flag isOpen",
        "Product: screen Product", "id: screen Product.id", "id: capture",
        "kind: screen Product.kind", "big: enum Kind.big",
      ]
    ),
    (
      "chain C { frames main use H use K when url in Store && !(frame == new) "
        + "perform go(to: url) cancel "
        + "when page.host == \"a\" && exists query.key && url in page.origin cancel otherwise allow }",
      [
        "C*: chain C", "main: word main", "H: no handler", "K: handler K", "url: word url",
        "Store: origin Store", "frame: word frame", "new: word new", "go: action go",
        "to: action go.to", "url: word url",
        "page: word page", "host: word page.host", "query: word query", "url: word url",
        "page: word page", "origin: word page.origin",
      ]
    ),
    (
      "test Main { \"https://a.com/\" with isOpen, frame == new present Product(id: 1) cancel }",
      [
        "Main: chain Main", "isOpen: flag isOpen", "frame: word frame", "new: word new",
        "Product: screen Product", "id: screen Product.id",
      ]
    ),
    (
      "chain C { when url == home perform go(to: home) cancel otherwise popup Web }",
      [
        "C*: chain C", "url: word url", "home: value home", "go: action go", "to: action go.to",
        "home: value home", "Web: configuration Web",
      ]
    ),
  ])
  func names(_ source: String, _ expected: [String]) {
    let declarations = """
      flag isOpen
      value server: String
      value agent: String
      value home: URL
      value names: [String]
      origin Store = "https://a.com"
      enum Kind { big, small }
      model Item { sku: String }
      model Sized { size: Kind }
      screen Product(id: Int, kind: Kind = small)
      action go(to: URL)
      handler K { when host == "k" cancel }
      chain Main { otherwise allow }
      strategy Cart
      call Resize sends Sized
      script Zoom at documentEnd "zoom()"
      configuration Web { chain Main }
      """
    #expect(Self([source, declarations]).described == expected)
  }

  /// Tests that a fault in one part of a rule does not affect the names in other parts.
  @Test(arguments: [
    (
      "chain C { when pth like \"/{id}\" present Product(id: id) cancel }",
      [
        "C*: chain C", "pth: no flag", "id*: capture", "Product: screen Product",
        "id: screen Product.id", "id: capture",
      ]
    ),
    (
      "chain C { when path like \"/{id}\" present Prduct(id: id, kind: big) cancel }",
      [
        "C*: chain C", "path: word path", "id*: capture", "Prduct: no screen", "id: no member",
        "id: capture", "kind: no member", "big: no case",
      ]
    ),
    (
      "chain C { when path like \"/{id}\" present Product(idd: id, kind: big) cancel }",
      [
        "C*: chain C", "path: word path", "id*: capture", "Product: screen Product",
        "idd: no member", "id: capture", "kind: screen Product.kind", "big: enum Kind.big",
      ]
    ),
    (
      "chain C { when port == server && host in isOpen load url setting path = home cancel }",
      [
        "C*: chain C", "port: word port", "server: value server", "host: word host",
        "isOpen: flag isOpen", "url: word url", "path: word path", "home: value home",
      ]
    ),
    (
      "test Main { \"no URL\" with missing present Product(id: small) popup Web }",
      [
        "Main: chain Main", "missing: no flag", "Product: screen Product",
        "id: screen Product.id", "small: no case", "Web: configuration Web",
      ]
    ),
    (
      "render R { Resize(size: huge, more: big) }",
      [
        "R*: render R", "Resize: call Resize", "size: model Sized.size", "huge: no case",
        "more: no member", "big: no case",
      ]
    ),
  ])
  func namesInFaultyParts(_ source: String, _ expected: [String]) {
    let declarations = """
      flag isOpen
      value server: String
      value home: URL
      enum Kind { big, small }
      model Sized { size: Kind }
      screen Product(id: String, kind: Kind = small)
      chain Main { otherwise allow }
      call Resize sends Sized
      configuration Web { chain Main }
      """
    #expect(Self([source, declarations]).described == expected)
  }

  /// Tests that rules of a block refer to the capture of the block, and rules beside one another to their own captures.
  @Test func capturesOfBlocks() throws {
    let text = """
      screen A(id: String, other: String? )
      chain C {
        when path like "/{id}" {
          when query.a like "{other}" present A(id: id, other: other) cancel
          when query.b like "{other}" present A(id: id, other: other) cancel
          when host == "a" || host == "b" present A(id: id) cancel
        }
        when path like "/{id}/x" || path like "/x/{id}" present A(id: id) cancel
        otherwise allow
      }
      """
    let found = Self([text])
    try #require(found.resolution.faults.isEmpty, "\(found.resolution.faults)")
    var places: [NameTarget: Int] = [:]
    for reference in found.resolution.references[0].list {
      if case .capture = reference.target { places[reference.target, default: 0] += 1 }
    }
    #expect(places.values.sorted() == [2, 2, 3, 4])
  }

  /// Tests that names that differ only in the case of their letters are different names.
  @Test func caseOfLettersMatters() {
    let found = Self([
      "model item { a: Int }\nmodel Item { a: Int }\nstrategy S receives item replies Item"
    ])
    #expect(
      found.described == [
        "item*: model item", "a*: model item.a", "Int: word Int", "Item*: model Item",
        "a*: model Item.a", "Int: word Int", "S*: strategy S", "item: model item",
        "Item: model Item",
      ])
  }

  @Test func nameAtAnOffset() {
    let references = Self(["handler Ab { when ab cancel }"]).resolution.references[0]
    func name(_ offset: Int) -> Span? { references.reference(at: offset)?.span }
    #expect(name(7) == nil)
    #expect(name(8) == Span(UInt32(8), 10))
    #expect(name(10) == Span(UInt32(8), 10), "the offset just after a name belongs to it")
    #expect(name(11) == nil)
    #expect(name(18) == Span(UInt32(18), 20))
    #expect(name(29) == nil)
    #expect(references[Span(UInt32(18), 20)] != nil && references[Span(UInt32(18), 19)] == nil)
  }
}
