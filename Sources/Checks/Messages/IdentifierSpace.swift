import Diagnostics
import Text

/// The identifiers that are told apart in one place: message handlers, a channel, events, calls.
struct IdentifierSpace {
  struct Entry {
    /// `the strategy`, `the channel`, `the event`, `the call`.
    var noun: String
    var name: String
    var identifier: String
    /// The written identifier, else the name.
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

  /// The entry that has the identifier of this one, if that is another.
  func holder(before entry: Entry) -> Entry? {
    guard let holder = first[entry.identifier], holder.location != entry.location else {
      return nil
    }
    return holder
  }

  /// An identifier that nobody has, from then on taken: the name with a lower-case first letter,
  /// else with a number behind.
  mutating func free(for entry: Entry) -> String {
    let base = Prose.lowerFirst(entry.name)
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

  /// A finding for each entry whose identifier is taken, in the order given.
  ///
  /// Entries with one name are left out: that is a duplicate declaration.
  static func duplicates(_ entries: [Entry], _ page: Page, _ place: String) -> [Finding] {
    var space = IdentifierSpace(entries)
    var findings: [Finding] = []
    for entry in entries {
      guard let holder = space.holder(before: entry), holder.name != entry.name else { continue }
      let free = space.free(for: entry)
      let literal = Quoting.rule(free)
      findings.append(
        page.finding(
          "\(entry.noun) `\(entry.name)` has the identifier \(Quoting.rule(entry.identifier)), which"
            + " \(holder.noun) `\(holder.name)` has\(place)",
          at: entry.location, label: "taken",
          related: [
            .init("first taken here, by \(holder.noun) `\(holder.name)`", at: holder.location)
          ],
          help: "write another identifier, such as \(literal)",
          fix: entry.isWritten
            ? .replace(entry.location, with: literal, isSafe: false)
            : .replace(entry.location.end, with: " " + literal, isSafe: false)))
    }
    return findings
  }
}
