//: output BasculeWire

public import Foundation

/// Returns a URL that is written in a rule file. The function is public, since initializers of models use it in default
/// values.
public nonisolated func constantURL(_ text: StaticString) -> URL {
  URL(string: text.description) ?? URL(fileURLWithPath: "/")
}
