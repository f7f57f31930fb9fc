import GeneratedNames

extension TypeScriptDeclaration {
  /// Creates the declaration of a constant with the contract.
  init(_ contract: Contract, name: TypeScriptNames.Fixed, isExported: Bool) {
    func list(_ names: [String]) -> TypeScriptExpression { .array(names.map { .string($0) }) }
    let properties: [TypeScriptProperty] = [
      .value(key: "version", .string(contract.version)),
      .value(key: "messages", list(contract.messages)),
      .value(key: "events", list(contract.events)), .value(key: "calls", list(contract.calls)),
    ]
    self.init(
      isExported: isExported, name: name,
      kind: .constant(type: .runtime(.bridgeContract), .object(properties, isBroken: true)))
  }
}
