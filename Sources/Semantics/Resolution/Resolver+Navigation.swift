package import Requests
package import Syntax
import Text

extension Resolver {
  mutating func resolveOrigins() {
    var next = 0
    eachDeclaration(in: .origins) { resolver, declaration in
      guard case .origin(let syntax) = declaration else { return }
      resolver.resolvePatterns(syntax, of: next)
      next += 1
    }
  }

  /// Resolves the declaration `defaults`.
  mutating func resolveDefaults() {
    var first: Location?
    eachDeclaration(in: .defaults) { resolver, declaration in
      guard case .defaults(let syntax) = declaration else { return }
      let name = syntax.header.name
      if let first {
        resolver.fault(.repeatedDefaults(first: first), name.span)
        return
      }
      first = resolver.at(name.span)
      resolver.rules.defaults = Defaults(
        frames: syntax.frames.map { resolver.frames($0, .requests) },
        from: resolver.origins(syntax.from), to: resolver.origins(syntax.to),
        on: resolver.origins(syntax.on))
    }
  }

  /// Stores the resolved handlers and chains of all files.
  mutating func put(_ found: [FileBodies]) {
    var next = (handler: 0, chain: 0)
    for bodies in found {
      for body in bodies.handlers {
        put(body, intoHandler: next.handler)
        next.handler += 1
      }
      for (frames, body) in bodies.chains {
        put(frames, body, intoChain: next.chain)
        next.chain += 1
      }
      bodyUses.formUnion(bodies.uses)
    }
    if recordsReferences { bodyReferences = found.map { $0.references } }
    cutUseCycles()
    cutUnavailableUses()
  }

  /// Stores the resolved handlers and chains of a file.
  mutating func put(_ bodies: FileBodies, into file: FileID) {
    var next = 0
    for index in rules.handlers.indices where rules.handlers[index].declared.location.file == file {
      put(bodies.handlers[next], intoHandler: index)
      next += 1
    }
    next = 0
    for index in rules.chains.indices where rules.chains[index].declared.location.file == file {
      put(bodies.chains[next].frames, bodies.chains[next].body, intoChain: index)
      next += 1
    }
  }

  private mutating func put(_ body: BodyItems, intoHandler index: Int) {
    rules.handlers[index].items = body.items
    rules.handlers[index].isComplete = body.isComplete
    rules.handlers[index].hasLeaves = body.hasLeaves
    rules.handlers[index].limits = body.limits
  }

  private mutating func put(_ frames: FrameSet, _ body: BodyItems, intoChain index: Int) {
    rules.chains[index].frames = frames
    rules.chains[index].items = body.items
    rules.chains[index].isComplete = body.isComplete
    rules.chains[index].hasLeaves = body.hasLeaves
  }

  /// Resolves the contents of a file's handlers and chains.
  ///
  /// - Parameters:
  ///   - places: the indices of the declarations; nil for all.
  ///   - earlier: the contents of an earlier version of the file.
  mutating func bodies(
    of index: Int, _ places: Range<Int>? = nil, reusing earlier: EarlierBodies? = nil
  ) -> FileBodies {
    file = FileID(index)
    var bodies = FileBodies()
    let before = (uses: uses, faults: faults.count, references: takeReferences())
    let declarations = trees[index].declarations
    for place in places ?? declarations.indices {
      let declaration = declarations[place]
      let faultCount = faults.count
      uses = Uses()
      switch declaration {
      case .handler(let header, let items):
        if let known = earlier?.handler(bodies.handlers.count, place, declaration) {
          bodies.handlers.append(known)
          continue
        }
        enter(nil)
        limits = HandlerLimits()
        var body = self.items(items, of: nil)
        body.limits = limits
        if isIncomplete(header) { body.isComplete = false }
        finish(&body, faultCount)
        bodies.handlers.append(body)
      case .chain(let syntax):
        if let known = earlier?.chain(bodies.chains.count, place, declaration) {
          bodies.chains.append(known)
          continue
        }
        enter(syntax.kind)
        var frames =
          syntax.frames.map { self.frames($0, syntax.kind) }
          ?? rules.defaults.frames(of: syntax.kind)
        // An unread `frames` line may name any frames.
        let isUnsure =
          faults.count > faultCount || syntax.frames == nil && isIncomplete(syntax.header)
        if isUnsure { frames = .all(syntax.kind) }
        var body = self.items(syntax.items, of: syntax.kind)
        if isUnsure || isIncomplete(syntax.header) { body.isComplete = false }
        finish(&body, faultCount)
        bodies.chains.append((frames, body))
      default: break
      }
    }
    enter(.requests)
    for body in bodies.handlers { bodies.uses.formUnion(body.uses) }
    for (_, body) in bodies.chains { bodies.uses.formUnion(body.uses) }
    bodies.faults = Array(faults[before.faults...])
    uses = before.uses
    putReferences(before.references)
    return bodies
  }

  /// Stores the uses and names of a body, and whether a later resolution can reuse the body.
  private mutating func finish(_ body: inout BodyItems, _ faultCount: Int) {
    body.uses = uses
    body.references = takeReferences()
    body.isReusable = body.isComplete && faults.count == faultCount
  }

  private mutating func resolvePatterns(_ syntax: OriginSyntax, of origin: Int) {
    if let name = syntax.value { rules.origins[origin].value = originValue(name, syntax.header) }
    for string in syntax.patterns {
      switch OriginPattern.parse(string.value) {
      case .success(let pattern):
        rules.origins[origin].patterns.append(pattern)
        rules.origins[origin].locations.append(at(string.span))
      case .failure(let patternFault):
        doubt(.origin, syntax.header.name.text)
        fault(.invalidOrigin(patternFault.message), string.span(patternFault.range))
      }
    }
  }

  private mutating func frames(_ names: [NameSyntax], _ kind: ChainKind) -> FrameSet {
    var frames = FrameSet(main: false, new: false, sub: false)
    for name in names {
      recordName(name, .word(name.text))
      switch name.text {
      case "main": frames.main = true
      case "new" where kind == .responses: noNewFrame(name.span)
      case "new": frames.new = true
      case "sub": frames.sub = true
      case "all": frames = .all(kind)
      default:
        let words = kind == .responses ? ["main", "sub", "all"] : ["main", "new", "sub", "all"]
        let near = Nearest.names(to: name.text, among: words)
        fault(
          .unknownName(
            expected: "a frame", name: name.text, candidates: near.isEmpty ? words : near),
          name.span)
      }
    }
    return frames
  }

  /// Records a fault for the frame `new` in responses.
  mutating func noNewFrame(_ span: Span) {
    fault(
      .unavailable(
        UnavailableValue(text: "new", handler: nil, candidates: ["main", "sub"]), in: .responses),
      span)
  }
}

extension NameTables {
  /// The names of the chains of the kind.
  func chains(_ kind: ChainKind) -> NameTable<Chain> {
    switch kind {
    case .requests: chains
    case .responses: responses
    }
  }
}

extension ChainSyntax {
  package var kind: ChainKind { isResponses ? .responses : .requests }
}

extension TestSyntax {
  package var kind: ChainKind { isResponses ? .responses : .requests }
}

extension Noun {
  package init(_ kind: ChainKind) {
    self =
      switch kind {
      case .requests: .chain
      case .responses: .responses
      }
  }
}
