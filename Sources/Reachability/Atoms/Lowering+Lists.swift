import Requests

/// URLs in lists of the app. A list is unknown, but what is in it is not independent of one another: a URL that equals
/// one in the list is in the list too.
extension Lowering {
  /// The atom of a relation of a URL and a list.
  ///
  /// - Requires: the relation is `listedURL` or `listedOrigin`.
  func listed(_ relation: Relation) -> Formula {
    let known = atomTable.relations
    let atom = atomTable.related(relation)
    if !known.contains(relation) {
      for other in known {
        for formula in requirements(of: relation, other) { atomTable.require(formula) }
      }
    }
    return atom
  }

  /// Formulas that hold for every request because of the meaning of the relations.
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

  /// The origin of a listed URL is listed.
  private func origin(of root: URLRoot, _ isListed: Formula, _ hasOrigin: Formula) -> Formula {
    .disjunction([isListed.negated, present(.part(.host, of: root)).negated, hasOrigin])
  }

  /// Both hold or none, if the URLs are the same.
  private func same(_ areSame: Formula, _ one: Formula, _ other: Formula) -> [Formula] {
    [
      .disjunction([areSame.negated, one.negated, other]),
      .disjunction([areSame.negated, one, other.negated]),
    ]
  }
}
