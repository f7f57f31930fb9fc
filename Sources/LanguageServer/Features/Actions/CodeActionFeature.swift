import Checks
import Diagnostics
import Formatting
import Requests
import Semantics
import Syntax
import Text
import Workspace

/// A change that the client can request.
struct CodeAction {
  enum Kind: String {
    case quickFix = "quickfix"
    case extract = "refactor.extract"
    case inline = "refactor.inline"
    case rewrite = "refactor.rewrite"
    case fixAll = "source.fixAll"
    case trace = "bascule.trace"

    /// Returns whether the requested kind includes this one.
    func isKind(of requested: String) -> Bool {
      rawValue == requested || rawValue.hasPrefix(requested + ".")
    }
  }

  var title: String
  var kind: Kind
  var edits: [(location: Location, text: String)] = []
  /// A snippet to insert instead of `edits`, for clients that accept it.
  var snippet: (location: Location, text: String)?
  /// The start of the rule for which a test is to be written, instead of `edits`, since that edit takes longer to
  /// compute.
  var testedRule: UInt32?
  /// A command of the server, instead of `edits`.
  var command: JSON?
  /// The finding that the action fixes.
  var finding: Finding?
  var isPreferred = false
}

extension Feature {
  static var codeActions: [Feature] {
    [
      Feature(
        "textDocument/codeAction", "codeActionProvider",
        [
          "codeActionKinds": [
            "quickfix", "refactor.extract", "refactor.inline", "refactor.rewrite", "source.fixAll",
            "bascule.trace",
          ],
          "resolveProvider": true,
        ], handle: ServerState.codeActions),
      Feature(
        "codeAction/resolve", handle: ServerState.resolveCodeAction),
    ]
  }
}

extension ServerState {
  func codeActions(_ params: Params) throws(ResponseError) -> JSON {
    let range = try params.range()
    let key = Self.key(try params.uri())
    if let state = sets.first(where: { $0.configuration == key }) {
      return .array(configurationActions(range, state))
    }
    guard let (snapshot, file) = try document(params, takesLinks: true) else { return nil }
    try snapshot.requireCheck()
    let span = snapshot.map(file).span(range)
    if snapshot.areLinks { return linkActions(span, snapshot, file) }
    let only = params["context"]?["only"]?.array?.compactMap { $0.string }
    let wantsFixAll = only?.contains { CodeAction.Kind.fixAll.isKind(of: $0) } ?? false
    let maker = CodeActionMaker(snapshot, file, span, wantsFixAll: wantsFixAll)
    func isWanted(_ kind: CodeAction.Kind) -> Bool {
      only?.contains { kind.isKind(of: $0) } ?? true
    }
    var all = maker.actions.filter { isWanted($0.kind) }.compactMap { json($0, snapshot, file) }
    if isWanted(.quickFix), let state = sets.first(where: { $0.contains(key) }) {
      all += levelActions(Location(FileID(file), span), snapshot, state)
    }
    if isWanted(.trace), shownTrace?.folder == snapshot.folder {
      let title: JSON = "Clear the trace"
      all.append([
        "title": title, "kind": .string(CodeAction.Kind.trace.rawValue),
        "command": ["title": title, "command": "bascule.clearTrace"],
      ])
    }
    return .array(all)
  }

  /// Returns the fixes of an `apple-app-site-association` file.
  private func linkActions(_ span: Span, _ snapshot: Snapshot, _ file: Int) -> JSON {
    let place = Location(FileID(file), span)
    return .array(snapshot.findings.compactMap { fixAction($0, at: place, snapshot, file) })
  }

  /// Returns the action that fixes a finding of a JSON file; nil if the finding has no fix, or is at another place.
  func fixAction(
    _ finding: Finding, at place: Location, _ snapshot: Snapshot, _ file: Int
  ) -> JSON? {
    guard let fix = finding.fix, finding.location.touches(place) else { return nil }
    let action = CodeAction(
      title: finding.help ?? finding.message, kind: .quickFix,
      edits: fix.edits.map { ($0.location, $0.replacement) }, finding: finding)
    return json(action, snapshot, file)
  }

  /// Returns the action in JSON; nil if its edit cannot be computed.
  private func json(_ action: CodeAction, _ snapshot: Snapshot, _ file: Int) -> JSON? {
    var json: JSON = ["title": .string(action.title), "kind": .string(action.kind.rawValue)]
    if let finding = action.finding {
      json = json.with("diagnostics", [self.json(finding, snapshot)])
    }
    if action.isPreferred { json = json.with("isPreferred", true) }
    if let command = action.command { return json.with("command", command) }
    if let start = action.testedRule {
      if client.resolvesActions {
        let uri = JSON.string(snapshot.uris[file])
        return json.with("data", ["uri": uri, "rule": .int(Int(start))])
      }
      guard let edit = try? testEdit(Int(start), snapshot, file) else { return nil }
      return json.with("edit", edit)
    }
    if let snippet = action.snippet, client.snippetEdits {
      return json.with("edit", workspaceEdit(snippet: snippet, snapshot))
    }
    return json.with("edit", workspaceEdit(snapshot.keepingStyle(action.edits), snapshot))
  }

