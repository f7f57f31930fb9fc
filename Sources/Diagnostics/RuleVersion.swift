/// A version of Bascule that rules can be written for.
package struct RuleVersion: Comparable, Hashable, Sendable {
  package let major, minor, patch: Int

  package init(_ major: Int, _ minor: Int, _ patch: Int = 0) {
    self.major = major
    self.minor = minor
    self.patch = patch
  }

  /// Reads two or three numbers, such as `0.2` or `1.0.3`; fails for other texts.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part -> Int? in
      let isNumber =
        !part.isEmpty
        && part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      // A number has one spelling only, so that equal versions are equal texts.
      return isNumber && (part == "0" || part.first != "0") ? Int(part) : nil
    }
    guard numbers.count == parts.count, (2...3).contains(parts.count) else { return nil }
    self.init(numbers[0], numbers[1], numbers.count == 3 ? numbers[2] : 0)
  }

  /// The version without a patch number of zero, such as `0.2`.
  package var text: String { patch == 0 ? "\(major).\(minor)" : "\(major).\(minor).\(patch)" }

  package static func < (one: RuleVersion, other: RuleVersion) -> Bool {
    (one.major, one.minor, one.patch) < (other.major, other.minor, other.patch)
  }
}
