import Foundation
import ParsedRules
import RandomRules
import Syntax
import TestSupport
import Testing
import Text

@testable import Generation

/// Tests that generated Swift and the library compile without errors and warnings in modules of all settings.
///
/// On Apple's systems the same settings are compiled with Apple's SDKs.
@Suite(.serialized) struct ModuleSettingsTests {
  /// The code that is compiled.
  enum Subject: CustomTestStringConvertible {
    case example(String)
    case construct(ConstructRules)
    case library

    var testDescription: String {
      switch self {
      case .example(let folder): folder
      case .construct(let construct): construct.name
      case .library: "library"
      }
    }

    /// Writes the files with the options of the settings, and returns their paths.
    func write(_ settings: ModuleSettings, to folder: URL) throws -> [String] {
      switch self {
      case .example(let name): try SwiftRuleSet(folder: name).write(to: folder, settings.options)
      case .construct(let construct): try construct.set.write(to: folder, settings.options)
      case .library: try Self.libraryFiles()
      }
    }

    static func libraryFiles() throws -> [String] {
      let folder = SwiftCompiler.root.appendingPathComponent("Sources/Runtime/Swift")
      let files = try #require(
        FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
      return files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.map(\.path)
        .sorted()
    }
  }

  struct Case: CustomTestStringConvertible {
    let subject: Subject
    let settings: ModuleSettings
    /// True to leave out the diagnostics after type checking, which take two thirds of the time.
    var isQuick = false
    var testDescription: String { "\(subject.testDescription): \(settings)" }
  }

  /// The corners for each set. A long run and Apple's systems compile all sets and the library in all corners. Before a
  /// landing, the showcase is compiled in three corners, and each other set in one.
  private static let cornerCases: [Case] = {
    let corners = ModuleSettings.corners
    let examples = ExampleRules.folders.map(Subject.example)
    if TestOptions.isLong || SwiftCompiler.isOnApple {
      return (examples + [.library]).flatMap { subject in
        corners.map { Case(subject: subject, settings: $0) }
      }
    }
    let constructs = ConstructRules.all.filter {
      [
        "words of Swift", "recursive types", "empty chain", "event in a configuration",
        "call in a configuration",
        "strategy",
      ].contains(
        $0.name)
    }
    let others =
      examples.filter { $0.testDescription != "showcase" } + constructs.map(Subject.construct)
    return corners.prefix(3).enumerated().map { number, settings in
      Case(subject: .example("showcase"), settings: settings, isQuick: number > 0)
    } + corners.prefix(2).map { Case(subject: .library, settings: $0, isQuick: true) }
      + others.enumerated().map { number, subject in
        Case(subject: subject, settings: corners[(number + 1) % corners.count], isQuick: true)
      }
  }()

  @Test(arguments: cornerCases) func compilesInCorners(_ each: Case) throws {
    try compile(each)
  }

  /// Tests each possible pair of values of two settings.
  @Test(.enabled(if: TestOptions.isLong), arguments: TestOptions.isLong ? pairCases : [])
  func compilesInPairsOfSettings(_ each: Case) throws {
    try compile(each)
  }

  private static let pairwise = ModuleSettings.pairwise(seed: Seed.of(44))

  private static let pairCases: [Case] = {
    let whole: [Subject] = [.example("showcase"), .library]
    let others = ExampleRules.folders.filter { $0 != "showcase" }.map(Subject.example)
    return pairwise.flatMap { settings in
      whole.map { Case(subject: $0, settings: settings) }
        + others.map { Case(subject: $0, settings: settings, isQuick: true) }
    }
  }()

  /// Tests each construct alone, in two corners and in one of the other settings. The choice depends on the seed, so
  /// that a run stays short and all runs together try each pair. The examples are compiled in all settings in each run.
  @Test(.enabled(if: TestOptions.isLong), arguments: TestOptions.isLong ? ConstructRules.all : [])
  func compilesWithEachConstruct(_ construct: ConstructRules) throws {
    let number = ConstructRules.all.firstIndex { $0.name == construct.name } ?? 0
    var random = RandomChoice(seed: Seed.of(UInt64(1_000 + number)))
    let settings =
      ModuleSettings.corners.shuffled(using: &random).prefix(2)
      + Self.pairwise.shuffled(using: &random).prefix(1)
    for (place, settings) in settings.enumerated() {
      try compile(
        Case(subject: .construct(construct), settings: settings, isQuick: place > 0))
    }
  }

  /// Tests each upcoming feature alone, in each mode that does not include it.
  @Test(.enabled(if: TestOptions.isLong)) func compilesWithEachUpcomingFeature() throws {
    let features = try UpcomingFeature.all.get()
    #expect(features.count > 10)
    for feature in features {
      for mode in ModuleSettings.Mode.allCases where mode != .swift6 || feature.mode > 6 {
        let settings = ModuleSettings(mode: mode, features: .one(feature.name), access: .public)
        for subject in [Subject.example("showcase"), .library] {
          try compile(Case(subject: subject, settings: settings))
        }
      }
    }
  }

  /// Tests that a module for which the guide's table gives an option does not compile without it.
  @Test func theOptionsOfTheGuideAreNeeded() throws {
    let construct = try #require(ConstructRules.all.first { $0.name == "open url" })
    let settings = [
      ModuleSettings(otherImport: .internal), ModuleSettings(otherImport: .private),
      ModuleSettings(features: .one("InternalImportsByDefault"), access: .package),
      ModuleSettings(imports: .explicit, otherImport: .plain),
    ]
    for settings in settings {
      #expect(!settings.isPossible, "\(settings)")
      let faults = try faults(Case(subject: .construct(construct), settings: settings))
      #expect(!faults.isEmpty, "\(settings)")
    }
  }