  /// Computes the edit that adds a test for a rule.
  func resolveCodeAction(_ params: Params) throws(ResponseError) -> JSON {
    guard let value = params.value else { throw ResponseError(.invalidParams, "no code action") }
    guard let data = params["data"], let uri = data["uri"]?.string,
      let state = sets.first(where: { $0.paths.contains(Self.key(uri)) })
    else { return JSON(value) }
    let snapshot = state.snapshot(self)
    try snapshot.requireCheck()
    guard let file = snapshot.number(ofFile: Self.key(uri)), let start = data["rule"]?.int else {
      return JSON(value)
    }
    let edit = try testEdit(start, snapshot, file)
    guard case .object(let members) = JSON(value) else { return JSON(value) }
    return JSON.object(members.filter { $0.key != "edit" }).with("edit", edit)
  }

  /// Returns the edit that adds a test for the rule that starts at the offset.
  private func testEdit(
    _ start: Int, _ snapshot: Snapshot, _ file: Int
  ) throws(ResponseError) -> JSON {
    guard let rule = snapshot.index(file).rules.first(where: { $0.syntax.span.start == start })
    else { throw ResponseError(.requestFailed, "the rule has been changed in the meantime") }
    guard
      let (number, changed) = snapshot.loaded.file(
        addingTestFor: Location(FileID(file), rule.syntax.span))
    else { throw ResponseError(.requestFailed, "no request is known to reach the rule") }
    guard snapshot.trees[number].faults.isEmpty else {
      throw ResponseError(.requestFailed, "the file of the tests has syntax errors")
    }
    // One edit replaces the part of the file that differs.
    let old = snapshot.files[number].bytes
    let new = changed.bytes
    var prefix = 0
    while prefix < min(old.count, new.count), old[prefix] == new[prefix] { prefix += 1 }
    while prefix > 0, new.indices.contains(prefix), new[prefix] & 0xC0 == 0x80 { prefix -= 1 }
    var suffix = 0
    while suffix < min(old.count, new.count) - prefix,
      old[old.count - 1 - suffix] == new[new.count - 1 - suffix]
    {
      suffix += 1
    }
    while suffix > 0, new[new.count - suffix] & 0xC0 == 0x80 { suffix -= 1 }
    let edit = (
      location: Location(FileID(number), Span(prefix, old.count - suffix)),
      text: String(decoding: new[prefix..<new.count - suffix], as: UTF8.self)
    )
    return workspaceEdit([edit], snapshot)
  }
}

/// Collects the code actions of a location.
struct CodeActionMaker {
  let snapshot: Snapshot
  let file: Int
  let span: Span
  let lines: LineIndex
  let bytes: [UInt8]
  private(set) var actions: [CodeAction] = []
  private lazy var ignoreComment = IgnoreComment(
    snapshot.files[file], number: FileID(file))

  /// - Parameter wantsFixAll: true to add the action with all safe fixes, which takes longer.
  init(_ snapshot: Snapshot, _ file: Int, _ span: Span, wantsFixAll: Bool) {
    self.snapshot = snapshot
    self.file = file
    self.span = span
    lines = snapshot.map(file).lines
    bytes = snapshot.files[file].bytes
    for finding in snapshot.findings where isHere(finding.location) { add(finding) }
    extract()
    inline()
    writeTest()
    trace()
    if wantsFixAll { fixAll() }
  }

  /// Creates a maker without actions, to use its helper functions.
  init(snapshot: Snapshot, file: Int) {
    self.snapshot = snapshot
    self.file = file
    span = Span(0, 0)
    lines = snapshot.map(file).lines
    bytes = snapshot.files[file].bytes
  }

  private func isHere(_ location: Location) -> Bool { location.touches(at(span)) }

  func at(_ span: Span) -> Location { Location(FileID(file), span) }

  // MARK: - Findings

  private mutating func add(_ finding: Finding) {
    let finding = snapshot.fixes.offering(finding)
    if let fix = finding.fix {
      actions.append(
        CodeAction(
          title: title(finding, fix), kind: .quickFix,
          edits: fix.edits.map { ($0.location, $0.replacement) }, finding: finding,
          isPreferred: fix.isSafe))
    }
    acceptOutcome(finding)
    if finding.code == "ignore-without-reason" { addReason(finding) }
    if finding.code == "unknown-name" || finding.code == "unknown-member" { declare(finding) }
    if Check.named(finding.code)?.page.canBeIgnored == true { ignore(finding) }
  }

