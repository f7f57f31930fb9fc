import Diagnostics
import Interpreter
import Reachability
import Semantics
import Syntax
import Text

extension CodeActionMaker {
  // MARK: - Handlers

  /// Moves the selected rules to a new handler, with a `use` in their place.
  mutating func extract() {
    guard span.start < span.end else { return }
    for declaration in snapshot.trees[file].declarations {
      guard let items = declaration.items else { continue }
      let chosen = items.filter { item in
        let own = item.span
        return own.start < span.end && span.start < own.end
      }
      // A handler has no `otherwise` and uses no chains. A rule with `leave` would leave only the new handler.
      guard let first = chosen.first, let last = chosen.last, chosen.contains(where: { $0.isRule }),
        !chosen.contains(where: { $0.isOtherwise || $0.leaves || usesChain($0) })
      else { continue }
      let name = unusedName("Extracted")
      let start = startOfBlock(first.span)
      let isOnLines =
        start <= Int(lines.starts[lines.line(at: first.span.start)])
      guard isOnLines, let end = endOfBlock(last.span) else { continue }
      let indent = text(Int(lines.starts[lines.line(at: first.span.start)])..<Int(first.span.start))
      var body = text(start..<end)
      if !body.hasSuffix("\n"), !body.hasSuffix("\r") { body += lineEnd }
      let place = self.start(ofDeclarationAt: first.span.start)
      append(
        CodeAction(
          title: "Extract \(chosen.count == 1 ? "the rule" : "\(chosen.count) rules") to a handler",
          kind: .extract,
          edits: [
            (
              at(Span(place, place)),
              "handler \(name) {\(lineEnd)\(body)}\(lineEnd)\(lineEnd)"
            ),
            (at(Span(start, end)), "\(indent)use \(name)\(lineEnd)"),
          ]))
    }
  }

  private func usesChain(_ item: ChainItemSyntax) -> Bool {
    guard case .use(let name, _) = item, let reference = snapshot.references(file)[name.span],
      let used = snapshot.definition(of: reference, in: file)
    else { return false }
    return used.declaration.kind != .handler
  }

  private func unusedName(_ base: String) -> String {
    var name = base
    var number = 2
    while !snapshot.names.places(.declaration(.rules, name)).isEmpty {
      name = base + String(number)
      number += 1
    }
    return name
  }

  /// Replaces a `use` by the rules of the handler. If it is the last `use`, deletes the handler.
  mutating func inline() {
    guard
      let use = snapshot.index(file).uses.first(where: {
        $0.span.start <= span.start && span.end <= $0.span.end
      }),
      let reference = snapshot.references(file)[use.name.span],
      let handler = snapshot.definition(of: reference, in: file),
      handler.declaration.kind == .handler, use.owner != use.name.text,
      let items = snapshot.items(ofHandler: use.name.text, in: handler.file),
      // Rules with `leave` would end the owner of the `use` instead of the handler.
      !items.contains(where: { $0.leaves })
    else { return }
    let name = use.name.text
    let other = CodeActionMaker(snapshot: snapshot, file: handler.file)
    var edits: [(location: Location, text: String)] = []
    let indent = text(
      Int(lines.starts[lines.line(at: use.span.start)])..<Int(use.span.start))
    let isAlone = indent.allSatisfy { $0 == " " || $0 == "\t" }
    var body = ""
    if let first = items.first, let last = items.last {
      let start = other.startOfBlock(first.span)
      let ownStart = Int(other.lines.starts[other.lines.line(at: first.span.start)])
      if isAlone, start <= ownStart, let end = other.endOfBlock(last.span) {
        let ownIndent = other.text(ownStart..<Int(first.span.start))
        body = other.text(start..<end).reindented(from: ownIndent, to: indent)
        if body.hasSuffix("\n") { body.removeLast() }
        if body.hasSuffix("\r") { body.removeLast() }
        body = String(body.dropFirst(indent.count))
      } else {
        body = other.text(Int(first.span.start)..<Int(last.span.end))
        if !isAlone { body += lineEnd }
      }
    }
    edits.append((at(use.span), body))
    let count = snapshot.files.indices.reduce(0) { count, file in
      count + snapshot.index(file).uses.count { $0.name.text == name }
    }
    let references = snapshot.occurrences(of: reference, in: file).count
    // The declaration and this use are the only references.
    if count == 1, references == 2 {
      let start = other.startOfBlock(handler.declaration.span)
      var end = other.endOfBlock(handler.declaration.span) ?? Int(handler.declaration.span.end)
      while end < other.bytes.count, other.bytes[end] == 0x0A || other.bytes[end] == 0x0D {
        end += 1
      }
      edits.append((Location(FileID(handler.file), Span(start, end)), ""))
    }
    append(CodeAction(title: "Inline the handler `\(name)`", kind: .inline, edits: edits))
  }
}

extension ChainItemSyntax {
  fileprivate var isRule: Bool {
    if case .rule = self { return true }
    return false
  }

  /// True if the item is a rule that ends its handler with `leave`.
  fileprivate var leaves: Bool {
    if case .rule(let rule) = self { return rule.decision?.keyword == .leave }
    return false
  }

  fileprivate var isOtherwise: Bool {
    if case .rule(let rule) = self { return rule.condition == nil }
    return false
  }
}

extension Snapshot {
  /// Returns the rules and uses of a handler.
  fileprivate func items(ofHandler name: String, in file: Int) -> [ChainItemSyntax]? {
    for declaration in trees[file].declarations {
      if case .handler(let header, let items) = declaration, header.name.text == name {
        return items
      }
    }
    return nil
  }
}

extension String {
  /// Returns the text with another indentation.
  fileprivate func reindented(from old: String, to new: String) -> String {
    if old == new { return self }
    return split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix(old) && !$0.isEmpty ? new + $0.dropFirst(old.count) : String($0) }
      .joined(separator: "\n")
  }
}
