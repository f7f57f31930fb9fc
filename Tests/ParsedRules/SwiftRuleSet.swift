package import Foundation
package import Generation
package import Semantics
import Syntax
import TestSupport
package import Text

/// A rule set for tests with its generated Swift.
package struct SwiftRuleSet {
  package var rules: RuleSet
  package var sources: [SourceFile]
  package var faults: [Fault]
  /// The maximum number of rules of a chain without a table.
  package var longestInOrder = ChainPlan.longestInOrder

  /// Reads a folder of `rules/`.
  ///
  /// - Parameter change: returns the changed text of each file.
  package init(
    folder name: String, changing change: (_ file: String, _ text: String) -> String = { $1 }
  ) throws {
    let files = try ExampleRules.files(in: name).map { file in
      let text = String(decoding: file.bytes, as: UTF8.self)
      return SourceFile(name: file.name, text: change(file.name, text))
    }
    self.init(files) { ExampleRules.resource($0, in: name) }
  }

  /// Reads one file with this text.
  ///
  /// - Parameter resource: the content of the files that the text names.
  package init(_ text: String, named name: String = "test.bascule", resource: String? = nil) {
    self.init([SourceFile(name: name, text: text)]) { _ in resource.map { Array($0.utf8) } }
  }

  private init(_ files: [SourceFile], resource: (String) -> [UInt8]?) {
    sources = files
    let resolution = Resolution(files.map { SyntaxTree.parse($0) }, resource: resource)
    rules = resolution.rules
    faults = resolution.faults
  }

  package func swift(_ options: SwiftOptions = SwiftOptions()) -> [GeneratedFile] {
    SwiftGenerator.files(
      for: rules, sources: sources, options: options, longestInOrder: longestInOrder)
  }

  package func swift(named name: String, _ options: SwiftOptions = SwiftOptions()) -> String {
    let file = swift(options).first { $0.name == name }
    return String(decoding: file?.bytes ?? [], as: UTF8.self)
  }

  /// Writes the generated files and returns their paths.
  package func write(to folder: URL, _ options: SwiftOptions = SwiftOptions()) throws -> [String] {
    try swift(options).map { file in
      let path = folder.appendingPathComponent(file.name)
      try Data(file.bytes).write(to: path)
      return path.path
    }
  }
}
