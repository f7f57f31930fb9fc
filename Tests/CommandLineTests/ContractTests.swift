import Diagnostics
import Foundation
import Generation
import Semantics
import Syntax
import TestSupport
import Testing
import Text

@testable import Workspace

/// Tests changes of types between two versions, each with the expected verdict. The generated code of both versions is
/// run to prove the verdict.
@Suite struct ContractTests {
  /// Two versions of a type, and whether each reads every value that the other writes.
  struct Pair: Sendable, CustomTestStringConvertible {
    /// The declarations of the old version and, after the last semicolon, its type.
    var old: String
    var new: String
    var newReadsOld: Bool
    var oldReadsNew: Bool

    var testDescription: String { "\(old) → \(new)" }

    init(_ old: String, _ new: String, _ reads: Reads) {
      self.old = old
      self.new = new
      newReadsOld = reads == .both || reads == .newReadsOld
      oldReadsNew = reads == .both || reads == .oldReadsNew
    }
  }

  enum Reads { case both, newReadsOld, oldReadsNew, neither }

  static let pairs: [Pair] = [
    // Fields.
    Pair("{ a: String }", "{ a: String }", .both),
    Pair("{ a: String }", "{ a: String, b: Int }", .oldReadsNew),
    Pair("{ a: String }", "{ a: String, b: Int? }", .both),
    Pair("{ a: String }", "{ a: String, b: Int = 1 }", .both),
    Pair("{ a: String }", "{ a: String, b: JSON }", .oldReadsNew),
    Pair("{ a: String }", "{ a: String, b: JSON? }", .both),
    Pair("{ a: String, b: Int }", "{ a: String }", .newReadsOld),
    Pair("{ a: String, b: Int? }", "{ a: String }", .both),
    Pair("{ a: String, b: Int = 1 }", "{ a: String }", .both),
    Pair("{ a: String }", "{ a: String? }", .newReadsOld),
    Pair("{ a: String? }", "{ a: String }", .oldReadsNew),
    Pair("{ a: String? }", "{ a: String = \"x\" }", .both),
    Pair("{ a: String = \"x\" }", "{ a: String? }", .both),
    Pair("{ a: String }", "{ a: String = \"x\" }", .both),
    Pair("{ a: String = \"x\" }", "{ a: String }", .both),
    Pair("{ a: Int = 1 }", "{ a: Int = 2 }", .both),
    Pair("{ a \"x\": String }", "{ a \"y\": String }", .neither),
    Pair("{ a \"x\": String? }", "{ a \"y\": String? }", .both),
    Pair("{ a \"x\": String }", "{ a \"y\": String? }", .newReadsOld),
    Pair("{ a: String }", "{ b \"a\": String }", .both),
    Pair("{ a: String, b: Int }", "{ b: Int, a: String }", .both),
    Pair("{ a: { b: Int } }", "{ a: { b: Int, c: Int } }", .oldReadsNew),
    Pair("{ a: { b: Int }? }", "{ a: { b: Int? }? }", .newReadsOld),
    Pair("{ a: String }", "{ b: String }", .neither),
    // Types of a value.
    Pair("{ a: Int }", "{ a: Double }", .newReadsOld),
    Pair("{ a: Double }", "{ a: Int }", .oldReadsNew),
    Pair("{ a: String }", "{ a: Int }", .neither),
    Pair("{ a: Bool }", "{ a: String }", .neither),
    Pair("{ a: Bool }", "{ a: Int }", .neither),
    Pair("{ a: String }", "{ a: URL }", .oldReadsNew),
    Pair("{ a: URL }", "{ a: String }", .newReadsOld),
    Pair("{ a: Date }", "{ a: String }", .newReadsOld),
    Pair("{ a: String }", "{ a: Data }", .oldReadsNew),
    Pair("{ a: Date }", "{ a: Data }", .neither),
    Pair("{ a: Int? }", "{ a: Double? }", .newReadsOld),
    Pair("{ a: String }", "{ a: Int? }", .neither),
    Pair("{ a: Int }", "{ a: JSON }", .newReadsOld),
    Pair("{ a: JSON }", "{ a: { b: Int } }", .oldReadsNew),
    Pair("{ a: Int? }", "{ a: JSON }", .neither),
    Pair("{ a: Int? }", "{ a: JSON? }", .newReadsOld),
    Pair("{ a: String }", "{ a: [String] }", .neither),
    Pair("String", "Int", .neither),
    Pair("Int", "Double", .newReadsOld),
    Pair("Int", "Int?", .newReadsOld),
    Pair("Int?", "Int", .oldReadsNew),
    Pair("Int?", "JSON", .newReadsOld),
    Pair("String", "JSON", .newReadsOld),
    // Lists and dictionaries.
    Pair("[Int]", "[Double]", .newReadsOld),
    Pair("[Int]", "[Int?]", .newReadsOld),
    Pair("[Int?]", "[Int]", .oldReadsNew),
    Pair("[Int?]", "[JSON]", .newReadsOld),
    Pair("[String]", "[[String]]", .neither),
    Pair("[String: Int]", "[String: Double]", .newReadsOld),
    Pair("[String: Int?]", "[String: Int]", .oldReadsNew),
    Pair("{ a: Int, b: Int }", "[String: Int]", .newReadsOld),
    Pair("{ a: Int, b: String }", "[String: Int]", .neither),
    Pair("{ a: Int, b: String }", "[String: JSON]", .newReadsOld),
    Pair("[String: Int]", "{ a: Int?, b: Double? }", .newReadsOld),
    Pair("[String: Int?]", "{ a: Int?, b: Int = 2 }", .oldReadsNew),
    Pair("[String: Int]", "{ a: Int?, b: Int = 2 }", .both),
    Pair("[{ a: Int }]", "[{ a: Int, b: Int }]", .oldReadsNew),
    Pair("[Int]", "[String: Int]", .neither),
    // Enums are open.
    Pair("enum E { a, b }; E", "enum E { a }; E", .both),
    Pair("enum E { a }; E", "enum E { a, b }; E", .both),
    Pair("enum E { a = \"x\" }; E", "enum E { a = \"y\" }; E", .both),
    Pair("enum E { a }; E", "String", .both),
    Pair("enum E { a }; { e: E }", "{ e: String }", .both),
    Pair("enum E { a }; { e: E = a }", "enum E { a, b }; { e: E = b }", .both),
    Pair("enum E { a }; E", "Int", .neither),
    Pair("enum E { a }; E", "URL", .oldReadsNew),
    // Unions are closed.
    Pair(
      "union U by \"k\" { a(x: Int) }; U", "union U by \"k\" { a(x: Int), b }; U", .newReadsOld),
    Pair("union U by \"k\" { a, b }; U", "union U by \"k\" { a }; U", .oldReadsNew),
    Pair("union U by \"k\" { a, b }; U", "union U by \"k\" { a, c }; U", .neither),
    Pair("union U by \"k\" { a }; U", "union U by \"t\" { a }; U", .neither),
    Pair(
      "union U by \"k\" { a(x: Int) }; U", "union U by \"k\" { a(x: Int, y: Int) }; U",
      .oldReadsNew),
    Pair(
      "union U by \"k\" { a(x: Int) }; U", "union U by \"k\" { a(x: Int, y: Int?) }; U", .both),
    Pair(
      "union U by \"k\" { a(x: Int), b }; U", "union V by \"k\" { b, a(x: Double) }; V",
      .newReadsOld),
    Pair("union U by \"k\" { a(x: Int), b(x: Int) }; U", "{ k: String, x: Int }", .newReadsOld),
    Pair("union U by \"k\" { a(x: Int), b }; U", "{ k: String, x: Int }", .neither),
    Pair("union U by \"k\" { a(x: Int), b }; U", "[String: JSON]", .newReadsOld),
    Pair("union U by \"k\" { a(x: Int), b }; U", "[String: Int]", .neither),
    Pair(
      "union U { a(String), b({ x: Int }) }; U", "union V { c({ x: Double? }), d(String) }; V",
      .newReadsOld),
    Pair(
      "union U { a(String), b(Int) }; U", "union U { a(String), b(Int), c(Bool) }; U", .newReadsOld),
    Pair("union U { a(String), b(Int) }; U", "union U { a(String), b(Bool) }; U", .neither),
    Pair("{ x: Int }", "union U { text(String), object({ x: Int, y: Int? }) }; U", .newReadsOld),
    Pair("Date", "union U { text(String), list([Int]) }; U", .newReadsOld),
    Pair("union U { a(Int) }; U", "Double", .newReadsOld),
    Pair("union U { a(Int), b([U]) }; U", "union V { a(Int), b([V]) }; V", .both),
    Pair("union U { a(Int), b([U]) }; U", "JSON", .newReadsOld),
    Pair(
      "union U by \"k\" { a(x: Int) }; U", "union V { o({ x: Int }), s(String) }; V", .newReadsOld),
    Pair("union U by \"k\" { a(x: Int) }; U", "union V { a([Int]) }; V", .neither),
    // Recursive types, and names.
    Pair(
      "model N { v: Int, next: N? }; N", "model N { v: Double, next: N? }; N", .newReadsOld),
    Pair(
      "model N { v: Int, kids: [N] }; N", "model N { v: Int, kids: [N], t: String }; N",
      .oldReadsNew),
    Pair("model A { v: Int }; A", "model B { v: Int }; B", .both),
    Pair("model A { v: Int }; [A]", "model B { v: Int? }; [B?]", .newReadsOld),
    Pair(
      "model A { b: B? } model B { a: A?, v: Int }; A",
      "model A { b: B? } model B { a: A?, v: Int? }; A", .newReadsOld),
  ]

