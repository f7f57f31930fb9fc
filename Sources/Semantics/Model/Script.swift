package struct Script: Entity {
  package enum Moment: String, Hashable, Sendable { case documentStart, documentEnd }

  package var declared: Declared
  /// Values that the app gives when it adds the script; constants in the script.
  package var parameters: [Field] = []
  package var moment: Moment
  package var frames: FrameScope
  /// The pages in which it runs; empty: any origin.
  package var origins: [ID<Origin>] = []
  /// True if the page's own scripts and this one do not see each other.
  package var isIsolated = false
  /// True if its declarations are those of the page: it is in no function of its own.
  package var isGlobal = false
  /// The JavaScript itself, from the file if the script names one.
  package var source: String
  /// The path inside the rule set's folder, with `/`, if the script is in a file.
  package var path: String?
}
