/// The source of the run-time support of generated Swift.
package enum SwiftRuntimeSource: String, Sendable, CaseIterable {
  /// The generated files contain the parts of the support that they use.
  case embedded
  /// The generated files import the library `BasculeRuntime`.
  case package
}

/// The options of Swift generation.
package struct SwiftOptions: Sendable, Equatable {
  package var access: Access
  package var runtime: SwiftRuntimeSource
  /// The prefix of the generated names and files, which distinguishes two rule sets in one module.
  package var prefix: String
  package var imports: ImportStyle
  package var heading: GeneratedHeading

  /// - Requires: the prefix is empty or `isPrefix`.
  package init(
    access: Access = .internal, runtime: SwiftRuntimeSource = .embedded, prefix: String = "",
    imports: ImportStyle = .plain, heading: GeneratedHeading = GeneratedHeading()
  ) {
    self.access = access
    self.runtime = runtime
    self.prefix = prefix
    self.imports = imports
    self.heading = heading
  }

  package static let prefixDescription = "a capital letter, then letters and digits (A–Z, a–z, 0–9)"

  package static func isPrefix(_ text: String) -> Bool {
    guard let first = text.utf8.first, (0x41...0x5A).contains(first) else { return false }
    return text.utf8.allSatisfy {
      (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || (0x30...0x39).contains($0)
    }
  }
}
