import Syntax
import Text

extension Feature {
  static var navigation: [Feature] {
    [
      Feature(
        "textDocument/definition", "definitionProvider", handle: ServerState.definition),
      Feature(
        "textDocument/typeDefinition", "typeDefinitionProvider", handle: ServerState.typeDefinition),
      Feature(
        "textDocument/references", "referencesProvider", handle: ServerState.references),
      Feature(
        "textDocument/documentHighlight", "documentHighlightProvider", handle: ServerState.highlight
      ),
      Feature(
        "textDocument/documentSymbol", "documentSymbolProvider", handle: ServerState.documentSymbols
      ),
      Feature(
        "workspace/symbol", "workspaceSymbolProvider", handle: ServerState.workspaceSymbols),
      Feature(
        "textDocument/prepareCallHierarchy", "callHierarchyProvider",
        handle: ServerState.prepareCallHierarchy),
      Feature(
        "callHierarchy/incomingCalls", handle: ServerState.incomingCalls),
      Feature(
        "callHierarchy/outgoingCalls", handle: ServerState.outgoingCalls),
    ]
  }
}

extension ServerState {
  func definition(_ params: Params) throws(ResponseError) -> JSON {
    guard let place = try place(params), let occurrence = place.occurrence else { return nil }
    let places = place.snapshot.definitions(of: occurrence, in: place.file)
    return .array(places.map { place.snapshot.json($0.location) })
  }

  /// The type of a field, parameter or capture, or the payload type of a strategy, event or call.
  func typeDefinition(_ params: Params) throws(ResponseError) -> JSON {
    guard let place = try place(params), let occurrence = place.occurrence else { return nil }
    let names = place.snapshot.names
    let found = place.snapshot.definitions(of: occurrence, in: place.file).flatMap { found in
      guard let name = found.declaration.type?.innermostName else { return [NameIndex.Place]() }
      return names.places(.declaration(.type, name))
    }
    return .array(found.map { place.snapshot.json($0.location) })
  }

  func references(_ params: Params) throws(ResponseError) -> JSON {
    guard let place = try place(params), let occurrence = place.occurrence,
      occurrence.isNavigable
    else { return nil }
    let withDeclaration = params["context"]?["includeDeclaration"]?.bool ?? true
    let all = place.snapshot.occurrences(of: occurrence, in: place.file)
    return .array(
      all.filter { withDeclaration || !$0.occurrence.isDeclaration }.map {
        place.snapshot.json(Location(FileID($0.file), $0.occurrence.span))
      })
  }

  func highlight(_ params: Params) throws(ResponseError) -> JSON {
    guard let place = try place(params), let occurrence = place.occurrence else { return nil }
    let key = place.snapshot.names.canonical(occurrence.key)
    return .array(
      place.index.occurrences.filter {
        $0.name == occurrence.name && place.snapshot.names.canonical($0.key) == key
      }.map {
        [
          "range": place.map.range($0.span).json, "kind": .int($0.isDeclaration ? 3 : 2),
        ]
      })
  }

  // MARK: - Symbols

  func documentSymbols(_ params: Params) throws(ResponseError) -> JSON {
    guard let (snapshot, file) = try document(params) else { return nil }
    let symbols = snapshot.trees[file].declarations.map { SymbolNode($0) }
    let map = snapshot.map(file)
    if client.hierarchicalSymbols { return .array(symbols.map { $0.json(map) }) }
    return .array(symbols.flatMap { $0.flat(map, snapshot.uris[file], container: nil) })
  }

  func workspaceSymbols(_ params: Params) -> JSON {
    let query = params["query"]?.string ?? ""
    var result: [JSON] = []
    for state in sets {
      let snapshot = state.snapshot(self)
      for (file, tree) in snapshot.trees.enumerated() {
        for declaration in tree.declarations {
          let node = SymbolNode(declaration)
          for symbol in node.flatNodes(container: nil) where symbol.node.name.hasLetters(of: query)
          {
            result.append(
              symbol.node.flatJSON(snapshot.map(file), snapshot.uris[file], symbol.container))
            if result.count == 2000 { return .array(result) }
          }
        }
      }
    }
    return .array(result)
  }