  private func compile(_ each: Case) throws {
    let faults = try faults(each)
    #expect(faults.isEmpty, "\(each.testDescription): \(faults)")
  }

  private func faults(_ each: Case) throws -> [String] {
    let folder = try SwiftCompiler.scratch("module-settings")
    var files = try each.subject.write(each.settings, to: folder)
    var flags = try each.settings.flags()
    switch each.subject {
    case .library: flags += ["-module-name", "BasculeRuntime"]
    case .example, .construct:
      if each.settings.runtime == .package {
        flags += ["-I", try Self.library(each.settings.platform).path]
      }
      if let text = each.settings.otherFile {
        let file = folder.appendingPathComponent("OfTheApp.swift")
        try Data(text.utf8).write(to: file)
        files.append(file.path)
      }
    }
    // On Linux a diagnostic after type checking is wrong for subclasses of `NSObject` in files with a `package import`
    // of its module.
    let checksTypesOnly =
      each.isQuick || each.settings.access == .package && !SwiftCompiler.isOnApple
    let result = try SwiftCompiler.compile(
      (checksTypesOnly ? ["-typecheck"] : ["-emit-sil", "-o", "/dev/null"]) + flags + files)
    let faults = ModuleSettings.faults(in: result.output)
    return result.status != 0 && faults.isEmpty ? [result.output] : faults
  }

  /// Returns the module of the library for a platform, built with the settings of its package.
  private static func library(_ platform: SwiftCompiler.Platform) throws -> URL {
    switch platform {
    case .none: try libraryForNone.get()
    case .iOS: try libraryForIOS.get()
    case .macOS: try libraryForMacOS.get()
    }
  }

  private static let libraryForNone = Result { try buildLibrary(.none) }
  private static let libraryForIOS = Result { try buildLibrary(.iOS) }
  private static let libraryForMacOS = Result { try buildLibrary(.macOS) }

  private static func buildLibrary(_ platform: SwiftCompiler.Platform) throws -> URL {
    let folder = try SwiftCompiler.scratch("module-settings-library-\(platform)")
    let features = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
    let result = try SwiftCompiler.compile(
      [
        "-parse-as-library", "-swift-version", "6", "-module-name", "BasculeRuntime",
        "-emit-module", "-emit-module-path", "\(folder.path)/BasculeRuntime.swiftmodule",
        "-Xfrontend", "-experimental-skip-non-inlinable-function-bodies", "-D", "DEBUG",
      ] + features.flatMap { ["-enable-upcoming-feature", $0] }
        + SwiftCompiler.modules(of: platform) + Subject.libraryFiles())
    try #require(result.status == 0, "\(result.output)")
    return folder
  }

  // MARK: The sets with one construct

  @Test func eachConstructIsRight() {
    for construct in ConstructRules.all {
      let file = SourceFile(name: "test.bascule", text: construct.rules)
      #expect(SyntaxTree.parse(file).faults.isEmpty, "\(construct.name)")
      let faults = construct.set.faults
      #expect(faults.isEmpty, "\(construct.name): \(faults)")
    }
  }

  /// Tests that each kind of declaration of the grammar is in a set.
  @Test func eachDeclarationIsInASet() throws {
    let grammar = try String(
      contentsOf: SwiftCompiler.root.appendingPathComponent("grammar/bascule.ebnf"),
      encoding: .utf8)
    let production = try #require(grammar.firstMatch(of: #/\ndeclaration =[^(]*\(([^)]*)\)/#)?.1)
    let names = production.matches(of: #/\w+/#).map { String($0.0) }
    #expect(names.count > 15)
    for name in names {
      let start = try Regex("\n\(name) =\\s*\"(\\w+)\"", as: (Substring, Substring).self)
      let word = try #require(grammar.firstMatch(of: start)?.1, "\(name)")
      let isUsed = ConstructRules.all.contains { construct in
        construct.rules.split(separator: "\n").contains { $0.hasPrefix("\(word) ") }
      }
      #expect(isUsed, "no set has `\(word)`")
    }
  }

  /// Tests that each part of the support is written for a set, and so is each of its sections, which depend on other
  /// parts. A part that always appears together with another one needs no section for it.
  @Test func eachPartIsInASet() {
    let parts = ConstructRules.all.map { SwiftGenerator.parts(of: $0.set) }
    // The parts of a URL are only used by apps that import the library.
    for part in SwiftRuntime.allCases where part != .webAddress {
      let with = parts.filter { $0.contains(part) }
      #expect(!with.isEmpty, "no set uses \(part)")
      for section in part.text.sections where !section.conditions.isEmpty {
        let written = with.count { section.isWritten(among: $0) }
        #expect(written > 0, "no set uses \(part) with \(section.conditions)")
        #expect(written < with.count, "no set uses \(part) without \(section.conditions)")
      }
    }
  }
}

extension ConstructRules {
  private static let list =
    #"[{"trigger": {"url-filter": ".*"}, "action": {"type": "block"}}]"#

  var set: SwiftRuleSet { SwiftRuleSet(rules, resource: Self.list) }
}

extension SwiftGenerator {
  /// Returns the parts of the support that the generated code contains.
  fileprivate static func parts(of set: SwiftRuleSet) -> SwiftRuntimeSet {
    let context = SwiftContext(set.rules, set.sources, SwiftOptions())
    return SwiftRuntimeUse(
      context, hasTables: SwiftChains(context, ChainPlan(set.rules)).hasTables
    ).parts
  }
}
