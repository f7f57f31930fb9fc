import GeneratedNames
import Semantics

/// Prints the functions that listen to events of the app, and the functions that implement its calls.
struct TypeScriptEvents {
  let types: TypeScriptTypes
  let conversions: TypeScriptConversions

  private var rules: RuleSet { types.rules }

  func print(to printer: inout TypeScriptPrinter) {
    // A page without the module has functions of its own for events.
    let events = rules.hasListeners ? rules.events : []
    for event in events {
      printer.print(listening(to: event))
      printer.print(awaiting(event))
    }
    if !events.isEmpty { printer.print(registration()) }
    for call in rules.calls where call.isRegistered { printer.print(implementation(of: call)) }
  }

  private func parameters(_ type: ValueType?) -> [TypeScriptParameter] {
    guard let type else { return [] }
    return [
      TypeScriptParameter(
        name: types.parameterName(type), type: types.type(type, isInput: false))
    ]
  }

  // MARK: Events

  private static let options = TypeScriptParameter(
    name: "options", isOptional: true, type: .runtime(.listenOptions))

  func listening(to event: Event) -> TypeScriptDeclaration {
    var documentation = JSDoc(event.declared)
      .orElse("Listens to the app's event \(TypeScriptText.code(event.identifier)).")
    documentation.add("The app sends it to", event.origins, rules)
    documentation.tags.insert("@returns a function that stops listening", at: 0)
    let listener = TypeScriptParameter(
      name: "listener", type: .function(parameters(event.sends), .void))
    let arguments = [
      .string(event.identifier), conversions.reader(event.sends), .name("listener"),
      .name("options"),
    ]
    return TypeScriptDeclaration(
      documentation: documentation, name: TypeScriptNames.on(event.name),
      kind: .function(
        [listener, Self.options], .function([], .void), [.return(.call(.subscribe, arguments))]))
  }

  private func awaiting(_ event: Event) -> TypeScriptDeclaration {
    var documentation = JSDoc(event.declared)
    documentation.text = "Waits for the next event \(TypeScriptText.code(event.identifier))."
    let type = event.sends.map { types.type($0, isInput: false) } ?? .void
    let arguments = [
      .string(event.identifier), conversions.reader(event.sends), .name("options"),
    ]
    return TypeScriptDeclaration(
      documentation: documentation, name: TypeScriptNames.once(event.name),
      kind: .function([Self.options], .promise(type), [.return(.call(.next, arguments))]))
  }

  /// Returns the function that registers with every dispatch through which the app may send events.
  private func registration() -> TypeScriptDeclaration {
    var statements: [TypeScriptStatement] = []
    var seen: Set<Dispatch.Style> = []
    for style in types.dispatchStyles where seen.insert(style).inserted {
      switch style {
      case .customEvent(let type):
        let addListener = TypeScriptExpression.member(.global(.globalThis), "addEventListener")
        statements.append(
          .expression(.invoke(addListener, [.string(type), .runtime(.receiveEvent)])))
      case .function(let path):
        statements.append(.expression(.call(.receiveFunction, [.string(path)])))
      case .functionNamed: break
      }
    }
    return TypeScriptDeclaration(
      isExported: false, name: .startListening, kind: .function([], .void, statements))
  }

  // MARK: Calls

  func implementation(of call: Call) -> TypeScriptDeclaration {
    var documentation = JSDoc(call.declared)
      .orElse("Implements the app's call \(TypeScriptText.code(call.identifier)).")
    documentation.add("The app makes it in", call.origins, rules)
    documentation.tags.insert("@returns a function that removes the implementation", at: 0)
    let reply = call.replies.map { types.type($0, isInput: true) } ?? .void
    let implementation = TypeScriptParameter(
      name: "implementation",
      type: .function(parameters(call.sends), .union([reply, .promise(reply)])))
    let arguments = [
      .string(call.identifier), conversions.reader(call.sends), .name("implementation"),
      conversions.writer(call.replies),
    ]
    return TypeScriptDeclaration(
      documentation: documentation, name: TypeScriptNames.implement(call.name),
      kind: .function(
        [implementation], .function([], .void), [.return(.call(.implement, arguments))]))
  }
}
