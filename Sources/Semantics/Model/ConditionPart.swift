package import Requests

/// The structure of a declared condition, without locations, so that rules in other files can contain it.
package indirect enum ConditionPart: Hashable, Sendable {
  /// A part without `||`.
  case leaf(CoreCondition)
  case not(ConditionPart)
  case all([ConditionPart])
  case any([ConditionPart])
  /// Another declared condition.
  case named(ID<NamedCondition>, ConditionPart)

  /// The maximum number of tests of a declared condition whose operands are examined at each use.
  private static let mostTests = 64

  /// Creates the structure of a condition; nil if it contains no `||`, or too many tests.
  init?(_ condition: Condition) {
    guard condition.extent.tests <= Self.mostTests, let part = Self.part(condition) else {
      return nil
    }
    self = part
  }

  /// The structure of a part of a condition; nil if the part contains no `||`.
  private static func part(_ condition: Condition) -> ConditionPart? {
    func parts(_ operands: [Condition]) -> [ConditionPart] {
      operands.map { part($0) ?? .leaf($0.core) }
    }
    switch condition {
    case .constant, .test: return nil
    case .not(let inner, _): return part(inner).map { .not($0) }
    case .any(let operands, _): return .any(parts(operands))
    case .all(let operands, _):
      let parts = parts(operands)
      let isPlain = parts.allSatisfy { if case .leaf = $0 { true } else { false } }
      return isPlain ? nil : .all(parts)
    case .named(let test): return test.parts.map { .named(test.id, $0) }
    }
  }
}

/// The place of a part of a declared condition: the indices of the operands that lead to it.
package struct NamedPlace: Hashable, Sendable {
  package var condition: ID<NamedCondition>
  package var path: [Int]

  package init(condition: ID<NamedCondition>, path: [Int]) {
    (self.condition, self.path) = (condition, path)
  }
}

extension Condition {
  /// The part at the end of a path of `NamedPlace`; nil if there is none.
  package func part(at path: some Collection<Int>) -> Condition? {
    guard let index = path.first else { return self }
    switch self {
    case .not(let inner, _): return inner.part(at: path.dropFirst())
    case .all(let parts, _), .any(let parts, _):
      return parts.indices.contains(index) ? parts[index].part(at: path.dropFirst()) : nil
    case .constant, .test, .named: return nil
    }
  }
}
