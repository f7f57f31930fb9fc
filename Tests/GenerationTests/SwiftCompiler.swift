import Foundation
import ParsedRules
import TestSupport

/// Compiles Swift outside of the package, with the stand-in for WebKit.
enum SwiftCompiler {
  struct Result {
    var status: Int32
    var output: String
  }

  /// The platform that the stand-in imitates; `none` has no WebKit.
  enum Platform: String, CaseIterable {
    case none, iOS, macOS
  }

  /// The folder of the package.
  static let root = TestPackage.root

  /// Creates an empty folder below `.build`.
  static func scratch(_ name: String) throws -> URL {
    try TestPackage.scratchFolder("swift/" + name)
  }

  static func run(_ arguments: [String]) throws -> Result {
    let result = try ProcessRunner.run(arguments)
    return Result(status: result.status, output: result.output)
  }

  /// Runs the compiler on all files at once. Without the option it would read all files again for each of them.
  static func compile(_ arguments: [String]) throws -> Result {
    try run(["swiftc", "-whole-module-optimization", "-Onone"] + arguments)
  }

  /// Returns the strictest options that a user may have. Every warning is an error.
  static func strict(mode: String) -> [String] {
    ["-swift-version", mode, "-strict-concurrency=complete", "-warnings-as-errors"]
  }

  /// Returns the options that find the stand-in. It is built once for each platform, because suites run in parallel.
  static func standIn(_ platform: Platform) throws -> [String] {
    switch platform {
    case .none: []
    case .iOS: try iOS.get()
    case .macOS: try macOS.get()
    }
  }

  /// Returns the options that find Apple's WebKit on Apple's systems, and the stand-in elsewhere.
  static func modules(of platform: Platform) throws -> [String] {
    guard isOnApple else { return try standIn(platform) }
    switch platform {
    case .none, .macOS: return try sdk("macosx", target: "arm64-apple-macosx13.0")
    case .iOS: return try sdk("iphonesimulator", target: "arm64-apple-ios15.0-simulator")
    }
  }

  /// True on a system with Apple's SDKs.
  static let isOnApple: Bool = {
    #if os(macOS)
      true
    #else
      false
    #endif
  }()

  private static func sdk(_ name: String, target: String) throws -> [String] {
    let result = try run(["xcrun", "--sdk", name, "--show-sdk-path"])
    guard result.status == 0 else { throw Failure(output: result.output) }
    return [
      "-sdk", result.output.trimmingCharacters(in: .whitespacesAndNewlines), "-target", target,
    ]
  }

  private static let iOS = Swift.Result { try build(.iOS) }
  private static let macOS = Swift.Result { try build(.macOS) }

  private static func build(_ platform: Platform) throws -> [String] {
    let folder = try scratch("modules-" + platform.rawValue)
    let sources = root.appendingPathComponent("Tests/WebKitStandIn/Sources")
    var modules = [
      (
        "WebKit",
        [
          "Navigation.swift", "Delegates.swift", "Configuration.swift", "SchemeTasks.swift",
          "WebPage.swift",
        ]
      )
    ]
    if platform == .iOS {
      modules = [("UIKit", ["UIKit.swift"])] + modules + [("SwiftUI", ["SwiftUI.swift"])]
    } else {
      modules = [("AppKit", ["AppKit.swift"])] + modules
    }
    for (module, files) in modules {
      var arguments = [
        "-swift-version", "6", "-parse-as-library", "-emit-module", "-emit-library", "-static",
        "-module-name", module, "-I", folder.path,
        "-o", "\(folder.path)/lib\(module).a",
        "-emit-module-path", "\(folder.path)/\(module).swiftmodule",
      ]
      if platform == .iOS { arguments += ["-D", "STANDS_FOR_IOS"] }
      arguments += files.map { "\(sources.path)/\(module)/\($0)" }
      let result = try compile(arguments)
      guard result.status == 0 else { throw Failure(output: result.output) }
    }
    return ["-I", folder.path, "-L", folder.path] + modules.reversed().map { "-l" + $0.0 }
  }

  /// Compiles files as a module with a static library, both in the folder.
  static func buildModule(
    _ module: String, _ files: [String], in folder: URL, options: [String]
  ) throws {
    let result = try compile(
      [
        "-parse-as-library", "-emit-module", "-emit-library", "-static", "-module-name", module,
        "-o", "\(folder.path)/lib\(module).a", "-emit-module-path",
        "\(folder.path)/\(module).swiftmodule",
      ] + options + files)
    guard result.status == 0 else { throw Failure(output: "\(module): \(result.output)") }
  }

  /// The generated code of the showcase for iOS, compiled once for all programs without warnings. The options let a
  /// program use it as if it were in the same module.
  static let showcase = Swift.Result {
    let set = try SwiftRuleSet(folder: "showcase")
    guard set.faults.isEmpty else { throw Failure(output: "\(set.faults)") }
    let folder = try scratch("showcase-module")
    let modules = try standIn(.iOS)
    let mode = ["-swift-version", "6", "-D", "DEBUG"]
    try buildModule(
      "Showcase", set.write(to: folder), in: folder,
      options: strict(mode: "6") + ["-D", "DEBUG", "-enable-testing"] + modules)
    return mode + [
      "-Xfrontend", "-testable-import-module", "-Xfrontend", "Showcase", "-I", folder.path, "-L",
      folder.path, "-lShowcase",
    ] + modules
  }

  /// Compiles generated files with a program (`main.swift` among the sources) and runs it.
  static func buildAndRun(
    _ set: SwiftRuleSet, in folder: URL, sources: [String], platform: Platform = .none,
    options: [String] = ["-swift-version", "6"], arguments: [String] = []
  ) throws -> Result {
    try buildAndRun(
      set.write(to: folder) + sources, in: folder, options: options + standIn(platform),
      arguments: arguments)
  }

  /// Compiles a program (`main.swift` among the sources) and runs it.
  static func buildAndRun(
    _ sources: [String], in folder: URL, options: [String], arguments: [String] = []
  ) throws -> Result {
    let checks = root.appendingPathComponent("Tests/SwiftPrograms/Checks.swift").path
    let program = folder.appendingPathComponent("program").path
    let built = try compile(["-o", program] + sources + [checks] + options)
    guard built.status == 0 else { throw Failure(output: built.output) }
    return try run([program] + arguments)
  }

  struct Failure: Error, CustomStringConvertible {
    var output: String
    var description: String { output }
  }
}
