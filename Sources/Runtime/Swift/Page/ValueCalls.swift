//: output BasculeEvents
//: needs WebCall

/// Reads values that pages have.
nonisolated enum ValueCalls {
  /// The path is looked up, never run as a script.
  static let script = """
    const path = name.split(".");
    const last = path.pop();
    try {
      let owner = globalThis;
      for (const key of path) { owner = owner == null ? owner : owner[key]; }
      if (owner == null || !(last in Object(owner))) { return {}; }
      const value = await owner[last];
      return { reply: value === undefined ? null : value };
    } catch (error) {
      return { failure: error instanceof Error ? error.message : String(error) };
    }
    """
}
