package struct Script: Entity {
  package enum Moment: String, Hashable, Sendable { case documentStart, documentEnd }

  package var declared: Declared
  /// The values that the app provides when it adds the script. They are constants in the script.
  package var parameters: [Field] = []
  package var moment: Moment
  package var frames: FrameScope
  /// The origins of the pages in which the script runs; empty for any origin.
  package var origins: [ID<Origin>] = []
  /// True if the script runs in the app's world, so that it and the page's scripts do not share variables.
  package var isIsolated = false
  /// True if the script is not in a function, so that its declarations are visible to the page.
  package var isGlobal = false
  /// The JavaScript source, read from the file if the script names one.
  package var source: String
  /// The path within the rule set's folder, with `/`; nil if the source is in the rule file.
  package var path: String?
}
