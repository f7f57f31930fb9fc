import Foundation
import Generation
import Semantics
import Testing
import Text

/// deno type-checks the generated module and runs the tests of `Tests/TypeScript` on it.
@Suite(.serialized) struct TypeScriptTests {
  /// A folder with the exemplar's module, the tests and the strict settings.
  private func exemplarFolder() throws -> URL {
    let folder = try TypeScriptTools.folder("exemplar")
    let rules = TypeScriptRules.exemplar()
    try Data(TypeScriptGenerator.module(for: rules)).write(to: folder.appending(path: "bridge.ts"))
    try Data(TypeScriptGenerator.testing(for: rules))
      .write(to: folder.appending(path: "bridge.testing.ts"))
    try TypeScriptTools.copyTests(to: folder)
    return folder
  }

  @Test func exemplarTypeChecksAndRuns() throws {
    guard TypeScriptTools.hasDeno("the generated TypeScript") else { return }
    let folder = try exemplarFolder()
    let check = try TypeScriptTools.run(
      ["check", "bridge.ts", "bridge_test.ts", "testing_test.ts", "wrong.ts"], in: folder)
    #expect(check.status == 0, "\(check.output)")
    for name in ["bridge_test.ts", "testing_test.ts"] {
      let tests = try TypeScriptTools.run(["test", "--no-check", name], in: folder)
      #expect(tests.status == 0, "\(tests.output)")
      #expect(tests.output.contains("passed | 0 failed"), "\(tests.output)")
    }
  }

  @Test func exemplarIsLintedAndFormatted() throws {
    guard TypeScriptTools.hasDeno("lint and format of the generated TypeScript") else { return }
    let folder = try exemplarFolder()
    let lint = try TypeScriptTools.run(["lint", "bridge.ts", "bridge.testing.ts"], in: folder)
    #expect(lint.status == 0, "\(lint.output)")
    let format = try TypeScriptTools.run(
      ["fmt", "--check", "bridge.ts", "bridge.testing.ts"], in: folder)
    #expect(format.status == 0, "\(format.output)")
  }

  /// The control: what must fail, fails.
  @Test(arguments: [
    ("sendCart({ sku: 1 });", "TS2322"), ("sendCart({});", "TS2345"),
    ("const reply: string = await sendCart({ sku: \"a\" }); console.log(reply);", "TS2322"),
    ("const unused = 1;", "TS6133"),
  ])
  func wrongUseFailsTheTypeCheck(_ use: String, _ code: String) throws {
    guard TypeScriptTools.hasDeno("the control of the type check") else { return }
    let folder = try exemplarFolder()
    let text = "import { sendCart } from \"./bridge.ts\";\nvoid sendCart;\n\(use)\n"
    try Data(text.utf8).write(to: folder.appending(path: "control.ts"))
    let check = try TypeScriptTools.run(["check", "control.ts"], in: folder)
    #expect(check.status != 0)
    #expect(check.output.contains(code), "\(check.output)")
  }

  @Test func oddNamesAndTextsTypeCheckAndRun() throws {
    guard TypeScriptTools.hasDeno("odd names in the generated TypeScript") else { return }
    let folder = try TypeScriptTools.folder("odd")
    let module = TypeScriptGenerator.module(for: TypeScriptRules.odd())
    try Data(module).write(to: folder.appending(path: "odd_bridge.ts"))
    try Data(TypeScriptGenerator.testing(for: TypeScriptRules.odd()))
      .write(to: folder.appending(path: "odd_bridge.testing.ts"))
    try TypeScriptTools.copyTests(to: folder)
    let check = try TypeScriptTools.run(
      ["check", "odd_bridge.ts", "odd_bridge.testing.ts", "odd_test.ts"], in: folder)
    #expect(check.status == 0, "\(check.output)")
    let lint = try TypeScriptTools.run(
      ["lint", "odd_bridge.ts", "odd_bridge.testing.ts"], in: folder)
    #expect(lint.status == 0, "\(lint.output)")
    let tests = try TypeScriptTools.run(["test", "--no-check", "odd_test.ts"], in: folder)
    #expect(tests.status == 0, "\(tests.output)")
  }

