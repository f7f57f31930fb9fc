//: output BasculeWire

public import Foundation

/// A URL that is written in a rule file; public, since initializers of models have such default values.
public nonisolated func constantURL(_ text: StaticString) -> URL {
  URL(string: text.description) ?? URL(fileURLWithPath: "/")
}
