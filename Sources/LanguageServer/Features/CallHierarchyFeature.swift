import Semantics
import Syntax
import Text

extension Feature {
  static var callHierarchy: [Feature] {
    [
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

/// Answers requests about the call hierarchy. In it, handlers and chains call the handlers and chains that they `use`,
/// and the screens and actions of their rules.
extension ServerState {
  func prepareCallHierarchy(_ params: Params) throws(ResponseError) -> JSON {
    guard let place = try place(params) else { return nil }
    var found: NameIndex.DeclarationPlace?
    switch place.reference?.target {
    case .declaration(.handler, _)?, .declaration(.chain, _)?, .declaration(.responses, _)?,
      .declaration(.screen, _)?, .declaration(.action, _)?:
      found = place.reference.flatMap { place.snapshot.definition(of: $0, in: place.file) }
    default:
      found = place.index.rule(at: place.offset)
        .flatMap { place.snapshot.names.places($0.ownerKey).first }
    }
    return found.map { [hierarchyItem($0, place.snapshot)] } ?? nil
  }

  private func hierarchyItem(_ place: NameIndex.DeclarationPlace, _ snapshot: Snapshot) -> JSON {
    let map = snapshot.map(place.file)
    let declaration = place.declaration
    return [
      "name": .string(declaration.name), "detail": .string(declaration.kind.rawValue),
      "kind": .int(SymbolNode.kind(declaration.kind)), "uri": .string(snapshot.uris[place.file]),
      "range": map.range(declaration.span).json,
      "selectionRange": map.range(declaration.nameSpan).json,
    ]
  }

  private func hierarchyPlace(
    _ params: Params
  ) throws(ResponseError) -> (Snapshot, NameIndex.DeclarationPlace)? {
    let uri = try params.string("item", "uri")
    let name = try params.string("item", "name")
    let key = Self.key(uri)
    guard let state = sets.first(where: { $0.paths.contains(key) }) else { return nil }
    let space: Namespace
    switch params["item"]?["detail"]?.string.flatMap(NameDeclaration.Kind.init(rawValue:)) {
    case .responses?: space = .responses
    case .screen?: space = .screen
    case .action?: space = .action
    default: space = .rules
    }
    let snapshot = state.snapshot(self)
    return snapshot.names.places(.declaration(space, name)).first.map { (snapshot, $0) }
  }

  func incomingCalls(_ params: Params) throws(ResponseError) -> JSON {
    guard let (snapshot, callee) = try hierarchyPlace(params) else { return nil }
    let target = snapshot.nameTarget(of: callee)
    var callers: [(key: NameKey, file: Int, ranges: [JSON])] = []
    for file in snapshot.files.indices {
      let references = snapshot.references(file)
      for call in snapshot.index(file).calls where references[call.span]?.target == target {
        let range = snapshot.map(file).range(call.span).json
        if let known = callers.firstIndex(where: { $0.key == call.owner && $0.file == file }) {
          callers[known].ranges.append(range)
        } else {
          callers.append((call.owner, file, [range]))
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
    guard let (snapshot, owner) = try hierarchyPlace(params) else { return nil }
    var callees: [(reference: NameReference, ranges: [JSON])] = []
    for call in snapshot.index(owner.file).calls where call.owner == owner.declaration.key {
      guard let reference = snapshot.references(owner.file)[call.span] else { continue }
      let range = snapshot.map(owner.file).range(call.span).json
      if let known = callees.firstIndex(where: { $0.reference.target == reference.target }) {
        callees[known].ranges.append(range)
      } else {
        callees.append((reference, [range]))
      }
    }
    return .array(
      callees.compactMap { callee in
        snapshot.definition(of: callee.reference, in: owner.file)
          .map { ["to": hierarchyItem($0, snapshot), "fromRanges": .array(callee.ranges)] }
      })
  }
}

extension DocumentIndex {
  /// A name that a handler or chain uses or that one of its rules calls.
  fileprivate struct Call {
    var span: Span
    var owner: NameKey
  }

  fileprivate var calls: [Call] {
    uses.map { Call(span: $0.name.span, owner: $0.ownerKey) }
      + rules.flatMap { rule in
        rule.syntax.steps.compactMap { step in
          switch step.kind {
          case .present(let name, _), .push(let name, _), .perform(let name, _),
            .attempt(let name, _):
            Call(span: name.span, owner: rule.ownerKey)
          case .attemptOpen, .open, .load, .dismiss: nil
          }
        }
      }
  }
}
