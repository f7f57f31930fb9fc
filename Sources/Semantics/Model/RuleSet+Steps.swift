extension RuleSet {
  package func name(of target: StepTarget) -> String {
    switch target {
    case .screen(let id): self[id].name
    case .action(let id): self[id].name
    }
  }

  package func name(of attempted: Attempted) -> String {
    switch attempted {
    case .action(let id): self[id].name
    case .openURL: Attempted.openURLName
    }
  }

  package func parameters(of target: StepTarget) -> [Field] {
    switch target {
    case .screen(let id): self[id].parameters
    case .action(let id): self[id].parameters
    }
  }
}
