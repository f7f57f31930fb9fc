import Syntax
import Text

extension Resolver {
  /// Resolves the named conditions, each after those that it uses.
  mutating func resolveConditions() {
    var next = 0
    unresolved = [:]
    eachDeclaration(in: .conditions) { resolver, declaration in
      guard case .condition(let header, let syntax) = declaration else { return }
      resolver.unresolved[ID(next)] = UnresolvedCondition(
        file: resolver.file, syntax: syntax, isIncomplete: resolver.isIncomplete(header))
      next += 1
    }
    for index in rules.conditions.indices {
      resolve(ID(index), from: rules.conditions[index].declared.location)
    }
  }

  /// - Parameter use: the name that refers to it.
  private mutating func resolve(_ id: ID<NamedCondition>, from use: Location) {
    guard let pending = unresolved.removeValue(forKey: id) else { return }
    openConditions.append((id, use))
    defer { openConditions.removeLast() }
    let outer = (file: file, meetsDoubt: meetsDoubt, limits: limits, kind: kind)
    file = pending.file
    meetsDoubt = false
    limits = HandlerLimits()
    enter(nil)
    var scope = CaptureScope()
    var condition = self.condition(pending.syntax, &scope)
    for capture in scope.captures {
      faults.append(
        Fault(kind: .captureInCondition(name: capture.name), location: capture.location))
      condition = nil
    }
    if !meetsDoubt, !pending.isIncomplete { rules.conditions[Int(id.index)].condition = condition }
    rules.conditions[Int(id.index)].limits = limits
    (file, meetsDoubt, limits) = (outer.file, outer.meetsDoubt, outer.limits)
    enter(outer.kind)
  }

  /// The named condition at a place where it is used; nil if it has an error.
  mutating func named(_ id: ID<NamedCondition>, _ location: Location) -> Condition? {
    uses.conditions.insert(id.index)
    if let start = openConditions.firstIndex(where: { $0.id == id }) {
      let path = openConditions[start...]
      let uses = path.dropFirst().map(\.use) + [location]
      let links = zip(path, uses).map { CycleLink(name: rules[$0.id].name, location: $1) }
      faults.append(Fault(kind: .conditionCycle(links), location: location))
      return nil
    }
    resolve(id, from: location)
    refer(to: .condition, rules[id].name)
    guard let condition = rules[id].condition else { return nil }
    if let kind {
      if let missing = rules[id].limits[kind] {
        unavailable(missing.text, in: kind, location.span)
        return nil
      }
    } else {
      limits.note(rules[id].limits, at: location)
    }
    return .named(
      NamedTest(subjects: condition.subjects, core: condition.core, location: location))
  }
}
