package import Syntax
package import Text

/// A rule set with every name and type resolved, and what was wrong on the way.
package struct Resolution: Sendable {
  package var rules: RuleSet
  package var faults: [Fault]
  /// The declarations that the set uses.
  package var uses: Uses

  /// - Parameters:
  ///   - trees: one for each file, in the order of their names.
  ///   - resource: the content of a script's file by its path inside the set's folder.
  package init(_ trees: [SyntaxTree], resource: (String) -> [UInt8]?) {
    var resolver = Resolver(trees)
    self.init(&resolver, resource)
  }

  /// The same, with what is known from the last time.
  package init(
    _ trees: [SyntaxTree], reusing memory: inout ResolutionMemory, resource: (String) -> [UInt8]?
  ) {
    var resolver = Resolver(trees)
    resolver.memory = memory
    self.init(&resolver, resource)
    memory = resolver.memory ?? ResolutionMemory()
  }

  private init(_ resolver: inout Resolver, _ resource: (String) -> [UInt8]?) {
    resolver.resolve(resource)
    rules = resolver.rules
    faults = resolver.sortedFaults
    uses = resolver.uses
  }
}

extension Resolver {
  mutating func resolve(_ resource: (String) -> [UInt8]?) {
    declareAll()
    resolveTypes()
    resolveNavigation()
    resolveMessages()
    resolveConfigurations(resource)
    resolveTests()
    memory?.finish(names, uses, faults: faults.count)
    uses.formUnion(bodyUses)
  }
}

extension Resolution {
  /// Takes over what has changed in the handlers and chains of one file; false where anything else
  /// has changed, or is wrong, and the set has to be resolved again.
  ///
  /// - Parameters:
  ///   - trees: of all files, as they are now.
  ///   - file: the only one that has changed.
  ///   - before: that file and its tree as they were resolved.
  package mutating func update(
    _ trees: [SyntaxTree], file index: Int, _ now: SourceFile,
    before: (file: SourceFile, tree: SyntaxTree), _ memory: inout ResolutionMemory,
    resource: (String) -> [UInt8]?
  ) -> Bool {
    let tree = trees[index]
    guard !memory.hasOtherFaults, DeclarationChanges.areSame(before.tree, before.file, tree, now)
    else {
      return false
    }
    for script in rules.scripts {
      guard let path = script.path else { continue }
      guard let bytes = resource(path), script.source.utf8.elementsEqual(bytes) else {
        return false
      }
    }
    var resolver = Resolver(trees)
    swap(&resolver.rules, &rules)
    resolver.names = memory.names
    let shifts = DeclarationChanges.shifts(from: before.tree, to: tree)
    resolver.rules.move(FileID(index)) { location in
      Location(location.file, DeclarationChanges.moved(location.span, shifts))
    }
    let renewed = memory.renewed(index)
    let found = renewed.map { resolver.bodies(of: $0) }
    for (index, bodies) in zip(renewed, found) { resolver.put(bodies, into: FileID(index)) }
    let faultsOfBodies = resolver.faults.count
    resolver.cutUseCycles()
    guard resolver.faults.count == faultsOfBodies else { return false }
    swap(&resolver.rules, &rules)
    faults = resolver.sortedFaults
    var changesUses = false
    for (index, bodies) in zip(renewed, found) {
      if memory.replace(index, by: bodies) { changesUses = true }
    }
    if changesUses { uses = memory.uses }
    return true
  }
}
