import Generation
import Interpreter
import Reachability
import Requests
import Semantics
import Syntax
import Text
import Workspace

extension Feature {
  static var hovering: [Feature] {
    [
      Feature(
        "textDocument/hover", "hoverProvider", handle: ServerState.hover)
    ]
  }
}

extension ServerState {
  func hover(_ params: Params) throws(ResponseError) -> JSON {
    if let place = try configurationPlace(params) { return hover(place) }
    guard let place = try place(params) else { return nil }
    let snapshot = place.snapshot
    if let reference = place.reference {
      if let found = snapshot.definition(of: reference, in: place.file) {
        if found.declaration.kind.isGeneratedForPages { try snapshot.requireCheck() }
        return hover(
          DeclarationText(snapshot).markdown(found), place.map.range(reference.span))
      }
      let isBracketed = TokenHover.isBracketed(place)
      if !isBracketed, case .word(let word) = reference.target,
        let text = Self.text(ofWord: word)
      {
        return hover(text, place.map.range(reference.span))
      }
    }
    guard let token = snapshot.tokens(place.file).token(at: place.offset) else { return nil }
    let range = place.map.range(Span(token.start, token.end))
    if let name = place.nameOfIdentifier,
      let found = snapshot.definition(of: name, in: place.file)
    {
      if found.declaration.kind.isGeneratedForPages { try snapshot.requireCheck() }
      return hover(DeclarationText(snapshot).markdown(found), range)
    }
    if let rule = place.index.rule(at: Int(token.start)),
      rule.syntax.keyword.start == token.start || rule.syntax.decision?.span.start == token.start
    {
      try snapshot.requireCheck()
      let text = RuleText(snapshot).markdown(rule, place.location(rule.syntax.span))
      if rule.syntax.keyword.start == token.start, !text.isEmpty { return hover(text, range) }
      let word = token.keyword.rawValue
      let meaning = LanguageDocs.keywords[token.keyword] ?? ""
      return hover("`\(word)`: \(meaning)" + (text.isEmpty ? "" : "\n\n" + text), range)
    }
    let host = host
    let found = TokenHover(place) { host.resource($0, in: snapshot.folder) }
    return found.map { hover($0.text, place.map.range($0.span)) } ?? nil
  }

  private func hover(_ text: String, _ range: TextRange) -> JSON {
    ["contents": client.hoverFormat.json(text), "range": range.json]
  }

  private static func text(ofWord word: String) -> String? {
    if let value = RequestSchema.all.documentation(of: word) {
      return "```bascule\n\(word): \(value.type)\n```\n\n\(value.text)"
    }
    if let condition = RequestCondition(rawValue: word) {
      return "```bascule\n\(word): Bool\n```\n\n\(condition.documentation)"
    }
    if word.hasSuffix(".origin") {
      let base = word.dropLast(7)
      let owner = base == "URL" ? "the URL" : "`\(base)`"
      return "```bascule\n\(word): origin\n```\n\nThe scheme, host and port of \(owner)."
    }
    return LanguageDocs.text(ofWord: word).map { "`\(word)`: \($0)" }
  }
}

/// The text of a declaration for hover and completion.
struct DeclarationText {
  private let snapshot: Snapshot

  init(_ snapshot: Snapshot) { self.snapshot = snapshot }

  /// Returns the text in Markdown.
  ///
  /// - Parameter showsGenerated: true to include the functions that are generated for the page, for which the set must
  ///   be checked.
  func markdown(_ place: NameIndex.DeclarationPlace, showsGenerated: Bool = true) -> String {
    let declaration = place.declaration
    var parts = ["```bascule\n\(code(place))\n```"]
    if let why = declaration.deprecated { parts.append("**Deprecated**: \(why)") }
    if let text = declaration.documentation { parts.append(text) }
    if showsGenerated, let script = typeScript(declaration) {
      parts.append("```ts\n\(script)\n```")
    }
    if showsGenerated, declaration.kind == .invariant { parts += proofs(place) }
    if let use = usage(declaration) { parts.append(use) }
    return parts.joined(separator: "\n\n")
  }

  /// Returns the declaration as written, without long bodies.
  func code(_ place: NameIndex.DeclarationPlace) -> String {
    let declaration = place.declaration
    let file = snapshot.files[place.file]
    if let field = declaration.field {
      return FieldText.parameter(field, file, withWireName: true)
    }
    switch declaration.kind {
    case .capture:
      let type = declaration.type.map { RuleLanguagePrinter.text($0) } ?? "String"
      return "{\(declaration.name): \(type)}"
    case .handler, .chain, .responses: return "\(declaration.kind.rawValue) \(declaration.name)"
    case .enumCase, .unionCase: return file.text(declaration.span)
    default: break
    }
    // The declaration starts at the keyword before the name.
    let tokens = snapshot.tokens(place.file)
    let name = tokens.index(endingAfter: Int(declaration.nameSpan.start))
    let start = name > 0 ? tokens.tokens[name - 1].start : declaration.nameSpan.start
    let lines = file.text(Span(start, declaration.span.end))
      .split(omittingEmptySubsequences: false, whereSeparator: { $0.isNewline })
    return lines.count <= 14
      ? lines.joined(separator: "\n") : (lines.prefix(12) + ["  …", "}"]).joined(separator: "\n")
  }

