import Foundation
import Generation
import RandomRules
import TestSupport

/// The settings of a module in which generated code or the library is compiled, and the options of the generator for
/// it.
///
/// Only this type lists the compiler's flags. The tests before a landing, the long tests and those of the macOS job use
/// its list.
struct ModuleSettings: Sendable, Hashable, CustomStringConvertible {
  enum Mode: String, CaseIterable { case swift5, complete5, swift6 }

  enum Features: Hashable {
    case none
    /// The option "Approachable Concurrency" of Xcode, which new projects have.
    case approachable
    case one(String)
    case all
  }

  /// The way in which another file of the module imports Foundation; nil for a module without such a file.
  enum OtherImport: String, CaseIterable {
    case plain = ""
    case `public`, package, `internal`, `fileprivate`, `private`
  }

  var mode = Mode.swift6
  var isOnMainActor = false
  var features = Features.none
  var isResilient = false
  var isExtension = false
  var isOptimized = false
  var platform = SwiftCompiler.Platform.iOS
  var access = Access.internal
  var runtime = SwiftRuntimeSource.embedded
  var imports = ImportStyle.plain
  var otherImport: OtherImport?

  var description: String {
    var words = [mode.rawValue, platform.rawValue, access.rawValue, runtime.rawValue]
    words += [isOnMainActor ? "main actor" : "nonisolated", "features: \(features)"]
    words += ["\(imports) imports", isOptimized ? "release" : "debug"]
    if isResilient { words.append("library evolution") }
    if isExtension { words.append("application extension") }
    if let otherImport { words.append("beside `\(otherImport.rawValue) import`") }
    return words.joined(separator: ", ")
  }

  /// Returns the flags for the enabled features.
  func featureFlags() throws -> [String] {
    try enabledFeatures().flatMap { ["-enable-upcoming-feature", $0] }
  }

  /// Returns the names of the enabled features, without those that the language mode includes.
  private func enabledFeatures() throws -> [String] {
    let upcoming = try UpcomingFeature.all.get()
      .filter { mode != .swift6 || $0.mode > 6 }.map(\.name)
    switch features {
    case .none: return []
    case .approachable: return upcoming.filter(Self.approachable.contains)
    case .one(let name): return upcoming.filter { $0 == name }
    case .all: return upcoming
    }
  }

  private static let approachable: Set<String> = [
    "DisableOutwardActorInference", "GlobalActorIsolatedTypesUsability",
    "InferIsolatedConformances", "InferSendableFromCaptures", "NonisolatedNonsendingByDefault",
  ]

  private var hasInternalImports: Bool {
    features == .all || features == .one("InternalImportsByDefault")
  }

  /// True if the compiler accepts the app's own imports, and the guide's table contains these options for the module.
  var isPossible: Bool {
    // Without the feature, the compiler accepts no plain import in a module with an import of a lower access level than
    // `public`.
    switch otherImport {
    case .package, .internal, .fileprivate, .private:
      if imports == .plain { return hasInternalImports && access != .package }
    case .plain: if imports == .explicit { return hasInternalImports }
    case .public, nil: break
    }
    return !(hasInternalImports && access == .package && imports == .plain)
  }

  var options: SwiftOptions {
    SwiftOptions(access: access, runtime: runtime, imports: imports)
  }

  /// Returns the flags of the compiler.
  func flags() throws -> [String] {
    var flags = ["-parse-as-library", "-package-name", "app"]
    flags += ["-swift-version", mode == .swift6 ? "6" : "5"]
    if mode == .complete5 { flags.append("-strict-concurrency=complete") }
    if isOnMainActor { flags += ["-default-isolation", "MainActor"] }
    flags += try featureFlags()
    if isExtension { flags.append("-application-extension") }
    // The optimizer takes most of the time, but finds no additional faults.
    flags += isOptimized ? (TestOptions.isLong ? ["-O"] : []) : ["-D", "DEBUG"]
    // Linux's Foundation is not resilient, so each import of it causes a warning.
    flags.append(isResilient ? "-enable-library-evolution" : "-warnings-as-errors")
    return try flags + SwiftCompiler.modules(of: platform)
  }

  /// A file of the app that imports Foundation, and uses it in a declaration with the access level of the import.
  var otherFile: String? {
    switch otherImport {
    case nil: nil
    case .plain: "import Foundation\nstruct OfTheApp { var url: URL? }\n"
    case .fileprivate?, .private?:
      "\(otherImport?.rawValue ?? "") import Foundation\nprivate struct OfTheApp { var url: URL? }\n"
    case .public?, .package?, .internal?:
      """
      \(otherImport?.rawValue ?? "") import Foundation
      \(otherImport?.rawValue ?? "") struct OfTheApp { \(otherImport?.rawValue ?? "") var url: URL? }

      """
    }
  }

  /// Returns the lines of the compiler's output that are faults: errors, and all warnings except those about modules of
  /// Linux.
  static func faults(in output: String) -> [String] {
    output.split(separator: "\n").map(String.init).filter { line in
      (line.contains("error:") || line.contains("warning:"))
        && !line.contains("was not compiled with library evolution support")
    }
  }
}

