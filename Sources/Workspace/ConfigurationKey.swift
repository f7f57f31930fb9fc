import Checks
import Diagnostics
import Generation

/// A key of `bascule.json`, for its reader, its schema and editors.
package struct ConfigurationKey: Sendable {
  package indirect enum Value: Sendable {
    /// A text. The pattern is a regular expression for its form.
    case text(pattern: String? = nil)
    /// A path relative to the folder of the file.
    case path(mayBeAbsolute: Bool = true)
    case choice([String])
    case bool
    /// An object with these keys.
    case object([ConfigurationKey], needsAll: Bool = false)
    /// A list of objects with all of these keys.
    case objects([ConfigurationKey])
    case texts
    /// An object with a level for each code or group.
    case levels
    /// An object with a list of codes or groups for each pattern of files.
    case ignored
  }

  package let name: String
  package let description: String
  package let value: Value

  init(_ name: String, _ value: Value, _ description: String) {
    (self.name, self.value, self.description) = (name, value, description)
  }

  /// The keys of the object, or of the objects in the list; empty for other values.
  package var members: [ConfigurationKey] {
    switch value {
    case .object(let keys, _), .objects(let keys): keys
    case .text, .path, .choice, .bool, .texts, .levels, .ignored: []
    }
  }

  /// Returns the key of the file with a name.
  ///
  /// - Requires: there is such a key.
  package static func named(_ name: String) -> ConfigurationKey {
    guard let key = all.first(where: { $0.name == name }) else {
      preconditionFailure("no key `\(name)`")
    }
    return key
  }

  /// The levels of findings.
  package static let levels = Severities.Level.allCases.map { $0.rawValue }

  /// The keys of the file, in the order in which they are listed.
  package static let all = [
    ConfigurationKey(
      "version", .text(pattern: #"^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(\.(0|[1-9][0-9]*))?$"#),
      """
      The version of Bascule that the rules were written for; bascule check reports those that mean something else \
      since then.
      """),
    ConfigurationKey(
      "extends", .path(mayBeAbsolute: false),
      """
      A file with these keys, relative to the folder of this file; its settings apply where this file has none.
      """),
    ConfigurationKey("swift", .object(swift), "The generated Swift."),
    ConfigurationKey("typescript", .object(typeScript), "The generated TypeScript."),
    ConfigurationKey(
      "format", .choice(FindingFormat.allCases.map { $0.rawValue }),
      "The output format of bascule check."),
    ConfigurationKey("strict", .bool, "True if warnings and notes also fail bascule check."),
    ConfigurationKey(
      "severities", .levels,
      """
      The severity of the findings of each code, or of each code of a group; a narrower word replaces the level of a \
      wider one. bascule explain describes codes and groups.
      """),
    ConfigurationKey(
      "baseline", .path(),
      """
      The file of known findings, relative to the folder of this file; bascule check --write-baseline writes it.
      """),
    ConfigurationKey(
      "accepted", .objects(accepted),
      "Breaking changes on which bascule diff --fail-on does not fail; it prints the entries."),
    ConfigurationKey(
      "ignore", .ignored,
      """
      The codes and groups of codes that are not reported in some rule files: by a pattern as in .gitignore, relative \
      to the folder of this file.
      """),
    ConfigurationKey(
      "exclude", .texts,
      """
      Files and folders that are not part of the rule set: patterns as in .gitignore, relative to the folder of this \
      file.
      """),
    ConfigurationKey(
      "links", .object(links, needsAll: true),
      "Universal links of the app, which bascule check compares with a chain."),
    ConfigurationKey("$schema", .text(), "The location of this schema, for editors."),
  ]

  private static let swift = [
    ConfigurationKey(
      "output", .path(), "The folder for the Swift files, relative to the folder of this file."),
    ConfigurationKey(
      "access", .choice(Access.allCases.map { $0.rawValue }),
      "Access level of the declarations; internal by default."),
    ConfigurationKey(
      "runtime", .choice(SwiftRuntimeSource.allCases.map { $0.rawValue }),
      "The run-time support: embedded in the Swift files (default), or imported from a package."),
    ConfigurationKey(
      "prefix", .text(pattern: "^[A-Z][A-Za-z0-9]*$"),
      "The prefix of the Swift names and files: \(SwiftOptions.prefixDescription)."),
    ConfigurationKey(
      "imports", .choice(ImportStyle.allCases.map { $0.rawValue }),
      """
      The imports of the Swift: plain (default), or each with an access level, for modules that write `internal import \
      Foundation`.
      """),
  ]

  private static let typeScript = [
    ConfigurationKey(
      "output", .path(), "The file for the module, relative to the folder of this file.")
  ]

  private static let accepted = [
    ConfigurationKey("declaration", .text(), "Its kind and name: strategy Cart."),
    ConfigurationKey("change", .text(), "The change as bascule diff prints it."),
    ConfigurationKey("reason", .text(pattern: #"\S"#), "Why it is accepted."),
  ]

  private static let links = [
    ConfigurationKey(
      "file", .path(),
      "The apple-app-site-association file, relative to the folder of this file."),
    ConfigurationKey("app", .text(), "The identifier of the app in that file."),
    ConfigurationKey("host", .text(), "The host that serves the file."),
    ConfigurationKey("chain", .text(), "The chain of the web view that gets the links."),
  ]
}
