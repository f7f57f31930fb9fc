import Diagnostics
import Text

/// A set of identifiers that must be distinct: those of message handlers, of a channel, of events, or of calls.
struct IdentifierSpace {
  struct Entry {
    /// The words for the declaration: `the strategy`, `the channel`, `the event` or `the call`.
    var noun: String
    var name: String
    var identifier: String
    /// The location of the identifier in the source, or of the name if there is no identifier.
    var location: Location
    var nameLocation: Location

    var isWritten: Bool { location != nameLocation }
  }

  private var first: [String: Entry] = [:]
  private var nextNumber: [String: Int] = [:]

  init(_ entries: [Entry]) {
    first.reserveCapacity(entries.count)
    for entry in entries where first[entry.identifier] == nil { first[entry.identifier] = entry }
  }

  /// An earlier entry with the same identifier; nil if there is none.
  func holder(before entry: Entry) -> Entry? {
    guard let holder = first[entry.identifier], holder.location != entry.location else {
      return nil
    }
    return holder
  }

  /// Reserves and returns an unused identifier: the name with a lower-case first letter, and with a number if that is
  /// used.
  mutating func free(for entry: Entry) -> String {
    let base = entry.name.lowercasedFirst
    var candidate = base
    var number = nextNumber[base] ?? 2
    while first[candidate] != nil {
      candidate = base + String(number)
      number += 1
    }
    nextNumber[base] = number
    first[candidate] = entry
    return candidate
  }

  /// The findings about entries whose identifier is taken, in the order given.
  ///
  /// Entries with equal names are ignored, since they are duplicate declarations.
  static func duplicates(_ entries: [Entry], _ page: Page, _ place: String) -> [Finding] {
    var space = IdentifierSpace(entries)
    var findings: [Finding] = []
    for entry in entries {
      guard let holder = space.holder(before: entry), holder.name != entry.name else { continue }
      let free = space.free(for: entry)
      let literal = Quoting.rule(free)
      findings.append(
        page.finding(
          "identifier \(Quoting.rule(entry.identifier)) of \(entry.noun) `\(entry.name)` is already"
            + " used by \(holder.noun) `\(holder.name)`\(place)",
          at: entry.location, label: "used again",
          related: [
            .init("first used here", at: holder.location)
          ],
          help: "use another identifier, such as \(literal)",
          fix: entry.isWritten
            ? .replace(entry.location, with: literal, isSafe: false)
            : .replace(entry.location.end, with: " " + literal, isSafe: false)))
    }
    return findings
  }
}
