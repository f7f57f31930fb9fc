import Syntax
import Tasks

extension Resolver {
  /// Resolves all types and all rules. Returns false if it was interrupted.
  ///
  /// - Parameter isInterrupted: is called after each file, once the cache contains the file's rules.
  mutating func resolveTypesAndRules(unless isInterrupted: () -> Bool) -> Bool {
    resolveNeedsOfRules()
    resolveTypes()
    cache?.begin(trees.count, RuleScope(rules, doubtful: doubtful))
    var found: [FileBodies] = []
    for index in trees.indices {
      if let known = cache?.known(index) {
        found.append(known)
        continue
      }
      let bodies = bodies(of: index)
      cache?.keep(bodies, index)
      found.append(bodies)
      if bodies.faults.isEmpty, index + 1 < trees.count, isInterrupted() { return false }
    }
    put(found)
    return true
  }

  /// Resolves all types and all rules in several threads. Rules do not depend on the fields of models.
  ///
  /// - Returns: false if the budget for suggestions does not suffice for all tasks. The result would then depend on
  ///   the order of the tasks, so this resolver must not be used.
  mutating func resolveTypesAndRules(_ threads: TaskRunner) -> Bool {
    resolveNeedsOfRules()
    var start = self
    start.faults = []
    start.uses = Uses()
    let types = TaskResult<Resolver>()
    let parts = TreePart.parts(of: trees).map { (part: $0, bodies: TaskResult<PartBodies>()) }
    let resolveTypes: TaskRunner.Task = { [start] in
      var resolver = start
      resolver.resolveTypes()
      types.value = resolver
    }
    let resolveBodies = parts.map { part, bodies -> TaskRunner.Task in
      { [start] in
        var resolver = start
        let found = resolver.bodies(of: part.tree, part.declarations)
        bodies.value = PartBodies(
          bodies: found, spent: start.suggestionBudget - resolver.suggestionBudget)
      }
    }
    threads.start([[resolveTypes] + resolveBodies]).finish()
    guard let types = types.value else { return false }
    rules.models = types.rules.models
    rules.unions = types.rules.unions
    uses.formUnion(types.uses)
    faults += types.faults
    suggestionBudget = types.suggestionBudget
    var all = trees.map { _ in FileBodies() }
    for (part, result) in parts {
      guard let found = result.value, found.spent <= suggestionBudget else { return false }
      suggestionBudget -= found.spent
      faults += found.bodies.faults
      all[part.tree].append(found.bodies)
    }
    put(all)
    return true
  }

  /// Resolves the declarations that rules refer to, except the fields of types.
  private mutating func resolveNeedsOfRules() {
    resolveEnumerations()
    resolveParameters()
    resolveOrigins()
    resolveDefaults()
    resolveConditions()
  }

  private struct PartBodies {
    let bodies: FileBodies
    /// The spent part of the budget for suggestions.
    let spent: Int
  }
}