  private func title(_ finding: Finding, _ fix: Fix) -> String {
    if fix.kind == .move, let moved = fix.edits.first(where: { $0.replacement.isEmpty }) {
      let text = snapshot.text(moved.location)
      let use = text.split { $0.isNewline }.lazy
        .map { $0.drop { $0.isWhitespace } }.first { $0.hasPrefix("use ") }
      return "Move \(use.map { "`\($0)`" } ?? "the rule") before the rule that shadows it"
    }
    let help = finding.help ?? "Apply the fix"
    return help.capitalizedFirst
  }

  /// Adds an action that writes `// bascule:ignore CODE -- reason` above the declaration or rule.
  private mutating func ignore(_ finding: Finding) {
    let edit = ignoreComment.edit(
      [finding.code], at: finding.location.span.start, reason: "TODO: why this is intended")
    actions.append(
      CodeAction(
        title: "Ignore `\(finding.code)` here, with a reason", kind: .quickFix,
        edits: [(edit.location, edit.replacement)], finding: finding))
  }

  /// Adds an action that writes ` -- ` after the codes of a comment without a reason, so that the user can add the
  /// reason.
  private mutating func addReason(_ finding: Finding) {
    let directive = snapshot.trees[file].directives.first { $0.span == finding.location.span }
    guard let directive, let code = directive.codes.last else { return }
    let end = code.span.end
    let rest = text(Int(end)..<Int(directive.span.end))
    let hasWords = rest.contains { !$0.isWhitespace }
    if rest.drop(while: { $0.isWhitespace }).hasPrefix("--") { return }
    // If there are words after the codes, these are the reason.
    let inserted = hasWords ? " --" : " -- "
    let place = at(hasWords ? Span(end, end) : Span(end, directive.span.end))
    actions.append(
      CodeAction(
        title: hasWords ? "Make these words the reason" : "Add the place for a reason",
        kind: .quickFix, edits: [(place, inserted)],
        snippet: hasWords ? nil : (place, inserted + "$0"), finding: finding, isPreferred: true))
  }

  var lineEnd: String {
    lines.starts.count > 1 && Int(lines.starts[1]) >= 2 && bytes[Int(lines.starts[1]) - 2] == 0x0D
      ? "\r\n" : "\n"
  }

  /// Adds an action with all safe fixes of the file.
  private mutating func fixAll() {
    let fixes = snapshot.fixes.safeFixes(of: FileID(file))
    let count = fixes.applied.count
    guard count > 0 else { return }
    let diff = LineDiff(bytes, fixes.input.files[file].bytes)
    let edits = diff.changes.map { change -> (location: Location, text: String) in
      func offset(_ line: Int) -> Int {
        line < diff.oldLines.count ? diff.oldLines[line].startIndex : bytes.count
      }
      return (
        at(Span(offset(change.old.lowerBound), offset(change.old.upperBound))),
        String(decoding: diff.newLines[change.new].joined(), as: UTF8.self)
      )
    }
    actions.append(
      CodeAction(
        title: count == 1 ? "Apply the safe fix" : "Apply all \(count) safe fixes", kind: .fixAll,
        edits: edits))
  }

  // MARK: - Missing declarations

  private mutating func declare(_ finding: Finding) {
    let span = finding.location.span
    guard case .unknown(let noun)? = snapshot.references(file)[span]?.target else { return }
    let name = snapshot.text(finding.location)
    let text: String
    switch noun {
    case .screen: text = "screen \(name)\(parameters(at: span))"
    case .action:
      text =
        "action \(name)\(parameters(at: span))" + (isAttempted(span) ? " -> Bool" : "")
    case .flag: text = "flag \(name)"
    case .handler: text = "handler \(name) {\(lineEnd)}"
    case .chain, .responses:
      text = "\(noun.rawValue) \(name) {\(lineEnd)  otherwise allow\(lineEnd)}"
    case .model: text = "model \(name) {\(lineEnd)}"
    case .origin: text = "origin \(name) = \"https://example.com\""
    case .configuration: text = "configuration \(name) {\(lineEnd)}"
    default: return
    }
    let place = start(ofDeclarationAt: span.start)
    actions.append(
      CodeAction(
        title: "Declare the \(text.prefix { $0 != " " }) `\(name)`", kind: .quickFix,
        edits: [(at(Span(place, place)), text + lineEnd + lineEnd)], finding: finding))
  }