  /// A bundler leaves out what a page does not use: nothing of the module has side effects.
  @Test func unusedPartsAreShakenOff() throws {
    guard let esbuild = TypeScriptTools.find("esbuild", for: "tree-shaking") else { return }
    let folder = try exemplarFolder()
    let page = "import { isAvailable } from \"./bridge.ts\";\nconsole.log(isAvailable(\"cart\"));\n"
    try Data(page.utf8).write(to: folder.appending(path: "page.ts"))
    try Data("import \"./bridge.ts\";\n".utf8).write(to: folder.appending(path: "nothing.ts"))
    let arguments = ["--bundle", "--format=esm", "--minify", "--target=safari15"]
    let used = try TypeScriptTools.run(esbuild, arguments + ["page.ts"], in: folder)
    #expect(used.status == 0, "\(used.output)")
    #expect(used.output.contains("messageHandlers"))
    #expect(used.output.utf8.count < 250, "\(used.output)")
    let unused = try TypeScriptTools.run(esbuild, arguments + ["nothing.ts"], in: folder)
    #expect(unused.output.trimmingCharacters(in: .whitespacesAndNewlines) == "")
  }

  /// Every type alone, in every place and direction: what it needs is printed and nothing else.
  @Test func everyTypeAloneIsWhole() throws {
    guard TypeScriptTools.hasDeno("every type alone in TypeScript") else { return }
    let folder = try TypeScriptTools.folder("alone")
    try TypeScriptTools.copyTests(to: folder)
    var names: [String] = []
    for (label, rules) in TypeScriptRules.everyTypeAlone() {
      names.append("\(label).ts")
      try Data(TypeScriptGenerator.module(for: rules))
        .write(to: folder.appending(path: "\(label).ts"))
    }
    #expect(names.count > 100)
    let check = try TypeScriptTools.run(["check"] + names, in: folder)
    #expect(check.status == 0, "\(check.output)")
    for arguments in [["lint"], ["fmt", "--check"]] {
      let result = try TypeScriptTools.run(arguments + names, in: folder)
      #expect(result.status == 0, "\(result.output)")
    }
  }

  @Test func sameInputGivesSameBytes() {
    let rules = TypeScriptRules.exemplar()
    #expect(TypeScriptGenerator.module(for: rules) == TypeScriptGenerator.module(for: rules))
  }

  @Test func emptyRuleSetGivesAModule() throws {
    let text = String(decoding: TypeScriptGenerator.module(for: RuleSet()), as: UTF8.self)
    #expect(text.hasSuffix("\nexport {};\n"))
    #expect(!text.contains("function"))
  }

  @Test func documentationBecomesJSDoc() {
    let text = String(
      decoding: TypeScriptGenerator.module(for: TypeScriptRules.exemplar()), as: UTF8.self)
    #expect(text.contains("\n/** Why a page closes. */\nexport type CloseReason ="))
    #expect(text.contains("  /** Stock keeping unit: never ends *\\/ here. */\n  sku: string;"))
    #expect(
      text.contains(
        "\n/** `CartItem` as the sender writes it: fields with defaults are optional. */")
    )
    #expect(text.contains("  /** @deprecated use `reason` */\n  class?: boolean | undefined;"))
    #expect(
      text.contains("\n * @deprecated the app knows by itself\n */\nexport function sendReady()"))
    #expect(!text.contains("\n///"))
  }

  /// A reviewer sees every character of a generated module, wherever the rule files have it from.
  @Test func hiddenCharactersAreNeverRaw() {
    let scalars: [Unicode.Scalar] = [
      "\u{200B}", "\u{200E}", "\u{200F}", "\u{2028}", "\u{2029}", "\u{202A}", "\u{202E}",
      "\u{2066}", "\u{2069}", "\u{FEFF}", "\u{AD}", "\u{85}", "\u{E0001}",
    ]
    let hidden = "a" + String(String.UnicodeScalarView(scalars)) + "b"
    let rules = TypeScriptRules.everywhere(hidden)
    for module in [TypeScriptGenerator.module(for: rules), TypeScriptGenerator.testing(for: rules)]
    {
      let text = String(decoding: module, as: UTF8.self)
      for scalar in text.unicodeScalars where scalar != "\n" {
        #expect(!scalar.isHidden, "U+\(String(scalar.value, radix: 16))")
      }
      // In comments they are replaced, in strings they are escaped.
      #expect(text.contains("\u{FFFD}"))
      #expect(text.contains("\\u202E"))
    }
  }

  @Test func onlyWhatIsUsedIsPrinted() {
    var make = TypeScriptRules()
    make.strategy("Ready", "onReady")
    let text = String(decoding: TypeScriptGenerator.module(for: make.rules), as: UTF8.self)
    for name in ["readDate", "implement", "subscribe", "request", "checkString", "JSONValue"] {
      #expect(!text.contains(name), "\(name)")
    }
    #expect(text.contains("export function sendReady(): void {\n  post(\"onReady\", null, "))
  }
}
