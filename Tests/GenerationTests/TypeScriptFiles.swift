import Foundation
import Semantics
import Syntax
import Testing
import Text

/// Reads rule sets from files of the project.
enum TypeScriptFiles {
  static func sources(_ paths: [String]) throws -> [SourceFile] {
    try paths.sorted().map { path in
      let data = try Data(contentsOf: TypeScriptTools.root.appending(path: path))
      return SourceFile(name: path, bytes: [UInt8](data))
    }
  }

  /// Returns the rule set of these files, which must have no faults.
  static func rules(_ paths: [String]) throws -> RuleSet {
    let files = try sources(paths)
    let trees = files.map { SyntaxTree.parse($0) }
    for tree in trees { #expect(tree.faults.isEmpty) }
    let folder = (paths.first ?? "").split(separator: "/").dropLast().joined(separator: "/")
    let resolution = Resolution(trees) { name in
      let url = TypeScriptTools.root.appending(path: folder).appending(path: name)
      return (try? Data(contentsOf: url)).map { [UInt8]($0) }
    }
    #expect(resolution.faults.isEmpty, "\(resolution.faults)")
    return resolution.rules
  }

  /// Returns the rule set of a folder of `rules/`.
  static func example(_ name: String) throws -> RuleSet {
    let folder = TypeScriptTools.root.appending(path: "rules/\(name)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try rules(names.filter { $0.hasSuffix(".bascule") }.map { "rules/\(name)/\($0)" })
  }

  static let examples: [String] = {
    let folder = TypeScriptTools.root.appending(path: "rules")
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
      .filter {
        FileManager.default.fileExists(atPath: folder.appending(path: "\($0)/bascule.json").path)
      }
      .sorted()
  }()
}
