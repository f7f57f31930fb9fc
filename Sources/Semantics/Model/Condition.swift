package import Requests
package import Text

/// A condition of a rule in the structure of the source. Its tests are lowered to core tests.
package indirect enum Condition: Sendable {
  case constant(Bool, Location)
  case test(Test)
  case not(Condition, Location)
  /// A conjunction of two or more conditions, in source order.
  case all([Condition], Location)
  /// A disjunction of two or more conditions, in source order.
  case any([Condition], Location)
  /// A declared condition, used by its name.
  case named(NamedTest)

  package var location: Location {
    switch self {
    case .constant(_, let location), .not(_, let location), .all(_, let location),
      .any(_, let location):
      location
    case .test(let test): test.location
    case .named(let test): test.location
    }
  }

  /// The operands of the outermost `&&`, or the condition itself.
  package var operands: [Condition] {
    guard case .all(let parts, _) = self else { return [self] }
    return parts.flatMap { $0.operands }
  }

  /// The condition over core tests.
  package var core: CoreCondition {
    switch self {
    case .constant(let value, _): .constant(value)
    case .test(let test): test.core
    case .not(let inner, _): .not(inner.core)
    case .all(let parts, _): .all(parts.map { $0.core })
    case .any(let parts, _): .any(parts.map { $0.core })
    case .named(let test): test.core
    }
  }

  /// The size of a condition: the number of its tests, and how deep they nest. Each name is replaced by its
  /// declaration.
  struct Extent: Sendable {
    var tests = 0
    var depth = 0

    /// The maximum size of a condition that is analysed. `Parser.depthLimit` limits only the nesting in one place.
    static let largest = Extent(tests: 100_000, depth: 200)
  }

  var extent: Extent {
    switch self {
    case .constant, .test: return Extent(tests: 1, depth: 1)
    case .named(let test): return test.extent
    case .not(let inner, _):
      let inner = inner.extent
      return Extent(tests: inner.tests, depth: inner.depth + 1)
    case .all(let parts, _), .any(let parts, _):
      var whole = Extent()
      for part in parts {
        let part = part.extent
        whole = Extent(
          tests: whole.tests + part.tests, depth: max(whole.depth, part.depth + 1))
      }
      return whole
    }
  }

  /// The values that the condition names, each once, in source order.
  package var subjects: [RequestValue] {
    var subjects: [RequestValue] = []
    func collect(_ condition: Condition) {
      switch condition {
      case .constant: break
      case .test(let test):
        add(test.subject)
        test.core.eachTest { _, core in
          if let other = core.comparand { add(other) }
        }
      case .named(let test): test.subjects.forEach(add)
      case .not(let inner, _): collect(inner)
      case .all(let parts, _), .any(let parts, _): parts.forEach(collect)
      }
    }
    func add(_ subject: RequestValue) {
      if !subjects.contains(subject) { subjects.append(subject) }
    }
    collect(self)
    return subjects
  }

  /// Calls the body for every test in the condition, except the tests of named conditions.
  package func eachTest(_ body: (Test) -> Void) {
    switch self {
    case .constant, .named: break
    case .test(let test): body(test)
    case .not(let inner, _): inner.eachTest(body)
    case .all(let parts, _), .any(let parts, _): for part in parts { part.eachTest(body) }
    }
  }

  func moved(_ transform: (Location) -> Location) -> Condition {
    switch self {
    case .constant(let value, let location): return .constant(value, transform(location))
    case .test(var test):
      test.location = transform(test.location)
      return .test(test)
    case .named(var test):
      test.location = transform(test.location)
      return .named(test)
    case .not(let inner, let location): return .not(inner.moved(transform), transform(location))
    case .all(let parts, let location):
      return .all(parts.map { $0.moved(transform) }, transform(location))
    case .any(let parts, let location):
      return .any(parts.map { $0.moved(transform) }, transform(location))
    }
  }
}

/// A use of a declared condition. It contains no locations in the declaration, which may be in another file.
package struct NamedTest: Sendable {
  package var id: ID<NamedCondition>
  /// The values that the declaration names.
  package var subjects: [RequestValue]
  package var core: CoreCondition
  /// The structure of the declaration; nil for a declaration without `||`, and for a very large one.
  package var parts: ConditionPart?
  var extent: Condition.Extent
  /// The location of the name at the use.
  package var location: Location
}

/// A predicate on one value of the request.
package struct Test: Sendable {
  /// The value in the source, before lowering.
  package var subject: RequestValue
  package var core: CoreCondition
  package var location: Location
}

/// A name bound by `{name}` in a `like` pattern.
package struct Capture: Hashable, Sendable {
  package var name: String
  /// The type of the captured text: `string` unless the pattern has `{name: Type}`. The pattern matches only text
  /// that converts.
  package var type: ValueType
  package var location: Location
}
