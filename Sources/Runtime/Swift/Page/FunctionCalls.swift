//: output BasculeEvents
//: needs WebCall

/// The script for calls of functions that pages have without the generated module.
nonisolated enum FunctionCalls {
  /// The script that calls a function. It looks the path up and never runs it as a script. Arguments that are missing
  /// at the end are undefined.
  static let script = """
    const path = name.split(".");
    const last = path.pop();
    let owner = globalThis;
    for (const key of path) { owner = owner == null ? owner : owner[key]; }
    if (owner == null || typeof owner[last] !== "function") { return {}; }
    try {
      const reply = await owner[last](...parameters.map((key) => payload[key]));
      return { reply: reply === undefined || !replies ? null : reply };
    } catch (error) {
      return { failure: error instanceof Error ? error.message : String(error) };
    }
    """
}
