//: output BasculeWire

/// Contains the types that the rule files declare as deprecated; each has a deprecated alias.
public nonisolated enum DeprecatedTypes {}
