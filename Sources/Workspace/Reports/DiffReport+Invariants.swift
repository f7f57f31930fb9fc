import Diagnostics
import Semantics
import Text

extension RuleSetDiff {
  // MARK: - For people

  func writeInvariants(_ text: inout StyledText) {
    for change in invariants {
      text.write("invariant \(change.name)", .strong)
      if let side = change.new ?? change.old {
        text.write("  \(side.set.places.text(side.location))", .frame)
      }
      text.endLine()
      text.line("  " + Quoting.terminal(change.claim))
      write(change.old, "-", .removed, &text)
      write(change.new, "+", change.isBroken ? .error : .inserted, &text)
    }
  }

  private func write(
    _ side: ListedProof?, _ sign: String, _ role: Style.Role, _ text: inout StyledText
  ) {
    guard let side else { return text.line("    \(sign) not stated", role) }
    text.line("    \(sign) " + Quoting.terminal(side.summary), role)
    guard let rule = side.rule else { return }
    text.write("        " + side.set.places.text(rule.location), .frame)
    text.line("  " + Quoting.terminal(side.set.places.source(rule)))
  }

  // MARK: - JSON

  func writeInvariants(_ writer: inout JSONWriter) {
    writer.array("invariants", invariants) { change, writer in
      writer.object { writer in
        writer.string("name", change.name)
        writer.string("claim", change.claim)
        for (key, side) in [("old", change.old), ("new", change.new)] {
          writer.key(key)
          write(side, &writer)
        }
      }
    }
  }

  private func write(_ side: ListedProof?, _ writer: inout JSONWriter) {
    guard let side else { return writer.null() }
    writer.object { writer in
      writer.string("verdict", side.verdict)
      writer.string("request", side.request)
      writer.key("rule")
      if let rule = side.rule {
        side.set.places.write(rule: rule.location, &writer)
      } else {
        writer.null()
      }
    }
  }

  // MARK: - Markdown

  var invariantMarkdown: String {
    if invariants.isEmpty { return "" }
    var text = "### Invariants\n\n| line | before | after |\n| --- | --- | --- |\n"
    for change in invariants {
      let line = "\(change.name): \(Quoting.markdownCell(change.claim))"
      text += "| \(line) | \(Self.cell(change.old)) | \(Self.cell(change.new)) |\n"
    }
    return text
  }

  private static func cell(_ side: ListedProof?) -> String {
    guard let side else { return "not stated" }
    return side.verdict
      + (side.request.map { " by " + Quoting.markdownCell($0) } ?? "")
      + (side.rule.map { "<br>" + Quoting.markdownCell(side.set.places.line($0.location)) } ?? "")
  }
}