  private static func source(_ version: String) -> String {
    var parts = version.split(separator: ";").map(String.init)
    let type = parts.removeLast()
    return parts.joined(separator: "\n") + "\nstrategy Probe receives \(type) replies \(type)\n"
  }

  private static func input(_ version: String) -> RuleSetInput {
    RuleSetInput(files: [SourceFile(name: "a.bascule", text: source(version))])
  }

  private func loaded(_ text: String) -> LoadedRuleSet {
    let set = Workspace.load(RuleSetInput(files: [SourceFile(name: "a.bascule", text: text)]))
    #expect(!set.hasErrors, "\(text): \(set.findings.map(\.message))")
    return set
  }

  private func changes(_ old: String, _ new: String) -> [ContractChange] {
    RuleSetDiff([(loaded(old), loaded(new))]).contracts.flatMap(\.changes)
  }

  // MARK: - Types

  @Test func thereAreManyPairs() {
    #expect(Self.pairs.count >= 60)
    #expect(Set(Self.pairs.map(\.testDescription)).count == Self.pairs.count)
  }

  @Test(arguments: pairs)
  func verdicts(pair: Pair) {
    let changes = changes(Self.source(pair.old), Self.source(pair.new))
    let message = changes.filter { $0.part == "message" }
    let reply = changes.filter { $0.part == "reply" }
    #expect(message.count + reply.count == changes.count)
    #expect(message.allSatisfy { $0.pages == nil } == pair.newReadsOld, "\(message)")
    #expect(message.allSatisfy { $0.apps == nil } == pair.oldReadsNew, "\(message)")
    #expect(reply.allSatisfy { $0.pages == nil } == pair.oldReadsNew, "\(reply)")
    #expect(reply.allSatisfy { $0.apps == nil } == pair.newReadsOld, "\(reply)")
    #expect(message.map(\.path) == reply.map(\.path))
    let (old, new) = (loaded(Self.source(pair.old)).rules, loaded(Self.source(pair.new)).rules)
    guard let before = old.strategies[0].receives, let after = new.strategies[0].receives else {
      return
    }
    #expect(
      WireCompatibility.reads(after, of: new, all: before, of: old) == pair.newReadsOld)
    #expect(
      WireCompatibility.reads(before, of: old, all: after, of: new) == pair.oldReadsNew)
  }

  /// Tests the verdicts with generated code. The encoder of each side writes values of all forms, and the decoder of
  /// the other side reads them.
  @Test func verdictsHoldOfTheGeneratedCode() throws {
    guard let deno = Tool.find("deno", for: "verdicts of contract changes") else { return }
    let folder = try TemporaryFolder()
    var program = Self.driver
    for (number, pair) in Self.pairs.enumerated() {
      var arguments: [String] = []
      for (side, version) in [("old", pair.old), ("new", pair.new)] {
        let (findings, output) = Workspace.generate(
          Self.input(version), GenerationOptions(swift: nil, typeScript: GeneratedHeading()))
        let module = try #require(output?.typeScript, "\(version): \(findings.map(\.message))")
        try folder.write("\(side)\(number).ts", Data(module))
        program += "import * as \(side)\(number) from \"./\(side)\(number).ts\";\n"
        let rules = loaded(Self.source(version)).rules
        let samples = Samples(rules).values(try #require(rules.strategies[0].receives), depth: 0)
        arguments += ["\(side)\(number)", "[\(samples.joined(separator: ", "))]"]
      }
      program += "results.push(await judge(\(arguments.joined(separator: ", "))));\n"
    }
    program += "console.log(JSON.stringify(results));\n"
    try folder.write(["main.ts": program])
    let run = try ProcessRunner.run(
      deno, ["run", "--no-check", "--quiet", "main.ts"], in: folder.url,
      environment: .adding(Tool.denoEnvironment))
    try #require(run.status == 0, "\(run.output)")
    let results = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Bool]])
    try #require(results.count == Self.pairs.count)
    for (pair, result) in zip(Self.pairs, results) {
      #expect(result["newReadsOld"] == pair.newReadsOld, "\(pair.testDescription)")
      #expect(result["oldReadsNew"] == pair.oldReadsNew, "\(pair.testDescription)")
    }
  }

  private static let driver = """
    // deno-lint-ignore-file
    const results = [];
    function install(post) {
      globalThis.webkit = { messageHandlers: { probe: { postMessage: post } } };
    }
    async function encode(module, value) {
      let body;
      let isSent = false;
      install((sent) => { body = sent; isSent = true; return Promise.resolve(sent); });
      await module.sendProbe(value);
      if (!isSent) throw new Error("nothing was sent");
      return JSON.stringify(body);
    }
    async function decodes(module, own, text) {
      install(() => Promise.resolve(JSON.parse(text)));
      try {
        await module.sendProbe(own);
        return true;
      } catch (error) {
        if (error.code === "decoding") return false;
        throw error;
      }
    }
    async function readsAll(writer, values, reader, own) {
      for (const value of values) {
        if (!await decodes(reader, own[0], await encode(writer, value))) return false;
      }
      return true;
    }
    async function judge(before, oldValues, after, newValues) {
      return {
        newReadsOld: await readsAll(before, oldValues, after, newValues),
        oldReadsNew: await readsAll(after, newValues, before, oldValues),
      };
    }

    """

  /// Values of all forms of a type, as JavaScript expressions.
  private struct Samples {
    let rules: RuleSet

    init(_ rules: RuleSet) { self.rules = rules }

    func values(_ type: ValueType, depth: Int) -> [String] {
      switch type {
      case .string: return ["\"\"", "\"x y\"", "\"é😀\""]
      case .int: return ["0", "-7", "9007199254740991"]
      case .double: return ["0.5", "2", "-1e300"]
      case .bool: return ["true", "false"]
      case .url: return ["\"https://a.com/b?c#d\"", "\"mailto:a@b.com\""]
      case .date: return ["new Date(0)", "new Date(1234567890123)"]
      case .data: return ["new Uint8Array([])", "new Uint8Array([1, 2, 255])"]
      case .json: return ["null", "1.5", "\"s\"", "true", "[1, null]", "{ a: \"x\" }"]
      case .array(let element):
        if depth > 3 { return ["[]"] }
        let values = values(element, depth: depth + 1)
        return ["[]", "[\(values.joined(separator: ", "))]"]
      case .dictionary(let element):
        if depth > 3 { return ["{}"] }
        // The keys may be fields on the other side.
        let values = values(element, depth: depth + 1)
        return ["{}"] + values.map { "{ a: \($0), b: \($0), other: \($0) }" }
      case .optional(let inner): return values(inner, depth: depth) + ["null"]
      case .enumeration(let id):
        return rules[id].cases.map { "\"\($0.rawValue)\"" } + ["\"unheard of\"", "\"\""]
      case .model(let id): return objects(rules[id].fields, nil, depth)
      case .union(let id):
        let union = rules[id]
        return union.cases.flatMap { choice in
          guard let discriminator = union.discriminator else {
            return choice.fields.flatMap { values($0.type, depth: depth + 1) }
          }
          return objects(choice.fields, "\(discriminator): \"\(choice.wireName)\"", depth)
        }
      case .request, .invalid: return []
      }
    }

    /// Returns objects with each field in each of its forms, with the first form of the other fields, and an object
    /// with only the required fields.
    private func objects(_ fields: [Field], _ tag: String?, _ depth: Int) -> [String] {
      var forms: [[String?]] = []
      for field in fields {
        var values: [String?] = []
        if case .optional(let inner) = field.type {
          if depth < 3 { values = self.values(inner, depth: depth + 1) }
          values.append(nil)
        } else {
          values = self.values(field.type, depth: depth + 1)
          if field.defaultValue != nil { values.append(nil) }
        }
        forms.append(values)
      }
      func object(_ choice: [String?]) -> String {
        let members = zip(fields, choice).compactMap { field, value in
          value.map { "\(field.name): \($0)" }
        }
        return "{ \(([tag].compactMap(\.self) + members).joined(separator: ", ")) }"
      }
      let plain = forms.map { $0[0] }
      var objects = [object(plain), object(forms.map { $0[$0.count - 1] })]
      for (index, values) in forms.enumerated() {
        for value in values.dropFirst() {
          var choice = plain
          choice[index] = value
          objects.append(object(choice))
        }
      }
      return objects
    }
  }

  // MARK: - Messages, events and calls

  /// The old and new source, and for each change its text and the side that it breaks.
  @Test(
    arguments: [
      (
        "", "strategy A",
        ["it was added: a page must test `supports`, since released apps do not have it"]
      ),
      ("strategy A", "", ["it was removed; pages"]),
      ("strategy A", "strategy B \"a\"", []),
      ("strategy A \"x\"", "strategy A \"y\"", ["the identifier was `x` and is `y`; pages apps"]),
      (
        "strategy A", "channel C \"c\" by \"t\" { strategy A }",
        ["the identifier was `a` and is `c.a`; pages apps"]
      ),
      (
        "channel C \"c\" by \"t\" { strategy A }", "channel D \"c\" by \"u\" { strategy A }",
        [
          "it was sent with the name in `t` and the payload in `payload`, "
            + "and is sent with the name in `u` and the payload in `payload`; pages apps"
        ]
      ),
      ("strategy A receives Int", "strategy A", ["the value of type `Int` was removed; apps"]),
      ("strategy A", "strategy A receives Int", ["a value of type `Int` was added; pages"]),
      ("strategy A", "strategy A receives Int?", ["a value of type `Int?` was added"]),
      ("strategy A", "strategy A receives JSON", ["a value of type `JSON` was added"]),
      ("strategy A replies Int", "strategy A", ["the value of type `Int` was removed; pages"]),
      ("strategy A", "strategy A replies Int", ["a value of type `Int` was added; apps"]),
      ("strategy A", "strategy A replies JSON", ["a value of type `JSON` was added; apps"]),
      ("strategy A frames all", "strategy A", ["it is accepted only from the main frame; pages"]),
      (
        "event A", "origin O = \"https://a.com\"\nevent A to O",
        ["it is sent only to some origins; pages"]
      ),
      (
        "origin O = \"https://a.com\"\ncall A to O", "call A",
        ["it is made in pages of every origin"]
      ),
      ("strategy A", "strategy A frames all", ["it is accepted from all frames"]),
      (
        "strategy A", "strategy A world app", ["only scripts in the app's world can send it; pages"]
      ),
      (
        "channel C \"c\" by \"t\" world app { strategy A }",
        "channel C \"c\" by \"t\" { strategy A }",
        ["scripts in the app's world can no longer send it, but pages can"]
      ),
      (
        "strategy A", "origin O = \"https://a.com\"\nstrategy A from O",
        ["it is accepted only from some origins; pages"]
      ),
      (
        "origin O = \"https://a.com\"\nstrategy A from O", "strategy A",
        ["it is accepted from every origin"]
      ),
      (
        "origin O = \"https://a.com\", \"https://b.com\"\nstrategy A from O",
        "origin P = \"https://a.com\"\nstrategy A from P",
        ["it is no longer accepted from `https://b.com`; pages"]
      ),
      (
        "origin O = \"https://a.com\"\nstrategy A from O",
        "value server: URL\norigin O = server\nstrategy A from O",
        [
          "it is no longer accepted from `https://a.com`; pages",
          "it is also accepted from the origin of `server`",
        ]
      ),
      (
        "value server: URL\norigin O = server\nstrategy A from O",
        "value server: URL\norigin P = server\nstrategy A from P", []
      ),
      (
        "value server: URL\norigin O = server\nstrategy A from O",
        "value base: URL\norigin O = base\nstrategy A from O",
        [
          "it is no longer accepted from the origin of `server`; pages",
          "it is also accepted from the origin of `base`",
        ]
      ),
      (
        "origin O = \"https://*.a.com\"\nstrategy A from O",
        "origin O = \"https://**.a.com\"\nstrategy A from O",
        ["it is also accepted from `https://**.a.com`"]
      ),
      (
        "origin O = \"https://x.a.com\", \"https://y.x.a.com\"\nstrategy A from O",
        "origin O = \"https://*.a.com\"\nstrategy A from O",
        [
          "it is no longer accepted from `https://y.x.a.com`; pages",
          "it is also accepted from `https://*.a.com`",
        ]
      ),
      (
        "origin O = \"https://a.com\"\nstrategy A from O",
        "origin O = \"https://a.com:8443\"\nstrategy A from O",
        [
          "it is no longer accepted from `https://a.com`; pages",
          "it is also accepted from `https://a.com:8443`",
        ]
      ),
      (
        "strategy A\nstrategy B\nconfiguration W { strategies A, B }",
        "strategy A\nstrategy B\nconfiguration W { strategies B }",
        ["web views of the configuration `W` no longer accept it; pages"]
      ),
      (
        "channel C \"c\" by \"t\" { strategy A }\nconfiguration W { channels C }\n"
          + "configuration V { channels C }",
        "channel C \"c\" by \"t\" { strategy A }\nconfiguration W { }\nconfiguration V { channels C }",
        ["web views of the configuration `W` no longer accept it; pages"]
      ),
      (
        "origin O = \"https://example.com\"\nstrategy A from O",
        "origin O = \"https://**.example.com\"\nstrategy A from O",
        [
          "it is no longer accepted from `https://example.com`; pages",
          "it is also accepted from `https://**.example.com`",
        ]
      ),
      (
        "origin O = \"https://**.example.com\"\nstrategy A from O",
        "origin O = \"https://a.b.example.com\"\nstrategy A from O",
        ["it is no longer accepted from `https://**.example.com`; pages"]
      ),
      ("", "event E", ["it was added: released pages do not listen to it"]),
      ("event E", "", ["it was removed; pages"]),
      ("event E \"x\"", "event E \"y\"", ["the identifier was `x` and is `y`; pages apps"]),
      ("event E sends Int", "event E", ["the value of type `Int` was removed; pages"]),
      ("event E", "event E sends Int", ["a value of type `Int` was added; apps"]),
      ("event E sends Int", "event E sends Double", ["the type was `Int` and is `Double`; pages"]),
      (
        "event E sends { a: Int }", "event E sends { b: Int? }",
        ["the optional field was added", "the required field was removed; pages"]
      ),
      (
        "event E", "event E queue newest",
        ["the queue for pages that do not listen yet has changed"]
      ),
      (
        "", "call C",
        ["it was added: released pages do not implement it, so the call fails there"]
      ),
      ("call C", "", ["it was removed; apps"]),
      ("call C sends Int", "call C sends Double", ["the type was `Int` and is `Double`; pages"]),
      ("call C replies Int", "call C replies Double", ["the type was `Int` and is `Double`; apps"]),
      ("call C", "call C replies Int", ["a value of type `Int` was added; pages"]),
      ("call C replies Int", "call C", ["the value of type `Int` was removed; apps"]),
      (
        "event E\ndispatch customEvent \"A\"", "event E\ndispatch customEvent \"B\"",
        [
          "events are no longer sent in this way; pages apps",
          "events may be sent in this way, in which released pages do not listen",
        ]
      ),
      (
        "event E\ndispatch one customEvent \"A\"",
        "event E\ndispatch one customEvent \"A\"\ndispatch two function \"f\"",
        ["events may be sent in this way, in which released pages do not listen"]
      ),
      (
        "event E\ndispatch one customEvent \"A\"\ndispatch two function \"f\"",
        "event E\ndispatch one customEvent \"A\"", ["events are no longer sent in this way; apps"]
      ),
      ("event E\ndispatch customEvent \"WebAppEvent\"", "event E", []),
      ("dispatch customEvent \"A\"", "dispatch customEvent \"B\"", []),
    ] as [(String, String, [String])])
  func declarations(old: String, new: String, expected: [String]) {
    let found = changes(old + "\n", new + "\n").map { change in
      let who = [change.pages.map { _ in "pages" }, change.apps.map { _ in "apps" }]
        .compactMap(\.self).joined(separator: " ")
      return who.isEmpty ? change.text : "\(change.text); \(who)"
    }
    #expect(found == expected)
  }

  /// Tests that the reason of every change is worded for the direction of the message.
  @Test func reasons() throws {
    let changes = changes(
      "strategy A receives { a: Int }\nevent E sends { a: Int }\n",
      "strategy A receives { b: Int }\nevent E sends { b: Int }\n")
    #expect(
      changes.map {
        "\($0.noun) \($0.part ?? "") \($0.path): \($0.pages ?? "-"); \($0.apps ?? "-")"
      }
        == [
          "strategy message b: released pages do not send it; -",
          "strategy message a: -; released apps require it",
          "event payload b: -; released apps do not send it",
          "event payload a: released pages require it; -",
        ])
  }
}
