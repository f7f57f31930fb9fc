import Syntax
import Text

/// A mistake in the rule set `Rail`, which has no findings: an intended text, and the text that a newcomer writes
/// instead.
struct NewcomerSlip: Sendable {
  /// The way in which a mistake is corrected.
  enum Mending {
    /// The mistake is corrected by `check --fix`.
    case safe
    /// The mistake is corrected by `check --fix=all`.
    case all
    /// The user corrects the mistake after reading the message.
    case user
  }

  var mending: Mending
  var meant: String
  var written: String
  /// Other texts than the intended one that are right.
  var others: [String]

  init(_ mending: Mending, _ meant: String, _ written: String, or others: [String] = []) {
    (self.mending, self.meant, self.written, self.others) = (mending, meant, written, others)
  }

  /// Returns the files with a text in place of the intended one, and the number of the changed file.
  ///
  /// Returns nil if no file contains the intended text.
  func files(_ files: [SourceFile], with text: String) -> (files: [SourceFile], number: Int)? {
    for (number, file) in files.enumerated() {
      let parts = file.text(Span(0, file.bytes.count)).split(
        separator: meant, maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      var changed = files
      changed[number] = SourceFile(name: file.name, text: parts[0] + text + parts[1])
      return (changed, number)
    }
    return nil
  }
}
