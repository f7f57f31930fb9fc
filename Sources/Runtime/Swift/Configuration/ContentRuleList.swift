//: output BasculeConfigurations

/// A list of content blocker rules.
public nonisolated struct ContentRuleList: Sendable, Hashable {
  /// The path of the list's file, and a hash of its rules.
  public let identifier: String
  /// The rules as JSON.
  public let rules: String

  @_spi(GeneratedFile) public init(_ identifier: String, rules: String) {
    self.identifier = identifier
    self.rules = rules
  }
}