  /// Returns the functions that are generated for the page.
  private func typeScript(_ declaration: NameDeclaration) -> String? {
    guard declaration.kind.isGeneratedForPages else { return nil }
    let name = declaration.name.capitalizedFirst
    let verbs =
      declaration.kind == .strategy
      ? ["send"] : declaration.kind == .event ? ["on", "once"] : ["implement"]
    let found = verbs.compactMap {
      Self.signature("export function \($0)\(name)(", snapshot.typeScript)
    }
    return found.isEmpty ? nil : found.joined(separator: "\n")
  }

  /// Returns the head of a function, up to its body.
  private static func signature(_ head: String, _ module: String) -> String? {
    var lines: [Substring] = []
    for line in module.split(separator: "\n", omittingEmptySubsequences: false) {
      if lines.isEmpty, !line.hasPrefix(head) { continue }
      lines.append(line)
      if line.hasSuffix("{") {
        let text = lines.joined(separator: "\n").dropLast()
        let end = text.lastIndex { $0 != " " } ?? text.startIndex
        return String(text[...end])
      }
    }
    return nil
  }

  /// Returns a sentence for each line of an invariant.
  private func proofs(_ place: NameIndex.DeclarationPlace) -> [String] {
    let lines = snapshot.proofs.filter { proof in
      let declared = snapshot.rules[proof.invariant].declared.location
      return declared.file == FileID(place.file) && declared.span == place.declaration.nameSpan
    }.map { proof in
      let claim = snapshot.rules[proof.invariant].claims[proof.claim]
      let text = RuleText.code(snapshot.text(claim.location))
      if let found = proof.counterexample {
        let request = RuleText.code(RuleLanguagePrinter.requestText(found.witness))
        return "- ✗ \(text): broken by \(request)"
      }
      return proof.undecided == nil ? "- ✓ \(text)" : "- ? \(text): not decided"
    }
    return lines.isEmpty ? [] : [lines.joined(separator: "\n")]
  }

  private func usage(_ declaration: NameDeclaration) -> String? {
    switch declaration.key {
    case .declaration(.rules, _), .declaration(.responses, _): break
    default: return nil
    }
    let owners = snapshot.users(ofRules: declaration.key)
    if owners.isEmpty { return nil }
    return "Used by \(owners.map { "`\($0)`" }.joined(separator: ", "))."
  }
}

extension NameDeclaration.Kind {
  /// True if the TypeScript module has functions for the declaration.
  fileprivate var isGeneratedForPages: Bool {
    switch self {
    case .strategy, .event, .call: true
    default: false
    }
  }
}

extension Snapshot {
  /// Returns the names of the handlers and chains that `use` a handler or chain, in source order, each once.
  func users(ofRules key: NameKey) -> [String] {
    var owners: [String] = []
    for use in uses(of: key) where !owners.contains(use.owner) { owners.append(use.owner) }
    return owners
  }
}

/// The result of the analysis for a rule.
struct RuleText {
  private let snapshot: Snapshot

  init(_ snapshot: Snapshot) { self.snapshot = snapshot }

  /// Returns a line for each chain that contains the rule; empty if the chains are not analyzed.
  func markdown(_ rule: RuleEntry, _ location: Location) -> String {
    guard let occurrences = snapshot.occurrencesOfRules[location] else {
      let isUnused = rule.ownerKind == .handler && snapshot.errors.isEmpty
      return isUnused ? "No chain uses this rule." : ""
    }
    var parts: [String] = []
    for occurrence in occurrences.prefix(10) {
      let name = snapshot.rules.chains[occurrence.chain].chainName.argument
      parts.append("In `\(name)`: \(text(occurrence))")
    }
    if occurrences.count > 10 { parts.append("… and in \(occurrences.count - 10) other places") }
    return parts.joined(separator: "\n\n")
  }

  private func text(_ occurrence: RuleOccurrence) -> String {
    let analysis = snapshot.analyses[occurrence.chain]
    let subject = snapshot.rules.chains[occurrence.chain].kind.subject
    switch analysis.entries[occurrence.entry] {
    case .reachable(let witness):
      return "reached by \(Self.code(RuleLanguagePrinter.requestText(witness)))"
    case .unreachable(.shadowed(let covers)):
      let lines = covers.map { cover in
        let rule = analysis.chain.rules[cover.entry].location
        let range = snapshot.range(rule)
        let file = snapshot.files[Int(rule.file.index)].name.split(separator: "/").last ?? ""
        let link =
          "[\(file):\(range.start.line + 1)](\(snapshot.uri(rule))#L\(range.start.line + 1))"
        return "- \(link) handles \(Self.code(RuleLanguagePrinter.requestText(cover.witness)))"
      }
      return
        "no \(subject) reaches it, because earlier rules handle every \(subject) that it matches:\n"
        + lines.joined(separator: "\n")
    case .unreachable(.contradictory(let parts)):
      let list = parts.map { Self.code(snapshot.text($0)) }.joined(separator: ", ")
      return "no \(subject) reaches it, since none satisfies all of \(list)"
    case .unreachable(.frames):
      return "no \(subject) reaches it, since its frames are ignored"
    case .undecided: return "could not decide whether a \(subject) reaches it"
    }
  }

  static func code(_ text: String) -> String { Quoting.markdownCode(text) }
}
