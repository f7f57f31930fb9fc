import Text

extension RuleSet {
  /// Gives everything that is declared in the file the place that it has now; what stands in handlers
  /// and chains is left alone.
  mutating func move(_ file: FileID, _ moved: (Location) -> Location) {
    func each<E: Entity>(_ entities: inout [E], _ change: (inout E) -> Void) {
      for index in entities.indices where entities[index].declared.location.file == file {
        change(&entities[index])
      }
    }
    func fields(_ fields: inout [Field]) {
      for index in fields.indices {
        fields[index].declared.location = moved(fields[index].declared.location)
      }
    }
    each(&origins) { origin in
      origin.declared.location = moved(origin.declared.location)
      for index in origin.patterns.indices {
        origin.patterns[index].location = moved(origin.patterns[index].location)
      }
    }
    each(&flags) { $0.declared.location = moved($0.declared.location) }
    each(&screens) { screen in
      screen.declared.location = moved(screen.declared.location)
      fields(&screen.parameters)
    }
    each(&actions) { action in
      action.declared.location = moved(action.declared.location)
      fields(&action.parameters)
    }
    each(&handlers) { $0.declared.location = moved($0.declared.location) }
    each(&chains) { $0.declared.location = moved($0.declared.location) }
    each(&models) { model in
      model.declared.location = moved(model.declared.location)
      fields(&model.fields)
    }
    each(&enumerations) { enumeration in
      enumeration.declared.location = moved(enumeration.declared.location)
      for index in enumeration.cases.indices {
        enumeration.cases[index].declared.location = moved(
          enumeration.cases[index].declared.location)
      }
    }
    each(&unions) { union in
      union.declared.location = moved(union.declared.location)
      for index in union.cases.indices {
        union.cases[index].declared.location = moved(union.cases[index].declared.location)
        fields(&union.cases[index].fields)
      }
    }
    each(&strategies) { strategy in
      strategy.declared.location = moved(strategy.declared.location)
      strategy.identifierLocation = moved(strategy.identifierLocation)
    }
    each(&channels) { channel in
      channel.declared.location = moved(channel.declared.location)
      channel.identifierLocation = moved(channel.identifierLocation)
    }
    each(&events) { event in
      event.declared.location = moved(event.declared.location)
      event.identifierLocation = moved(event.identifierLocation)
    }
    each(&calls) { call in
      call.declared.location = moved(call.declared.location)
      call.identifierLocation = moved(call.identifierLocation)
    }
    each(&renders) { render in
      render.declared.location = moved(render.declared.location)
      for index in render.items.indices {
        render.items[index].location = moved(render.items[index].location)
      }
    }
    each(&dispatches) { $0.declared.location = moved($0.declared.location) }
    each(&scripts) { $0.declared.location = moved($0.declared.location) }
    each(&configurations) { $0.declared.location = moved($0.declared.location) }
    for index in tests.indices where tests[index].location.file == file {
      tests[index].location = moved(tests[index].location)
      for place in tests[index].cases.indices {
        let location = tests[index].cases[place].location
        tests[index].cases[place].location = moved(location)
        for step in tests[index].cases[place].steps.indices {
          let location = tests[index].cases[place].steps[step].location
          tests[index].cases[place].steps[step].location = moved(location)
        }
      }
    }
  }
}
