/// The states that a search has visited, each with its predecessor.
struct VisitedStates {
  /// The number of the search that last visited each state, and the predecessor of the state in that search.
  private var visits: [(search: Int, previous: Language)] = []
  private var search = 0

  /// Starts another search.
  mutating func start() { search += 1 }

  func contains(_ state: Language) -> Bool {
    let place = Int(state.index)
    return place < visits.count && visits[place].search == search
  }

  mutating func insert(_ state: Language, from previous: Language) {
    let place = Int(state.index)
    if place >= visits.count {
      let more = max(place + 1, 2 * visits.count) - visits.count
      visits += repeatElement((0, .empty), count: more)
    }
    visits[place] = (search, previous)
  }

  /// Returns the state from which the search visited this one first.
  ///
  /// - Requires: the search has visited the state.
  func previous(_ state: Language) -> Language { visits[Int(state.index)].previous }
}
