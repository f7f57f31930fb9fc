import Foundation
import Generation
import Semantics
import Testing
import Text

/// Type-checks the generated modules with deno, and runs the tests of `Tests/TypeScript` on them.
@Suite(.serialized) struct TypeScriptTests {
  private func paths() throws -> [String] { try TypeScriptModules.written.get().map(\.path) }

  private func expectSuccess(_ arguments: [String]) throws -> String {
    let result = try TypeScriptTools.run(arguments, in: TypeScriptModules.root)
    #expect(result.status == 0, "deno \(arguments[0]): \(result.output)")
    return result.output
  }

  @Test func everyScenarioIsThere() throws {
    let paths = try paths()
    #expect(TypeScriptFiles.examples.count >= 5, "\(TypeScriptFiles.examples)")
    for name in TypeScriptFiles.examples {
      #expect(paths.contains("rules/\(name).ts") && paths.contains("rules/\(name).testing.ts"))
    }
    // These modules have each type alone, in every place and direction.
    #expect(paths.filter { $0.hasPrefix("alone/") }.count > 100)
  }

  /// Tests that modules and tests type-check. Modules have no unused declarations, so they contain only the parts that
  /// they need.
  @Test func modulesAndTestsTypeCheck() throws {
    guard TypeScriptTools.hasDeno("the generated TypeScript") else { return }
    let tests = [
      "exemplar/wrong.ts", "crossing/crossing_test.ts", "crossing/scripts_test.ts",
      "fakes/fakes_test.ts",
    ]
    _ = try expectSuccess(["check"] + paths() + TypeScriptModules.tests + tests)
  }

  @Test func modulesAreLintedAndFormatted() throws {
    guard TypeScriptTools.hasDeno("lint and format of the generated TypeScript") else { return }
    _ = try expectSuccess(["lint"] + paths())
    // The printer counts bytes and deno counts columns, which differ in these texts.
    _ = try expectSuccess(["fmt", "--check"] + paths().filter { !$0.hasPrefix("odd/") })
  }

  @Test func testsPass() throws {
    guard TypeScriptTools.hasDeno("tests of the generated TypeScript") else { return }
    _ = try paths()
    let output = try expectSuccess(
      ["test", "--no-check", "--allow-env=BASCULE_LONG,BASCULE_SEED"] + TypeScriptModules.tests)
    for test in TypeScriptModules.tests {
      #expect(output.contains("from ./\(test)"), "\(test) did not run")
    }
    #expect(output.contains("passed | 0 failed"), "\(output)")
  }

  /// Tests that the type check detects wrong uses.
  @Test func wrongUsesFailTheTypeCheck() throws {
    guard TypeScriptTools.hasDeno("the control of the type check") else { return }
    _ = try paths()
    let uses = [
      ("sendCart({ sku: 1 });", "TS2322"), ("sendCart({});", "TS2345"),
      ("const reply: string = await sendCart({ sku: \"a\" }); console.log(reply);", "TS2322"),
      ("const unused = 1;", "TS6133"),
    ]
    for (index, (use, _)) in uses.enumerated() {
      let text =
        "import { sendCart } from \"../exemplar/bridge.ts\";\nvoid sendCart;\n\(use)\n"
      try Data(text.utf8)
        .write(to: TypeScriptModules.root.appending(path: "control/control\(index).ts"))
    }
    let check = try TypeScriptTools.run(
      ["check"] + uses.indices.map { "control/control\($0).ts" }, in: TypeScriptModules.root)
    #expect(check.status != 0)
    // Each error ends with the line that names its file.
    let errors = check.output.components(separatedBy: "\n\n")
    for (index, (use, code)) in uses.enumerated() {
      #expect(
        errors.contains { $0.contains(code) && $0.contains("control\(index).ts") },
        "\(use)\n\(check.output)")
    }
    #expect(check.output.contains("Found \(uses.count) errors"), "\(check.output)")
  }

  /// Tests that a bundler removes the parts that a page does not use, since no part of the module has side effects.
  @Test func unusedPartsAreShakenOff() throws {
    guard let esbuild = TypeScriptTools.find("esbuild", for: "tree-shaking") else { return }
    _ = try paths()
    let folder = TypeScriptModules.root.appending(path: "exemplar")
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
        "\n/** `CartItem` as the page sends it: defaults are optional, enums have known values. */")
    )
    #expect(
      text.contains(
        "\n/** A known value of `CloseReason`: no other can be sent. */\nexport type CloseReasonInput = "
      ))
    #expect(text.contains("  /** @deprecated use `reason` */\n  class?: boolean | undefined;"))
    #expect(
      text.contains("\n * @deprecated the app knows by itself\n */\nexport function sendReady()"))
    #expect(!text.contains("\n///"))
  }

  /// Tests that hidden and bidirectional characters in any place of rule files do not reach a module.
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
      // In comments the characters are replaced, and in strings they are escaped.
      #expect(text.contains("\u{FFFD}"))
      #expect(text.contains("\\u202E"))
    }
  }

  @Test func onlyWhatIsUsedIsPrinted() {
    var make = TypeScriptRules()
    make.strategy("Ready", "onReady")
    let text = String(decoding: TypeScriptGenerator.module(for: make.rules), as: UTF8.self)
    for name in [
      "readDate", "function implement", "subscribe", "request", "checkString", "JSONValue",
    ] {
      #expect(!text.contains(name), "\(name)")
    }
    #expect(
      text.contains(
        "export function sendReady(): Promise<void> {\n  return post(\"onReady\", null, "))
  }
}
