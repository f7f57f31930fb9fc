package import Syntax
package import Tasks
package import Text

/// A rule set with every name and type resolved, and the faults.
package struct Resolution: Sendable {
  package var rules: RuleSet
  package var faults: [Fault]
  /// The declarations that the set uses.
  package var uses: Uses
  /// The names in each file, with their targets; empty if they were not recorded.
  package private(set) var references: [FileReferences] = []

  /// Creates the resolution of an empty rule set.
  package init() {
    rules = RuleSet()
    faults = []
    uses = Uses()
  }

  /// Resolves the trees of a rule set.
  ///
  /// - Parameters:
  ///   - trees: one for each file, in the order of the files' names.
  ///   - threads: resolves the files concurrently; nil to resolve them in this thread.
  ///   - resource: returns the content of a script's file by its path within the set's folder.
  package init(
    _ trees: [SyntaxTree], threads: TaskRunner? = nil, resource: (String) -> [UInt8]?
  ) {
    var resolver = Resolver(trees)
    resolver.declareAll()
    if let threads, resolver.hasRules {
      if resolver.resolveTypesAndRules(threads) {
        self.init(&resolver, resource)
        return
      }
      resolver = Resolver(trees)
      resolver.declareAll()
    }
    _ = resolver.resolveTypesAndRules { false }
    self.init(&resolver, resource)
  }

  /// Resolves the trees for an editor, and records the names with their targets.
  package init(recordingReferencesIn trees: [SyntaxTree], resource: (String) -> [UInt8]?) {
    var resolver = Resolver(trees, recordsReferences: true)
    resolver.declareAll()
    _ = resolver.resolveTypesAndRules { false }
    self.init(&resolver, resource)
  }

  /// Resolves the trees with the results of an earlier resolution. Fails if it is interrupted; the cache then has
  /// more results for the same trees.
  ///
  /// - Parameters:
  ///   - resource: returns the content of a script's file by its path within the set's folder.
  ///   - isInterrupted: returns whether to stop. It is called after each file.
  package init?(
    _ trees: [SyntaxTree], reusing cache: inout ResolutionCache, resource: (String) -> [UInt8]?,
    unless isInterrupted: () -> Bool
  ) {
    var resolver = Resolver(trees, recordsReferences: cache.otherReferences != nil)
    resolver.cache = cache
    resolver.declareAll()
    defer { cache = resolver.cache ?? ResolutionCache() }
    guard resolver.resolveTypesAndRules(unless: isInterrupted) else { return nil }
    self.init(&resolver, resource)
  }

  /// - Parameter resolver: must have resolved the types and rules.
  private init(_ resolver: inout Resolver, _ resource: (String) -> [UInt8]?) {
    resolver.resolveRest(resource)
    rules = resolver.rules
    faults = resolver.sortedFaults
    uses = resolver.uses
    if let others = resolver.references {
      references = zip(others, resolver.bodyReferences).map { FileReferences($0 + $1) }
    }
  }
}

extension Resolver {
  fileprivate var hasRules: Bool { !rules.handlers.isEmpty || !rules.chains.isEmpty }

  /// Resolves the declarations that types and rules do not depend on.
  fileprivate mutating func resolveRest(_ resource: (String) -> [UInt8]?) {
    resolveMessages()
    resolveConfigurations(resource)
    resolveTests()
    resolveInvariants()
    cache?.finish(names, doubtful, uses, references, faults: faults.count)
    uses.formUnion(bodyUses)
  }
}

extension Resolution {
  /// Returns whether the files that scripts and rule lists name still have the resolved contents.
  package func hasSameResources(_ resource: (String) -> [UInt8]?) -> Bool {
    func isContent(_ text: String, of bytes: [UInt8]) -> Bool {
      text.utf8.elementsEqual(LineEnds.normalized(file: bytes))
    }
    for script in rules.scripts {
      guard let path = script.path else { continue }
      guard let bytes = resource(path), isContent(script.source, of: bytes) else { return false }
    }
    for list in rules.ruleLists {
      let bytes = resource(list.path)
      switch list.content {
      case .text(let text):
        guard let bytes, isContent(text, of: bytes) else { return false }
      case .missing: if bytes != nil { return false }
      }
    }
    return true
  }

  /// Updates the handlers and chains of one changed file. Returns false if anything else has changed or has a fault,
  /// so that the set must be resolved again.
  ///
  /// - Parameters:
  ///   - trees: the new trees of all files.
  ///   - file: the index of the only changed file.
  ///   - before: the resolved version of that file and its tree.
  package mutating func update(
    _ trees: [SyntaxTree], file index: Int, _ now: SourceFile,
    before: (file: SourceFile, tree: SyntaxTree), _ cache: inout ResolutionCache,
    resource: (String) -> [UInt8]?
  ) -> Bool {
    let tree = trees[index]
    guard !cache.hasOtherFaults, DeclarationChanges.areSame(before.tree, before.file, tree, now)
    else {
      return false
    }
    guard hasSameResources(resource) else { return false }
    var resolver = Resolver(trees, recordsReferences: cache.otherReferences != nil)
    swap(&resolver.rules, &rules)
    resolver.names = cache.names
    resolver.doubtful = cache.doubtful
    let shifts = DeclarationChanges.shifts(from: before.tree, to: tree)
    resolver.rules.move(FileID(index)) { location in
      Location(location.file, DeclarationChanges.moved(location.span, shifts))
    }
    let renewed = cache.renewed(index)
    let ends = CommonEnds(before.file.bytes, now.bytes)
    let found = renewed.map { place in
      resolver.bodies(
        of: place,
        reusing: cache.bodies(of: place).map {
          EarlierBodies(
            bodies: $0, tree: place == index ? before.tree : trees[place],
            ends: place == index ? ends : nil)
        })
    }
    let hasSameLinks = zip(renewed, found).allSatisfy { cache.hasSameLinks($0, as: $1) }
    for (index, bodies) in zip(renewed, found) { resolver.put(bodies, into: FileID(index)) }
    if !hasSameLinks {
      let faultsOfBodies = resolver.faults.count
      resolver.cutUseCycles()
      resolver.cutUnavailableUses()
      guard resolver.faults.count == faultsOfBodies else { return false }
    }
    swap(&resolver.rules, &rules)
    faults = resolver.sortedFaults
    var changesUses = false
    for (index, bodies) in zip(renewed, found) {
      if cache.replace(index, by: bodies) { changesUses = true }
    }
    if changesUses { uses = cache.uses }
    if resolver.recordsReferences {
      for place in renewed {
        references[place] = cache.references(in: place) { span in
          place == index ? DeclarationChanges.moved(span, shifts) : span
        }
      }
    }
    return true
  }
}
