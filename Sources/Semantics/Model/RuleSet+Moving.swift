import Text

extension RuleSet {
  /// Updates the locations of everything that the file declares, except the contents of handlers and
  /// chains.
  ///
  /// - Parameter moved: moves all locations inside of a declaration by the same distance.
  mutating func move(_ file: FileID, _ moved: (Location) -> Location) {
    func each<E: Entity>(
      _ entities: inout [E], _ places: [WritableKeyPath<E, Location>] = [],
      _ moveParts: (inout E) -> Void = { _ in }
    ) {
      for index in entities.indices {
        let location = entities[index].declared.location
        // Arrays that do not change stay shared with earlier versions.
        guard location.file == file, moved(location) != location else { continue }
        for place in places + [\.declared.location] {
          entities[index][keyPath: place] = moved(entities[index][keyPath: place])
        }
        moveParts(&entities[index])
      }
    }
    func all<Part>(_ parts: inout [Part], _ place: WritableKeyPath<Part, Location>) {
      for index in parts.indices {
        parts[index][keyPath: place] = moved(parts[index][keyPath: place])
      }
    }
    each(&origins) { all(&$0.locations, \.self) }
    each(&flags)
    each(&values)
    each(&conditions) { $0.condition = $0.condition?.moved(moved) }
    each(&screens) { all(&$0.parameters, \.declared.location) }
    each(&actions) { all(&$0.parameters, \.declared.location) }
    each(&handlers)
    each(&chains)
    each(&models) { all(&$0.fields, \.declared.location) }
    each(&enumerations) { all(&$0.cases, \.declared.location) }
    each(&unions) { union in
      all(&union.cases, \.declared.location)
      for index in union.cases.indices { all(&union.cases[index].fields, \.declared.location) }
    }
    each(&strategies, [\.identifierLocation])
    each(&channels, [\.identifierLocation])
    each(&events, [\.identifierLocation])
    each(&calls, [\.identifierLocation])
    each(&renders) { all(&$0.items, \.location) }
    each(&dispatches)
    each(&scripts) { all(&$0.parameters, \.declared.location) }
    each(&configurations)
    // Inherited handlers are also in configurations of other files.
    for index in configurations.indices {
      for place in configurations[index].schemeHandlers.indices
      where configurations[index].schemeHandlers[place].location.file == file {
        let location = configurations[index].schemeHandlers[place].location
        configurations[index].schemeHandlers[place].location = moved(location)
      }
    }
    for index in tests.indices where tests[index].location.file == file {
      tests[index].location = moved(tests[index].location)
      all(&tests[index].cases, \.location)
      for place in tests[index].cases.indices {
        all(&tests[index].cases[place].steps, \.location)
      }
    }
  }
}
