import Text

extension RuleSet {
  /// Updates the locations of everything that the file declares, except the contents of handlers and chains.
  ///
  /// - Parameter moved: returns the new location. All locations within a declaration move by the same distance.
  mutating func move(_ file: FileID, _ moved: (Location) -> Location) {
    func each<E: Entity>(_ entities: inout [E], _ moveParts: (inout E) -> Void = { _ in }) {
      for index in entities.indices {
        let location = entities[index].declared.location
        // Arrays that do not change remain shared with earlier versions.
        guard location.file == file else { continue }
        let new = moved(location)
        guard new != location else { continue }
        entities[index].declared.location = new
        moveParts(&entities[index])
      }
    }
    func move(_ location: inout Location) { location = moved(location) }
    func all<Part>(_ parts: inout [Part], _ moveParts: (inout Part) -> Void) {
      for index in parts.indices { moveParts(&parts[index]) }
    }
    func all<Part: Entity>(_ parts: inout [Part]) {
      all(&parts) { move(&$0.declared.location) }
    }
    each(&origins) { all(&$0.locations) { move(&$0) } }
    each(&flags)
    each(&values)
    each(&conditions) { $0.condition = $0.condition?.moved(moved) }
    each(&screens) { all(&$0.parameters) }
    each(&actions) { all(&$0.parameters) }
    each(&handlers)
    each(&chains)
    each(&models) { all(&$0.fields) }
    each(&enumerations) { all(&$0.cases) }
    each(&unions) { union in
      all(&union.cases)
      all(&union.cases) { all(&$0.fields) }
    }
    each(&strategies) { move(&$0.identifierLocation) }
    each(&channels) { move(&$0.identifierLocation) }
    each(&events) { move(&$0.identifierLocation) }
    each(&calls) { move(&$0.identifierLocation) }
    each(&renders) { all(&$0.items) { move(&$0.location) } }
    each(&dispatches)
    each(&scripts) { all(&$0.parameters) }
    each(&configurations)
    // Configurations in other files can have inherited the scheme handlers.
    for index in configurations.indices {
      for place in configurations[index].schemeHandlers.indices
      where configurations[index].schemeHandlers[place].location.file == file {
        move(&configurations[index].schemeHandlers[place].location)
      }
    }
    for index in tests.indices where tests[index].location.file == file {
      move(&tests[index].location)
      all(&tests[index].cases) { test in
        move(&test.location)
        all(&test.steps) { move(&$0.location) }
      }
    }
    each(&invariants) { all(&$0.claims) { $0 = $0.moved(moved) } }
  }
}
