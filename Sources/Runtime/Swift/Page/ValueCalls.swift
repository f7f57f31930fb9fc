//: output BasculeEvents
//: needs WebCall

/// The script that reads values of pages.
nonisolated enum ValueCalls {
  /// The script that reads a value. It looks the path up and never runs it as a script.
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
