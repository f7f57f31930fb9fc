import Syntax
import Text

extension Resolver {
  /// Resolves the named conditions, each after those that it uses.
  mutating func resolveConditions() {
    var declarations: [(file: FileID, syntax: ConditionSyntax, isIncomplete: Bool)] = []
    var uses: [[NamedConditionOrder.Use]] = []
    eachDeclaration(in: .conditions) { resolver, declaration in
      guard case .condition(let header, let syntax) = declaration else { return }
      declarations.append((resolver.file, syntax, resolver.isIncomplete(header)))
      uses.append(resolver.namedConditions(in: syntax))
    }
    let order = NamedConditionOrder(uses)
    conditionCycles = order.cycles.mapValues { links in
      links.map { CycleLink(name: rules.conditions[$0.from].name, location: $0.location) }
    }
    let outer = (file: file, meetsDoubt: meetsDoubt, limits: limits, kind: kind)
    enter(nil)
    for index in order.indices {
      file = declarations[index].file
      meetsDoubt = false
      limits = HandlerLimits()
      let declared = rules.conditions[index].declared
      let condition = conditionWithoutCaptures(
        declarations[index].syntax, "`\(declared.name)`", declared.location)
      if !meetsDoubt, !declarations[index].isIncomplete {
        rules.conditions[index].condition = condition
      }
      rules.conditions[index].limits = limits
    }
    (file, meetsDoubt, limits) = (outer.file, outer.meetsDoubt, outer.limits)
    enter(outer.kind)
  }

  /// Resolves a condition whose captures nothing could use: of a declaration, a claim or an argument. Returns nil
  /// after a fault, also if it binds captures or is too large.
  ///
  /// - Parameters:
  ///   - name: the words for the condition in the fault about the size.
  ///   - location: the location of that fault.
  mutating func conditionWithoutCaptures(
    _ syntax: ConditionSyntax, _ name: @autoclosure () -> String, _ location: Location
  ) -> Condition? {
    var scope = CaptureScope()
    let condition = condition(syntax, &scope)
    for capture in scope.captures {
      faults.append(
        Fault(kind: .captureInCondition(name: capture.name), location: capture.location))
    }
    guard scope.captures.isEmpty else { return nil }
    return condition.flatMap { limited($0, name(), location) }
  }

  /// The uses of named conditions in a condition, in source order.
  private func namedConditions(in syntax: ConditionSyntax) -> [NamedConditionOrder.Use] {
    switch syntax {
    case .constant, .comparison, .exists: []
    case .reference(let reference):
      reference.accesses.isEmpty
        ? names.conditions[reference.base.text].map {
          [.init(condition: Int($0.index), location: at(reference.span))]
        } ?? []
        : []
    case .not(let inner, _), .parenthesized(let inner, _): namedConditions(in: inner)
    case .all(let parts, _), .any(let parts, _): parts.flatMap { namedConditions(in: $0) }
    }
  }

  /// A use of a named condition; nil if the declaration has an error.
  mutating func named(_ id: ID<NamedCondition>, _ location: Location) -> Condition? {
    uses.conditions.insert(id.index)
    if let links = conditionCycles[location] {
      faults.append(Fault(kind: .conditionCycle(links), location: location))
      return nil
    }
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
      NamedTest(
        id: id, subjects: condition.subjects, core: condition.core, parts: rules[id].parts,
        extent: condition.extent, location: location))
  }

  /// The condition itself; nil after a fault if it is too large. Its size counts the declarations of the conditions
  /// that it names.
  ///
  /// - Parameters:
  ///   - name: the words for the condition in the fault.
  ///   - location: the location of the fault.
  mutating func limited(
    _ condition: Condition, _ name: @autoclosure () -> String, _ location: Location
  ) -> Condition? {
    let extent = condition.extent
    let why: String
    if extent.depth > Condition.Extent.largest.depth {
      why = "it nests deeper than \(Condition.Extent.largest.depth) levels"
    } else if extent.tests > Condition.Extent.largest.tests {
      why = "it has more than \(Condition.Extent.largest.tests) tests"
    } else {
      return condition
    }
    faults.append(Fault(kind: .conditionTooLarge(name: name(), why: why), location: location))
    return nil
  }
}
