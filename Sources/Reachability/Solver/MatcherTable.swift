import Automata

/// A matcher of all atoms for each text component of an `AtomTable`.
final class MatcherTable {
  private let store: LanguageStore
  private let atomTable: AtomTable
  /// The matchers by component.
  @exclusivity(unchecked) private var matchers: [MultiPatternMatcher?] = []
  /// The number of atoms that the matchers contain.
  @exclusivity(unchecked) private var atomCount = 0

  init(_ store: LanguageStore, _ atomTable: AtomTable) {
    self.store = store
    self.atomTable = atomTable
  }

  /// The matcher of the component; nil if the component is no text, or if it has no atoms.
  subscript(component: Int) -> MultiPatternMatcher? {
    if atomCount < atomTable.atoms.count { addNewAtoms() }
    return component < matchers.count ? matchers[component] : nil
  }

  private func addNewAtoms() {
    for (number, atom) in atomTable.atoms.enumerated().dropFirst(atomCount) {
      while matchers.count <= atom.component { matchers.append(nil) }
      if atomTable.kinds[atom.component].isText, !atom.test.isComparison {
        let matcher = matchers[atom.component] ?? MultiPatternMatcher(store)
        matcher.add(number, atom.test)
        matchers[atom.component] = matcher
      }
    }
    atomCount = atomTable.atoms.count
  }
}