  // MARK: - Call hierarchy

  /// In the call hierarchy, handlers and chains call the handlers and chains that they `use`.
  func prepareCallHierarchy(_ params: Params) throws(ResponseError) -> JSON {
    guard let place = try place(params) else { return nil }
    var key: NameKey?
    switch place.occurrence?.key {
    case .declaration(.rules, _)?, .declaration(.responses, _)?: key = place.occurrence?.key
    default: key = place.index.rule(at: place.offset)?.ownerKey
    }
    guard let key, let found = place.snapshot.names.places(key).first else { return nil }
    return [hierarchyItem(found, place.snapshot)]
  }

  private func hierarchyItem(_ place: NameIndex.Place, _ snapshot: Snapshot) -> JSON {
    let map = snapshot.map(place.file)
    let declaration = place.declaration
    return [
      "name": .string(declaration.name), "detail": .string(declaration.kind.rawValue),
      "kind": .int(SymbolNode.kind(declaration.kind)), "uri": .string(snapshot.uris[place.file]),
      "range": map.range(declaration.span).json,
      "selectionRange": map.range(declaration.nameSpan).json,
    ]
  }

  private func hierarchyPlace(_ params: Params) throws(ResponseError) -> (Snapshot, NameKey)? {
    let uri = try params.string("item", "uri")
    let name = try params.string("item", "name")
    let key = Self.key(uri)
    guard let state = sets.first(where: { $0.paths.contains(key) }) else { return nil }
    let isResponses =
      params["item"]?["detail"]?.string == NameDeclaration.Kind.responses.rawValue
    return (state.snapshot(self), .chain(name, isResponses: isResponses))
  }

  func incomingCalls(_ params: Params) throws(ResponseError) -> JSON {
    guard let (snapshot, key) = try hierarchyPlace(params) else { return nil }
    var callers: [(key: NameKey, file: Int, ranges: [JSON])] = []
    for file in snapshot.files.indices {
      for use in snapshot.index(file).uses where snapshot.names.canonical(use.target) == key {
        let range = snapshot.map(file).range(use.name.span).json
        if let known = callers.firstIndex(where: { $0.key == use.ownerKey && $0.file == file }) {
          callers[known].ranges.append(range)
        } else {
          callers.append((use.ownerKey, file, [range]))
        }
      }
    }
    return .array(
      callers.compactMap { caller in
        snapshot.names.places(caller.key).first { $0.file == caller.file }
          .map { ["from": hierarchyItem($0, snapshot), "fromRanges": .array(caller.ranges)] }
      })
  }

  func outgoingCalls(_ params: Params) throws(ResponseError) -> JSON {
    guard let (snapshot, key) = try hierarchyPlace(params) else { return nil }
    var callees: [(key: NameKey, ranges: [JSON])] = []
    guard let owner = snapshot.names.places(key).first else { return [] }
    for use in snapshot.index(owner.file).uses where use.ownerKey == key {
      let range = snapshot.map(owner.file).range(use.name.span).json
      if let known = callees.firstIndex(where: { $0.key == use.target }) {
        callees[known].ranges.append(range)
      } else {
        callees.append((use.target, [range]))
      }
    }
    return .array(
      callees.compactMap { callee in
        snapshot.names.places(callee.key).first
          .map { ["to": hierarchyItem($0, snapshot), "fromRanges": .array(callee.ranges)] }
      })
  }
}

extension NameOccurrence {
  /// True for a name that a rule file declares.
  var isNavigable: Bool {
    if case .word = key { return false }
    return true
  }
}

extension String {
  /// Returns true if the string contains the letters of the query as a subsequence, ignoring case.
  func hasLetters(of query: String) -> Bool {
    var rest = lowercased()[...]
    for letter in query.lowercased() where !letter.isWhitespace {
      guard let place = rest.firstIndex(of: letter) else { return false }
      rest = rest[rest.index(after: place)...]
    }
    return true
  }
}
