import Semantics
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
        "textDocument/documentSymbol", "documentSymbolProvider", isAboutText: true,
        handle: ServerState.documentSymbols
      ),
      Feature(
        "workspace/symbol", "workspaceSymbolProvider", handle: ServerState.workspaceSymbols),
    ]
  }
}

extension ServerState {
  func definition(_ params: Params) throws(ResponseError) -> JSON {
    guard let place = try place(params) else { return nil }
    if let reference = place.reference {
      let places = place.snapshot.definitions(of: reference, in: place.file)
      return .array(places.map { place.snapshot.json($0.location) })
    }
    return place.definitionOfString.map { [place.snapshot.json($0)] } ?? nil
  }

  /// Finds the type of a field, parameter or capture, or the payload type of a strategy, event or call.
  func typeDefinition(_ params: Params) throws(ResponseError) -> JSON {
    guard let place = try place(params), let reference = place.reference else { return nil }
    let snapshot = place.snapshot
    let found = snapshot.definitions(of: reference, in: place.file).flatMap { found in
      guard let name = found.declaration.type?.innermostName,
        let type = snapshot.references(found.file)[name.span]
      else { return [NameIndex.DeclarationPlace]() }
      return snapshot.definitions(of: type, in: found.file)
    }
    return .array(found.map { place.snapshot.json($0.location) })
  }

  func references(_ params: Params) throws(ResponseError) -> JSON {
    guard let place = try place(params), let reference = place.reference,
      reference.isNavigable
    else { return nil }
    let withDeclaration = params["context"]?["includeDeclaration"]?.bool ?? true
    let all = place.snapshot.occurrences(of: reference, in: place.file)
    return .array(
      all.filter { withDeclaration || !$0.reference.isDeclaration }.map {
        place.snapshot.json(Location(FileID($0.file), $0.reference.span))
      })
  }

  func highlight(_ params: Params) throws(ResponseError) -> JSON {
    guard let place = try place(params), let reference = place.reference else { return nil }
    return .array(
      place.snapshot.occurrences(of: reference, in: place.file, within: place.file).map {
        ["range": place.map.range($0.span).json, "kind": .int($0.isDeclaration ? 3 : 2)]
      })
  }

  // MARK: - Symbols

  func documentSymbols(_ params: Params) throws(ResponseError) -> JSON {
    guard let (snapshot, file) = try document(params) else { return nil }
    let symbols = snapshot.trees[file].declarations.map {
      SymbolNode($0, withRulesOf: snapshot.files[file])
    }
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
          }
        }
      }
    }
    return .array(result)
  }
}

extension Place {
  /// The rule that decides about the request of a test's URL, or the declared name of the message, event, call or field
  /// whose identifier is at the position.
  fileprivate var definitionOfString: Location? {
    let list = snapshot.tokens(file)
    guard let index = list.indexOfToken(at: offset), list.tokens[index].kind == .string else {
      return nil
    }
    if let name = nameOfIdentifier { return location(name.span) }
    return snapshot.testedDecision(at: location(list.tokens[index].span))?.rule
  }

  /// The declared name that the identifier in quotes at the offset belongs to.
  var nameOfIdentifier: NameReference? {
    let list = snapshot.tokens(file)
    guard let index = list.indexOfToken(at: offset), index > 0,
      list.tokens[index].kind == .string, list.tokens[index - 1].kind == .identifier,
      let name = snapshot.references(file)[list.tokens[index - 1].span], name.isDeclaration
    else { return nil }
    return name
  }
}

extension NameReference {
  /// True for a name that a rule file declares.
  var isNavigable: Bool {
    if case .word = target { return false }
    return true
  }
}

extension String {
  /// Returns whether the string contains the letters of the query as a subsequence, ignoring case.
  func hasLetters(of query: String) -> Bool {
    if query.isEmpty { return true }
    var rest = lowercased()[...]
    for letter in query.lowercased() where !letter.isWhitespace {
      guard let place = rest.firstIndex(of: letter) else { return false }
      rest = rest[rest.index(after: place)...]
    }
    return true
  }
}
