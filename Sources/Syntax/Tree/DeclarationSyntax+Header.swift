extension DeclarationSyntax {
  /// The name, documentation and position of the declaration.
  package var header: HeaderSyntax {
    switch self {
    case .flag(let header), .value(let header, _), .condition(let header, _),
      .screen(let header, _), .handler(let header, _), .model(let header, _),
      .enumeration(let header, _), .render(let header, _):
      header
    case .origin(let syntax): syntax.header
    case .action(let syntax): syntax.header
    case .chain(let syntax): syntax.header
    case .union(let syntax): syntax.header
    case .strategy(let syntax): syntax.header
    case .channel(let syntax): syntax.header
    case .event(let syntax): syntax.header
    case .call(let syntax): syntax.header
    case .dispatch(let syntax): syntax.header
    case .script(let syntax): syntax.header
    case .configuration(let syntax): syntax.header
    case .test(let syntax): syntax.header
    case .invariant(let syntax): syntax.header
    case .defaults(let syntax): syntax.header
    }
  }
}