  /// Returns the step of a rule or test that names the span.
  private func step(naming span: Span) -> StepSyntax.Kind? {
    func find(_ steps: [StepSyntax]) -> StepSyntax.Kind? {
      steps.lazy.map { $0.kind }.first { kind in
        switch kind {
        case .present(let name, _), .push(let name, _), .perform(let name, _),
          .attempt(let name, _):
          name.span == span
        case .attemptOpen, .open, .load, .dismiss: false
        }
      }
    }
    for rule in snapshot.index(file).rules {
      if let kind = find(rule.syntax.steps) { return kind }
    }
    for test in snapshot.index(file).tests {
      for one in test.cases { if let kind = find(one.steps) { return kind } }
    }
    return nil
  }

  private func isAttempted(_ span: Span) -> Bool {
    if case .attempt? = step(naming: span) { return true }
    return false
  }

  /// Returns a parameter list for the arguments at the span.
  private func parameters(at span: Span) -> String {
    guard let kind = step(naming: span) else { return "" }
    switch kind {
    case .present(_, let arguments), .push(_, let arguments), .perform(_, let arguments),
      .attempt(_, let arguments):
      let list = arguments.compactMap { argument in
        argument.name.map { "\($0.text): \(type(of: argument.value))" }
      }
      return list.isEmpty ? "" : "(\(list.joined(separator: ", ")))"
    case .attemptOpen, .open, .load, .dismiss: return ""
    }
  }

  private func type(of value: ArgumentSyntax.Value) -> String {
    switch value {
    case .literal(.integer): return "Int"
    case .literal(.number): return "Double"
    case .literal(.bool), .condition: return "Bool"
    case .changed: return "URL"
    case .literal: return "String"
    case .reference(let reference):
      let written = snapshot.files[file].text(reference.span)
      if let value = RequestSchema.all.value(reference) ?? snapshot.appValue(written) {
        switch value.type {
        case .choice: return "String"
        case .string, .int, .bool, .url, .strings, .urls: return value.type.name
        }
      }
      let declaration = snapshot.references(file)[reference.base.span]
        .flatMap { snapshot.definition(of: $0, in: file)?.declaration }
      switch declaration?.kind {
      case .flag?: return "Bool"
      case .capture?: return declaration?.type.map { RuleLanguagePrinter.text($0) } ?? "String"
      default: return written == WholeRequest.word ? WholeRequest.type : "String"
      }
    }
  }

  /// Returns the offset for a new declaration, which is above the declaration that contains the offset and above its
  /// comments.
  func start(ofDeclarationAt offset: UInt32) -> UInt32 {
    let declaration = snapshot.trees[file].declarations.map { SymbolNode($0).span }
      .first { $0.start <= offset && offset <= $0.end }
    return declaration.map { UInt32(startOfBlock($0)) } ?? 0
  }

  /// Returns the start of the comment lines directly above the span. If the span does not begin its line, returns the
  /// start of the span.
  func startOfBlock(_ span: Span) -> Int {
    var line = lines.line(at: span.start)
    let start = Int(lines.starts[line])
    guard bytes[start..<Int(span.start)].allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else {
      return Int(span.start)
    }
    while line > 0 {
      let above = lines.content(ofLine: line - 1).drop { $0 == 0x20 || $0 == 0x09 }
      guard above.starts(with: [0x2F, 0x2F]) else { break }
      line -= 1
    }
    return Int(lines.starts[line])
  }

  /// Returns the end of the span's last line, if nothing but a comment follows the span in it; nil otherwise.
  func endOfBlock(_ span: Span) -> Int? {
    let line = lines.line(at: span.end)
    let rest = bytes[Int(span.end)..<lines.content(ofLine: line).endIndex]
      .drop { $0 == 0x20 || $0 == 0x09 }
    guard rest.isEmpty || rest.starts(with: [0x2F, 0x2F]) else { return nil }
    return line + 1 < lines.starts.count ? Int(lines.starts[line + 1]) : bytes.count
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  mutating func append(_ action: CodeAction) { actions.append(action) }
}

extension Location {
  /// Returns whether the locations overlap, or one begins at the end of the other.
  func touches(_ other: Location) -> Bool {
    file == other.file && span.start <= other.span.end && other.span.start <= span.end
  }
}

extension Snapshot {
  /// Returns the edits, extended so that formatted files stay formatted.
  func keepingStyle(
    _ edits: [(location: Location, text: String)]
  ) -> [(location: Location, text: String)] {
    let byFile = Dictionary(grouping: edits) { Int($0.location.file.index) }
    return byFile.keys.sorted().flatMap { file -> [(location: Location, text: String)] in
      let own = byFile[file]!.sorted { $0.location < $1.location }
      guard isFormatted(file) else { return own }
      return Formatter.keepingStyle(
        own.map { TextEdit($0.location.span, Array($0.text.utf8)) }, of: files[file]
      ).map {
        (Location(FileID(file), $0.span), String(decoding: $0.replacement, as: UTF8.self))
      }
    }
  }
}
