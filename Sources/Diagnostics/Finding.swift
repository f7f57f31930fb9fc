package import Text

package enum Severity: String, Sendable, Comparable {
  case info, warning, error

  package static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }
  private var rank: Int { self == .error ? 2 : self == .warning ? 1 : 0 }
}

/// A diagnostic about a rule set.
///
/// Its texts are lower case, without a full stop, with names in backticks.
package struct Finding: Sendable {
  /// A further location that explains the finding, with a message.
  package struct Related: Sendable {
    package var message: String
    package var location: Location

    package init(_ message: String, at location: Location) {
      self.message = message
      self.location = location
    }
  }

  /// A code such as `duplicate-strategy-identifier`. Each code has a page.
  package var code: String
  package var severity: Severity
  package var message: String
  package var location: Location
  /// The text next to the carets; empty if the message is enough.
  package var label: String
  package var related: [Related]
  /// The suggested change, as a sentence.
  package var help: String?
  /// The edits that `help` describes.
  package var fix: Fix?
  /// A URL that shows the problem.
  package var witness: String?

  package init(
    _ code: String, _ severity: Severity, _ message: String, at location: Location,
    label: String = "", related: [Related] = [], help: String? = nil, fix: Fix? = nil,
    witness: String? = nil
  ) {
    self.code = code
    self.severity = severity
    self.message = message
    self.location = location
    self.label = label
    self.related = related
    self.help = help
    self.fix = fix
    self.witness = witness
  }
}

/// Edits that fix a finding.
package struct Fix: Sendable {
  package enum Kind: Sendable, Equatable {
    /// Replaces, inserts or removes words.
    case words
    /// Removes or changes a part of the condition of the rule at the location. Two such fixes of one rule are not
    /// applied together, since one part may have no effect only because of the other.
    case condition(Location)
    /// Moves items of a chain or handler. Each move is an insertion, followed by the removal.
    case move
    /// Deletes a rule, a comment or a declaration.
    case deletion
  }

  package var edits: [Edit]
  package var kind: Kind
  /// True if the fix changes the treatment of no request, and deletes no rule, comment or declaration.
  package var isSafe: Bool
  /// True if a request that was cancelled passes after the fix.
  package var isWeaker = false

  package init(_ edits: [Edit], _ kind: Kind = .words, isSafe: Bool) {
    self.edits = edits
    self.kind = kind
    self.isSafe = isSafe
  }
}

/// A replacement of the text at a location. An empty span is an insertion.
package struct Edit: Sendable {
  package var location: Location
  package var replacement: String

  package init(_ location: Location, _ replacement: String) {
    self.location = location
    self.replacement = replacement
  }
}