/// An upcoming feature of the compiler, with the first language mode that includes it.
struct UpcomingFeature: Sendable {
  let name: String
  let mode: Int

  /// The features that the compiler lists.
  static let all = Result {
    struct Printed: Decodable {
      struct Features: Decodable { let upcoming: [Feature] }
      struct Feature: Decodable {
        let name: String
        let enabled_in: String
      }
      let features: Features
    }
    let result = try SwiftCompiler.run(["swiftc", "-print-supported-features"])
    let printed = try JSONDecoder().decode(Printed.self, from: Data(result.output.utf8))
    return printed.features.upcoming.map {
      UpcomingFeature(name: $0.name, mode: Int($0.enabled_in) ?? .max)
    }
  }
}

// MARK: - Combinations

extension ModuleSettings {
  /// The settings that have caused most faults.
  static let corners: [ModuleSettings] = [
    // A new project of Xcode 26.
    ModuleSettings(
      mode: .swift5, isOnMainActor: true, features: .approachable, otherImport: .plain),
    // A module that turns on all options.
    ModuleSettings(
      isOnMainActor: true, features: .all, isExtension: true, isOptimized: true, platform: .macOS,
      access: .public, otherImport: .internal),
    // A package with a library.
    ModuleSettings(
      features: .one("InternalImportsByDefault"), isResilient: true, access: .public,
      runtime: .package),
    // A module that writes the access level of its imports.
    ModuleSettings(
      mode: .complete5, isOnMainActor: true, access: .package, imports: .explicit,
      otherImport: .private),
    ModuleSettings(
      isOnMainActor: true, features: .approachable, platform: .macOS, runtime: .package,
      imports: .explicit, otherImport: .internal),
    ModuleSettings(
      mode: .complete5, features: .all, platform: .none, access: .package, imports: .explicit),
  ]

  /// The values of each setting, as functions that set them.
  private static let dimensions: [[@Sendable (inout ModuleSettings) -> Void]] = [
    Mode.allCases.map { mode in { $0.mode = mode } },
    [false, true].map { value in { $0.isOnMainActor = value } },
    [Features.none, .approachable, .one("InternalImportsByDefault"), .all]
      .map { features in { $0.features = features } },
    [false, true].map { value in { $0.isResilient = value } },
    [false, true].map { value in { $0.isExtension = value } },
    [false, true].map { value in { $0.isOptimized = value } },
    SwiftCompiler.Platform.allCases.map { platform in { $0.platform = platform } },
    Access.allCases.map { access in { $0.access = access } },
    SwiftRuntimeSource.allCases.map { runtime in { $0.runtime = runtime } },
    ImportStyle.allCases.map { imports in { $0.imports = imports } },
    ([nil] + OtherImport.allCases).map { other in { $0.otherImport = other } },
  ]

  /// A pair of values of two settings, by their numbers.
  private struct Pair: Hashable {
    let first: Int, second: Int
    let values: [Int]
  }

  private static func settings(_ row: [Int]) -> ModuleSettings {
    zip(dimensions, row).reduce(into: ModuleSettings()) { settings, value in
      value.0[value.1](&settings)
    }
  }

  private static func pairs(of row: [Int]) -> Set<Pair> {
    var pairs: Set<Pair> = []
    for second in row.indices {
      for first in 0..<second {
        pairs.insert(Pair(first: first, second: second, values: [row[first], row[second]]))
      }
    }
    return pairs
  }

  /// Returns rows in which each possible pair of values of two settings occurs once. Each row is the one of many random
  /// rows that adds the most pairs.
  static func pairwise(seed: UInt64) -> [ModuleSettings] {
    var random = RandomChoice(seed: seed)
    func row(with pair: Pair?) -> [Int]? {
      for _ in 0..<200 {
        var row = dimensions.map { Int.random(in: 0..<$0.count, using: &random) }
        if let pair { (row[pair.first], row[pair.second]) = (pair.values[0], pair.values[1]) }
        if settings(row).isPossible { return row }
      }
      return nil
    }
    var left: Set<Pair> = []
    for second in dimensions.indices {
      for first in 0..<second {
        for a in dimensions[first].indices {
          for b in dimensions[second].indices {
            left.insert(Pair(first: first, second: second, values: [a, b]))
          }
        }
      }
    }
    var rows: [ModuleSettings] = []
    while let pair = left.min(by: {
      ($0.first, $0.second, $0.values[0], $0.values[1]) < (
        $1.first, $1.second, $1.values[0], $1.values[1]
      )
    }) {
      let candidates = (0..<30).compactMap { _ in row(with: pair) }
      guard
        let best = candidates.max(by: {
          pairs(of: $0).intersection(left).count < pairs(of: $1).intersection(left).count
        })
      else {
        // No row can contain both values.
        left.remove(pair)
        continue
      }
      left.subtract(pairs(of: best))
      rows.append(settings(best))
    }
    return rows
  }
}
