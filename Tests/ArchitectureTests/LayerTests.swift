import Foundation
import TestSupport
import Testing

/// Tests that targets only import their direct dependencies. SwiftPM would also allow the dependencies of these.
@Suite struct LayerTests {
  /// The modules of the toolchain that each target may use. No target below `CommandLine` accesses files, the clock or
  /// the environment.
  static let toolchain: [String: Set<String>] = [
    "CommandLine": ["Glibc", "Musl", "Darwin", "FoundationEssentials", "Foundation"],
    // Generated code uses this library in apps. No target of the tool imports it.
    "BasculeRuntime": ["AppKit", "Foundation", "UIKit", "WebKit"],
    "Plugins": ["Foundation", "PackagePlugin", "XcodeProjectPlugin"],
  ]

  static let root = PackageManifest.root

  /// Tests that the imports match the manifest, which is the only list of targets and their imports.
  @Test func targetsImportWhatTheManifestLists() throws {
    for target in try PackageManifest.read.get().sources {
      let toolchain = Self.toolchain[target.kind == "plugin" ? "Plugins" : target.name] ?? []
      var imported: Set<String> = []
      for (path, text) in try target.files() {
        let modules = Self.imports(of: text).subtracting(toolchain)
        #expect(
          modules.isSubset(of: target.dependencies),
          """
          \(target.path)/\(path) imports \(modules.subtracting(target.dependencies).sorted()), \
          which Package.swift does not list
          """)
        imported.formUnion(modules)
      }
      // A plugin runs the executable that it depends on, and does not import it.
      guard target.kind != "plugin" else { continue }
      #expect(
        target.dependencies.isSubset(of: imported),
        "\(target.name) depends on \(target.dependencies.subtracting(imported).sorted()) and imports nothing of it"
      )
    }
  }

  /// Returns the modules that a file imports.
  private static func imports(of text: String) -> Set<String> {
    let words = SwiftWords.split(text)
    var modules: Set<String> = []
    for (index, word) in words.enumerated() where word == "import" && index + 1 < words.count {
      let kinds: Set<String> = [
        "struct", "class", "enum", "protocol", "typealias", "func", "let", "var",
      ]
      let name = words[index + 1]
      modules.insert(kinds.contains(name) && index + 2 < words.count ? words[index + 2] : name)
    }
    return modules
  }

  @Test func everySourceFileBelongsToATarget() throws {
    let targets = try PackageManifest.read.get().sources
    let sources = Self.root.appendingPathComponent("Sources")
    let files = FileManager.default.subpaths(atPath: sources.path) ?? []
    for file in files where file.hasSuffix(".swift") {
      #expect(
        targets.contains { "Sources/\(file)".hasPrefix($0.path + "/") },
        "Sources/\(file) belongs to no target of Package.swift")
    }
  }

  @Test func topLevelHoldsOnlyWhatItShould() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.root.path)
      .filter { !$0.hasPrefix(".") && $0 != "Package.resolved" }
    #expect(
      Set(names).subtracting([
        "Package.swift", "Sources", "Tests", "rules", "grammar", "README.md", "LICENSE",
      ]) == [])
  }
}
