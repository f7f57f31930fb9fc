// swift-tools-version: 6.3
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Optimises the analysis, the parser and the formatter also in debug builds, since tests call them most. `Tests/run`
/// sets the variable; builds of packages that depend on this one have no such options.
let optimization: [SwiftSetting] =
  Context.environment["BASCULE_OPTIMIZED"] == nil ? [] : [.unsafeFlags(["-O"])]

/// A layer of the compiler. A layer imports exactly these targets (`Tests/ArchitectureTests` checks it).
func layer(
  _ name: String, _ dependencies: [String] = [], isOptimized: Bool = false
) -> Target {
  .target(
    name: name, dependencies: dependencies.map { .byName(name: $0) },
    swiftSettings: isOptimized ? settings + optimization : settings)
}

func tests(_ name: String, _ dependencies: [String], exclude: [String] = []) -> Target {
  .testTarget(
    name: name, dependencies: (dependencies + ["TestSupport"]).map { .byName(name: $0) },
    exclude: exclude, swiftSettings: settings)
}

// Swift 6.3 builds this package. `BasculeRuntime` and generated code need Swift 6.1 (Xcode 16.3), which introduced
// `nonisolated` for types and extensions; the package of a release (`.github/release/bundle.py`) says 6.1. So Xcode 16.3
// builds only these two: the tool embeds files with `#embed`, which an older clang than 19 lacks.
let package = Package(
  name: "Bascule",
  platforms: [.macOS(.v13), .iOS(.v15)],
  products: [
    .executable(name: "bascule", targets: ["bascule"]),
    .library(name: "BasculeRuntime", targets: ["BasculeRuntime"]),
    .plugin(name: "BasculePlugin", targets: ["BasculePlugin"]),
    .plugin(name: "BasculeCommand", targets: ["BasculeCommand"]),
  ],
  targets: [
    .target(name: "EmbeddedFiles"),
    layer("Text", isOptimized: true),
    layer("Tasks"),
    layer("WebURL", isOptimized: true),
    layer("Diagnostics", ["Text"]),
    layer("Syntax", ["Text"], isOptimized: true),
    layer("Formatting", ["Text", "Syntax"], isOptimized: true),
    layer("Requests", ["WebURL"], isOptimized: true),
    layer("Automata", ["Text"], isOptimized: true),
    layer("PatternMatching", ["Automata", "Requests"], isOptimized: true),
    layer("Semantics", ["Text", "Tasks", "Syntax", "WebURL", "Requests", "PatternMatching"]),
    layer("AssociationFiles", ["Text", "Diagnostics", "Requests", "Semantics"]),
    layer("Interpreter", ["Text", "WebURL", "Requests", "Semantics"], isOptimized: true),
    layer("DispatchTables", ["WebURL", "Requests", "Semantics", "Interpreter"]),
    layer(
      "Reachability",
      ["Text", "WebURL", "Automata", "Requests", "PatternMatching", "Semantics", "Interpreter"],
      isOptimized: true),
    layer("GeneratedNames", ["Text", "Semantics"]),
    layer(
      "Checks",
      [
        "EmbeddedFiles", "Text", "Tasks", "WebURL", "Diagnostics", "Syntax", "Requests",
        "Semantics", "Interpreter", "DispatchTables", "Reachability", "GeneratedNames",
        "AssociationFiles",
      ]),
    layer(
      "Generation",
      [
        "EmbeddedFiles", "Text", "Automata", "Requests", "PatternMatching", "Semantics",
        "Interpreter", "DispatchTables", "GeneratedNames",
      ]),
    layer(
      "Workspace",
      [
        "EmbeddedFiles", "Text", "Tasks", "WebURL", "Diagnostics", "Syntax", "Formatting",
        "Requests", "Semantics", "Interpreter", "DispatchTables", "Reachability", "Checks",
        "Generation", "AssociationFiles",
      ]),
    layer(
      "LanguageServer",
      [
        "Text", "Diagnostics", "Syntax", "Requests", "Semantics", "Interpreter", "Reachability",
        "Checks",
        "Generation", "Workspace", "Formatting",
      ]),
    layer(
      "Browser",
      ["Text", "Diagnostics", "Requests", "Generation", "Workspace", "LanguageServer"]),
    layer(
      "CommandLine",
      [
        "EmbeddedFiles", "Text", "Tasks", "Diagnostics", "Requests", "Generation", "Workspace",
        "LanguageServer",
      ]),
    .target(name: "BasculeRuntime", path: "Sources/Runtime/Swift", swiftSettings: settings),
    .executableTarget(name: "bascule", dependencies: ["CommandLine"], swiftSettings: settings),
    .plugin(
      name: "BasculePlugin", capability: .buildTool(), dependencies: ["bascule"],
      path: "Sources/Plugins/BasculePlugin"),
    .plugin(
      name: "BasculeCommand",
      capability: .command(
        intent: .custom(
          verb: "bascule", description: "Check, format and trace rule files, and write their code"),
        permissions: [
          .writeToPackageDirectory(reason: "to write generated code and fixed rule files")
        ]), dependencies: ["bascule"], path: "Sources/Plugins/BasculeCommand"),
    .target(
      name: "TestSupport", dependencies: ["Diagnostics", "Text"], path: "Tests/TestSupport",
      swiftSettings: settings),
    .target(
      name: "RandomRules", dependencies: ["Interpreter", "Requests", "Semantics", "WebURL"],
      path: "Tests/RandomRules", swiftSettings: settings),
    .target(
      name: "ParsedRules",
      dependencies: [
        "Text", "Syntax", "WebURL", "Requests", "Semantics", "Interpreter", "Generation",
        "TestSupport",
      ], path: "Tests/ParsedRules", swiftSettings: settings),
    .executableTarget(
      name: "session-benchmark", dependencies: ["Text", "Diagnostics", "Workspace"],
      path: "Tests/benchmark/session", swiftSettings: settings),
    tests(
      "GenerationTests",
      [
        "BasculeRuntime", "Generation", "GeneratedNames", "Interpreter", "DispatchTables",
        "PatternMatching", "Reachability", "Requests", "Semantics",
        "Syntax", "Text", "WebURL", "RandomRules", "ParsedRules",
      ]),
    tests("ArchitectureTests", []),
    tests(
      "RuntimeTests",
      ["BasculeRuntime", "Interpreter", "RandomRules", "Requests", "Semantics", "WebURL"]),
    tests("AutomataTests", ["Automata"]),
    tests("PatternMatchingTests", ["Automata", "PatternMatching", "RandomRules", "Requests"]),
    tests("TextTests", ["Text", "Syntax"]),
    tests("DiagnosticsTests", ["Text", "Diagnostics", "RandomRules"]),
    tests("WebURLTests", ["WebURL"]),
    .target(
      name: "GrammarSentences", dependencies: ["Syntax", "Text"], path: "Tests/GrammarSentences",
      swiftSettings: settings),
    tests("SyntaxTests", ["Syntax", "Text", "GrammarSentences", "RandomRules"]),
    tests(
      "FormattingTests",
      [
        "Formatting", "Syntax", "Text", "Checks", "RandomRules", "GrammarSentences",
      ]),
    tests(
      "EditorTests",
      [
        "Text", "Diagnostics", "Syntax", "Formatting", "Workspace", "LanguageServer",
        "GrammarSentences", "bascule",
      ], exclude: ["Clients"]),
    tests(
      "ChecksTests",
      [
        "Text", "WebURL", "Diagnostics", "Requests", "Syntax", "Semantics", "Interpreter", "Checks",
        "Generation", "GeneratedNames", "GrammarSentences", "RandomRules", "Workspace",
        "AssociationFiles",
      ]),
    tests(
      "AssociationFilesTests",
      [
        "AssociationFiles", "Interpreter", "RandomRules", "Reachability", "Requests", "Semantics",
        "Text", "WebURL",
      ]),
    tests("RequestsTests", ["Requests", "WebURL"]),
    tests("SemanticsTests", ["Requests", "Semantics", "Syntax", "Text", "WebURL"]),
    tests(
      "InterpreterTests",
      [
        "Text", "Syntax", "WebURL", "Requests", "Semantics", "Interpreter", "RandomRules",
        "ParsedRules",
      ]),
    tests(
      "ReachabilityTests",
      [
        "Text", "Syntax", "WebURL", "Automata", "Requests", "Semantics", "Interpreter",
        "Reachability", "RandomRules", "ParsedRules",
      ]),
    tests(
      "DispatchTablesTests",
      [
        "Text", "WebURL", "Requests", "Semantics", "Interpreter", "DispatchTables", "RandomRules",
        "ParsedRules",
      ]),
    tests("GeneratedNamesTests", ["GeneratedNames", "Generation", "ParsedRules"]),
    tests(
      "WorkspaceTests",
      [
        "Text", "Tasks", "WebURL", "Diagnostics", "Syntax", "Semantics", "Interpreter",
        "Reachability", "Generation",
        "Workspace", "RandomRules", "GrammarSentences", "Requests",
      ], exclude: ["Slips/Rail"]),
    tests(
      "BrowserTests",
      ["Text", "Diagnostics", "Requests", "Generation", "Workspace", "Browser", "RandomRules"]),
    tests("BadInputTests", ["Text", "Diagnostics", "Generation", "Workspace"]),
    tests(
      "CommandLineTests",
      [
        "Text", "Tasks", "Diagnostics", "Syntax", "Semantics", "Generation", "Workspace",
        "CommandLine",
        "RandomRules", "bascule",
      ]),
    // Tests of the built program. They do not depend on it, so they are compiled before it is built; `CommandLineTests`,
    // which depends on it, is always built with them.
    tests("ProgramTests", ["Diagnostics"], exclude: ["PullRequest"]),
    tests(
      "LanguageServerTests",
      [
        "Text", "Diagnostics", "Requests", "Syntax", "Semantics", "Formatting", "Workspace",
        "LanguageServer",
        "GrammarSentences", "RandomRules", "bascule",
      ]),
    tests(
      "GoldenTests", ["Text", "Diagnostics", "Generation", "Workspace"],
      exclude: ["Diagnostics", "Generated"]),
  ],
  swiftLanguageModes: [.v6]
)
