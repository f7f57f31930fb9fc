import Foundation
import TestSupport

/// The targets of Package.swift, as SwiftPM reads them.
struct PackageManifest {
  struct Target {
    var name: String
    /// The kind of the target: "regular", "executable", "plugin" or "test".
    var kind: String
    /// The path relative to the package's folder.
    var path: String
    var dependencies: Set<String>
  }

  static let root = TestPackage.root

  static let read = Result { try PackageManifest() }

  let targets: [Target]

  /// The targets whose sources are below `Sources`, in the order of Package.swift.
  var sources: [Target] { targets.filter { $0.path.hasPrefix("Sources/") } }

  private init() throws {
    let scratch = try TemporaryFolder()
    // This scratch folder is a separate one, since the package's own is locked while tests run.
    let dumped = try ProcessRunner.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["swift", "package", "--scratch-path", scratch.path, "dump-package"], errors: .apart)
    let dump = try JSONDecoder().decode(Dump.self, from: dumped.outputData)
    targets = dump.targets.map { target in
      Target(
        name: target.name, kind: target.type,
        path: target.path ?? "\(target.type == "test" ? "Tests" : "Sources")/\(target.name)",
        dependencies: Set(target.dependencies.map(\.name)))
    }
  }

  private struct Dump: Decodable {
    var targets: [DumpedTarget]
  }

  private struct DumpedTarget: Decodable {
    var name: String
    var type: String
    var path: String?
    var dependencies: [Dependency]
  }

  /// A dependency in the form `{"byName": ["Text", null]}`, or the same with `target` or `product`.
  private struct Dependency: Decodable {
    var name: String

    init(from decoder: any Decoder) throws {
      let kinds = try decoder.singleValueContainer().decode([String: [Entry?]].self)
      guard case .name(let name)?? = kinds.values.first?.first else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "a dependency without a name"))
      }
      self.name = name
    }
  }

  private enum Entry: Decodable {
    case name(String)
    case condition

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      self = (try? container.decode(String.self)).map(Self.name) ?? .condition
    }
  }
}

extension PackageManifest.Target {
  /// Returns the Swift files of the target, by their paths from its folder.
  func files() throws -> [(path: String, text: String)] {
    let folder = PackageManifest.root.appendingPathComponent(path)
    let enumerator = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var files: [(path: String, text: String)] = []
    while let file = enumerator?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      let relative = file.standardizedFileURL.path.dropFirst(
        folder.standardizedFileURL.path.count + 1)
      files.append((String(relative), try String(contentsOf: file, encoding: .utf8)))
    }
    return files.sorted { $0.path < $1.path }
  }
}
