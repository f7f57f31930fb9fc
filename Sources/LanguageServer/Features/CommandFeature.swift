import Diagnostics
import Requests
import Semantics
import Text
import Workspace

extension Feature {
  static var commands: [Feature] {
    [
      Feature(
        "workspace/executeCommand", "executeCommandProvider",
        ["commands": .array(ServerState.commands.map { .string($0) })],
        handle: ServerState.executeCommand),
      Feature("workspace/textDocumentContent", handle: ServerState.textDocumentContent),
    ]
  }
}

extension ServerState {
  fileprivate static let commands = [
    "bascule.runTests", "bascule.tests", "bascule.trace", "bascule.clearTrace",
    "bascule.explain", "bascule.references",
  ]

  func executeCommand(_ params: Params) throws(ResponseError) -> JSON {
    let command = try params.string("command")
    let arguments = params["arguments"]?.array ?? []
    func text(_ number: Int) -> String? {
      arguments.indices.contains(number) ? arguments[number].string : nil
    }
    switch command {
    case "bascule.explain":
      guard let code = text(0), let page = Workspace.summary(ofCode: code)?.page else {
        throw ResponseError(.invalidParams, "`bascule.explain` needs the code of a finding")
      }
      // The lens shows the page. A client that shows pages itself needs only its text.
      if arguments.count > 1, !show(page: page, ofCode: code) {
        show(String(page.prefix { $0 != "\n" }))
      }
      return .string(page)
    case "bascule.clearTrace":
      clearTrace()
      return nil
    default: break
    }
    guard Self.commands.contains(command) else {
      throw ResponseError(.invalidParams, "there is no command `\(command)`")
    }
    guard let uri = text(0), let state = sets.first(where: { $0.contains(Self.key(uri)) }) else {
      throw ResponseError(.invalidParams, "`\(command)` needs the URI of a rule file")
    }
    let snapshot = state.snapshot(self)
    switch command {
    case "bascule.references":
      guard let file = snapshot.number(ofFile: Self.key(uri)), arguments.count > 1,
        let position = TextPosition(arguments[1])
      else { throw ResponseError(.invalidParams, "no name at this position") }
      return try references(snapshot, file, position)
    default: try snapshot.requireCheck()
    }
    if command == "bascule.tests" { return tests(state.folder, snapshot) }
    let chain = text(1).map { ChainName(argument: $0) }
    if command == "bascule.runTests" { return try runTests(snapshot, chain) }
    if arguments.count > 2 {
      guard let query = TraceQuery(arguments[2], chain: chain) else {
        throw ResponseError(.invalidParams, "`bascule.trace` needs a URL")
      }
      return try show(trace: query, snapshot)
    }
    try chooseTrace(snapshot, chain)
    return nil
  }

  /// Returns the uses of a name. If the client cannot show locations, opens the one that the user chooses.
  private func references(
    _ snapshot: Snapshot, _ file: Int, _ position: TextPosition
  ) throws(ResponseError) -> JSON {
    guard
      let name = snapshot.references(file)
        .reference(at: snapshot.map(file).offset(position))
    else { throw ResponseError(.invalidParams, "no name at this position") }
    let text = snapshot.name(name, in: file)
    let uses = snapshot.occurrences(of: name, in: file)
      .filter { !$0.reference.isDeclaration }
      .map { Location(FileID($0.file), $0.reference.span) }
    let result = JSON.array(uses.map { snapshot.json($0) })
    if client.showsReferences { return result }
    let places = uses.map { use in
      let name = snapshot.shownName(snapshot.files[Int(use.file.index)])
      return "\(name):\(snapshot.range(use).start.line + 1)"
    }
    guard client.showsDocuments, !uses.isEmpty else {
      let list = places.joined(separator: ", ")
      show(uses.isEmpty ? "`\(text)` is not used" : "`\(text)` is used at \(list)")
      return result
    }
    func open(_ number: Int) {
      ask(
        "window/showDocument",
        [
          "uri": .string(snapshot.uri(uses[number])), "takeFocus": true,
          "selection": snapshot.range(uses[number]).json,
        ])
    }
    if uses.count == 1 {
      open(0)
      return result
    }
    ask(
      "window/showMessageRequest",
      [
        "type": 3, "message": .string("Which use of `\(text)`?"),
        "actions": .array(places.map { ["title": .string($0)] }),
      ]
    ) { _, answer in
      if let number = places.firstIndex(where: { $0 == answer?["title"]?.string }) { open(number) }
    }
    return result
  }
}
