import Foundation
import Generation
import Semantics
import TestSupport
import Testing

/// Writes the generated modules of all TypeScript tests, in folders with the tests that run on them.
///
/// deno needs seconds to load its type checker, so each of its tools runs once, on all modules.
enum TypeScriptModules {
  /// A generated file, and its folder relative to `root`.
  struct Module {
    var folder: String
    var name: String
    var bytes: [UInt8]

    var path: String { "\(folder)/\(name)" }
  }

  static let root = TestPackage.output.appending(path: "typescript")

  static let crossingRules = "Tests/TypeScript/crossing.bascule"

  static let fakesRules = "Tests/TypeScript/fakes.bascule"

  /// The written modules, created once per test run.
  static let written = Result { try write() }

  /// The paths of the tests in `Tests/TypeScript` that run on a module.
  static let tests = [
    "exemplar/bridge_test.ts", "exemplar/server_test.ts", "exemplar/testing_test.ts",
    "odd/odd_test.ts", "copies/copies_test.ts",
  ]

  private static func write() throws -> [Module] {
    var modules: [Module] = []
    func add(_ folder: String, _ name: String, _ rules: RuleSet, testing: Bool = true) {
      modules.append(
        Module(
          folder: folder, name: "\(name).ts", bytes: TypeScriptGenerator.module(for: rules)))
      if testing {
        modules.append(
          Module(
            folder: folder, name: "\(name).testing.ts",
            bytes: TypeScriptGenerator.testing(for: rules)))
      }
    }
    add("exemplar", "bridge", TypeScriptRules.exemplar())
    add("odd", "odd_bridge", TypeScriptRules.odd())
    add(
      "crossing", "crossing_bridge", try TypeScriptFiles.rules([crossingRules]), testing: false)
    add("fakes", "fakes_bridge", try TypeScriptFiles.rules([fakesRules]))
    for name in TypeScriptFiles.examples {
      add("rules", name, try TypeScriptFiles.example(name))
    }
    for name in ["first", "second"] {
      add("copies", name, try TypeScriptFiles.example("showcase"), testing: false)
    }
    for (label, rules) in TypeScriptRules.everyTypeAlone() {
      add("alone", label, rules, testing: false)
    }
    try? FileManager.default.removeItem(at: root)
    for folder in Set(modules.map(\.folder)).union(["control", "guide"]) {
      try FileManager.default.createDirectory(
        at: root.appending(path: folder), withIntermediateDirectories: true)
    }
    for module in modules {
      try Data(module.bytes).write(to: root.appending(path: module.path))
    }
    try copyTests(to: [
      "exemplar": ["bridge_test.ts", "server_test.ts", "testing_test.ts", "wrong.ts"],
      "odd": ["odd_test.ts"], "copies": ["copies_test.ts"],
      "crossing": [
        "crossing_test.ts", "scripts_test.ts", "crossing.ts", "crossing.json", "Crossing.swift",
        "Scripts.swift",
      ],
      "fakes": ["fakes_test.ts", "Fakes.swift"], "guide": [],
    ])
    try FileManager.default.copyItem(
      at: TypeScriptTools.root.appending(path: "Tests/Releases/0.1.0/page/bascule.ts"),
      to: root.appending(path: "copies/older.ts"))
    return modules
  }

  /// Copies files of `Tests/TypeScript`, with the files that all tests import.
  private static func copyTests(to folders: [String: [String]]) throws {
    let source = TypeScriptTools.root.appending(path: "Tests/TypeScript")
    func copy(_ name: String, to folder: URL) throws {
      try FileManager.default.copyItem(
        at: source.appending(path: name), to: folder.appending(path: name))
    }
    try copy("deno.json", to: root)
    for (folder, names) in folders {
      for name in names + ["app.ts", "assert.ts"] {
        try copy(name, to: root.appending(path: folder))
      }
    }
  }
}
