import Requests

/// Tests whether the app's lists contain a URL. The contents of a list are unknown, but the tests depend on each
/// other: a list contains either both of two equal URLs or neither.
extension Lowering {
  /// The atom for a relation of a URL and a list.
  ///
  /// - Requires: the relation is `listedURL` or `listedOrigin`.
  func listed(_ relation: Relation) -> Formula {
    let known = atomTable.relations
    let atom = atomTable.related(relation)
    if !known.contains(relation) {
      for other in known {
        let pair = [relation, other].map { (name: $0.name, relation: $0) }.sorted {
          $0.name < $1.name
        }
        for formula in requirements(of: pair[0].relation, pair[1].relation) {
          atomTable.require(formula, named: pair[0].name + pair[1].name)
        }
      }
    }
    return atom
  }

  /// Formulas that hold for every request because of the meaning of the two relations.
  private func requirements(of one: Relation, _ other: Relation) -> [Formula] {
    let (first, second) = (atomTable.related(one), atomTable.related(other))
    switch (one, other) {
    case (.listedURL(let root, let list), .listedOrigin(let otherRoot, let otherList))
    where root == otherRoot && list == otherList:
      return [origin(of: root, first, second)]
    case (.listedOrigin(let root, let list), .listedURL(let otherRoot, let otherList))
    where root == otherRoot && list == otherList:
      return [origin(of: root, second, first)]
    case (.listedURL(let root, let list), .listedURL(let otherRoot, let otherList))
    where list == otherList:
      return same(atomTable.related(.sameURL(root, otherRoot)), first, second)
    case (.listedOrigin(let root, let list), .listedOrigin(let otherRoot, let otherList))
    where list == otherList:
      return same(haveSameOrigin(root, otherRoot), first, second)
    default: return []
    }
  }

  /// Holds unless a list contains the URL but not its origin.
  private func origin(of root: URLRoot, _ isListed: Formula, _ hasOrigin: Formula) -> Formula {
    .disjunction([isListed.negated, present(.part(.host, of: root)).negated, hasOrigin])
  }

  /// The formulas that exclude that two URLs are the same but a list contains only one of them.
  private func same(_ areSame: Formula, _ one: Formula, _ other: Formula) -> [Formula] {
    [
      .disjunction([areSame.negated, one.negated, other]),
      .disjunction([areSame.negated, one, other.negated]),
    ]
  }
}

extension Relation {
  /// The sort key of a test of a list, which is the same in each analysis; empty for other relations.
  fileprivate var name: String {
    switch self {
    case .listedOrigin(let root, let list):
      "listedOrigin \(Self.name(of: root)) \(list.name.string)"
    case .listedURL(let root, let list): "listedURL \(Self.name(of: root)) \(list.name.string)"
    case .text, .listed, .likeListed, .sameURL, .namedURL: ""
    }
  }

  private static func name(of root: URLRoot) -> String {
    switch root {
    case .request, .page, .document, .source: root.word ?? "request"
    case .value(let key): "value \(key.name.string)"
    }
  }
}
