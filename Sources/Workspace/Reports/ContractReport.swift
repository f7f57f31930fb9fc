import Diagnostics
import Semantics
import Text

extension RuleSetDiff {
  func writeContract(_ text: inout StyledText) {
    var isFirst = true
    for contract in contracts {
      var last: String?
      for group in Self.groups(contract.changes) {
        let change = group[0]
        // Several changes of one declaration share one heading.
        let isAlone = group.count == 1
        let name = "\(change.noun) \(change.name)"
        if !isAlone || last != name {
          if !isFirst { text.endLine() }
          isFirst = false
          for change in group { writeHeading(change, contract, showsPlace: !isAlone, &text) }
        }
        last = isAlone ? name : nil
        text.line("  " + Quoting.terminal(isAlone ? change.line : change.text))
        for reason in [change.pages, change.apps].compactMap({ $0 }) {
          text.write(
            change.isAccepted ? "    accepted" : "    breaking",
            change.isAccepted ? .frame : .error)
          text.line(": " + reason)
        }
        if !change.isBreaking { text.line("    compatible", .inserted) }
      }
    }
  }

  private func writeHeading(
    _ change: ContractChange, _ contract: ContractChanges, showsPlace: Bool,
    _ text: inout StyledText
  ) {
    text.write("\(change.noun) \(change.name)", .strong)
    text.write(" " + Quoting.terminal(Quoting.rule(change.identifier)))
    if showsPlace, !change.place.isEmpty { text.write(", " + Quoting.terminal(change.place)) }
    text.write("  \(place(change, contract))", .frame)
    text.endLine()
  }

  private func place(_ change: ContractChange, _ contract: ContractChanges) -> String {
    if let location = change.new, let new = contract.new { return new.places.text(location) }
    return change.old.map { contract.old.places.text($0) } ?? ""
  }

  /// The line of a change, such as `shop.bascule:12`.
  private func line(_ change: ContractChange, _ contract: ContractChanges) -> String {
    if let location = change.new, let new = contract.new { return new.places.line(location) }
    return change.old.map { contract.old.places.line($0) } ?? ""
  }

  // MARK: - JSON

  func writeContract(_ writer: inout JSONWriter) {
    writer.array { writer in
      for contract in contracts {
        for change in contract.changes { write(change, contract, &writer) }
      }
    }
  }

  private func write(
    _ change: ContractChange, _ contract: ContractChanges, _ writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.string("declaration", change.noun)
      writer.string("name", change.name)
      writer.string("identifier", change.identifier)
      writer.string("part", change.part)
      writer.string("path", change.path)
      writer.string("change", change.text)
      writer.string("pages", change.pages)
      writer.string("apps", change.apps)
      writer.bool("accepted", change.isAccepted)
      for (key, location, set) in [
        ("old", change.old, contract.old), ("new", change.new, contract.new),
      ] {
        writer.key(key)
        if let location, let set {
          set.places.write(location, &writer)
        } else {
          writer.null()
        }
      }
    }
  }

  // MARK: - Markdown

  /// A table of the changes of contracts in Markdown; empty if there are none.
  var contractMarkdown: String {
    if contracts.isEmpty { return "" }
    var text = "### Contract between pages and app\n\n"
    text += verdict + "\n\n"
    text += "| | change | released pages | released apps |\n"
    text += "| --- | --- | --- | --- |\n"
    for contract in contracts {
      for group in Self.groups(contract.changes) {
        let what = group.map { change in
          "\(change.noun) \(Quoting.markdownCell(change.name))"
            + (change.part.map {
              "<br>\($0)" + (change.path.isEmpty ? "" : " " + Quoting.markdownCell(change.path))
            } ?? "") + "<br>" + Quoting.markdownCell(line(change, contract))
        }
        let change = group[0]
        let cells =
          [what.joined(separator: "<br>"), Self.cell(change.text)]
          + [change.pages, change.apps].map { Self.cell($0, isAccepted: change.isAccepted) }
        text += "| \(cells.joined(separator: " | ")) |\n"
      }
    }
    return text
  }

  /// The changes in order. Changes that one change of a type causes in several messages form one group.
  private static func groups(_ changes: [ContractChange]) -> [[ContractChange]] {
    var groups: [[ContractChange]] = []
    var places: [[String?]: Int] = [:]
    for change in changes {
      // Other changes concern one declaration each.
      let key =
        change.type == nil
        ? nil
        : [change.type, change.text, change.pages, change.apps, change.isAccepted ? "" : nil]
      if let key, let place = places[key] {
        groups[place].append(change)
        continue
      }
      if let key { places[key] = groups.count }
      groups.append([change])
    }
    return groups
  }

  private var verdict: String {
    func count(_ number: Int, _ who: String) -> String? {
      switch number {
      case 0: nil
      case 1: "**One change breaks released \(who).**"
      default: "**\(number) changes break released \(who).**"
      }
    }
    let parts = [count(breakingPages, "pages"), count(breakingApps, "apps")].compactMap { $0 }
    return parts.isEmpty
      ? "No change breaks released pages or apps." : parts.joined(separator: " ")
  }

  /// The cell with the reason why released pages or apps break, or `works`.
  private static func cell(_ reason: String?, isAccepted: Bool) -> String {
    reason.map { (isAccepted ? "accepted: " : "**breaks**: ") + cell($0) } ?? "works"
  }

  /// The text of a cell, with code spans.
  private static func cell(_ text: String) -> String {
    var parts: [String] = []
    for (index, part) in text.split(separator: "`", omittingEmptySubsequences: false).enumerated() {
      let plain = part.split(separator: "|", omittingEmptySubsequences: false).joined(
        separator: "\\|")
      parts.append(index.isMultiple(of: 2) ? plain : Quoting.markdownCell(String(part)))
    }
    return parts.joined()
  }
}
