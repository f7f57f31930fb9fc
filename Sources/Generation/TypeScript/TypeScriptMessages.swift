import Semantics

/// Prints the exported functions: strategies, events, calls.
extension TypeScriptPrinter {
  // MARK: Strategies

  mutating func printStrategies() {
    if rules.strategies.isEmpty { return }
    printAvailability()
    printSupports()
    if rules.strategies.contains(where: { $0.replies != nil }) {
      writer.blank()
      writer.line(
        """
        export interface SendOptions {
          /** Milliseconds; without it the app may take as long as it likes. */
          timeout?: number | undefined;
          /** Ends the waiting when it aborts; what has been sent stays sent. */
          signal?: AbortSignal | undefined;
        }
        """)
    }
    for strategy in rules.strategies { printStrategy(strategy) }
  }

  /// What each side knows of the other: app and page are released apart.
  mutating func printContract() {
    use(.bridgeState)
    let contract = Contract(rules)
    writer.blank()
    writer.line(
      """
      /** What one side knows: app and page are released apart, so each tells the other. */
      export interface BridgeContract {
        /** The same for the same messages, events, calls and types. */
        readonly version: string;
        /** Identifiers of what a page may send; those of a channel behind its own: `app.open`. */
        readonly messages: readonly string[];
        readonly events: readonly string[];
        readonly calls: readonly string[];
      }

      /** What this page knows. */
      export const contract: BridgeContract = {
      """)
    writer.indented { writer in
      writer.line("version: ", TypeScriptText.quoted(contract.version), ",")
      for (key, names) in [
        ("messages", contract.messages), ("events", contract.events), ("calls", contract.calls),
      ] {
        writer.list("\(key): [", names.map(TypeScriptText.quoted), "],", trailingComma: true)
      }
    }
    writer.line(
      """
      };

      /** What the app knows, and takes from this page; undefined in a browser and in older apps. */
      export function appContract(): BridgeContract | undefined {
        return bridgeState().app;
      }
      """)
  }

  private mutating func printSupports() {
    writer.blank()
    writer.line("/** A message that the app may take from this page. */")
    printAlternatives(
      "export type MessageName =", Contract(rules).messages.map(TypeScriptText.quoted))
    let isPlain = rules.channels.isEmpty
    if !isPlain {
      var handlers: [(name: String, handler: String)] = []
      var seen: Set<String> = []
      for strategy in rules.strategies {
        let name = Contract.name(of: strategy, rules)
        let handler = strategy.channel.map { rules[$0].identifier } ?? strategy.identifier
        if seen.insert(name).inserted { handlers.append((name, handler)) }
      }
      handlers.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
      writer.blank()
      writer.line("/** The message handler of each message. */")
      writer.line("const handlerNames: Readonly<Record<MessageName, MessageHandlerName>> = {")
      writer.indented { writer in
        for (name, handler) in handlers {
          writer.line(TypeScriptText.key(name), ": ", TypeScriptText.quoted(handler), ",")
        }
      }
      writer.line("};")
    }
    writer.blank()
    writer.line(
      """
      /**
       * Whether the app takes this message from this page: false in a browser, in an app of a version
       * that does not know it, and in web views of another role.
       */
      export function supports(name: MessageName): boolean {
        if (!isAvailable(\(isPlain ? "name" : "handlerNames[name]"))) return false;
        const app = appContract();
        return app === undefined || app.messages.includes(name);
      }
      """)
  }

  private mutating func printAvailability() {
    use(.messageHandler)
    var names: [String] = []
    for strategy in rules.strategies where strategy.channel == nil {
      names.append(strategy.identifier)
    }
    names += rules.channels.map(\.identifier)
    var seen: Set<String> = []
    names = names.filter { seen.insert($0).inserted }
    names.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    writer.blank()
    writer.line("/** A message handler that the app may offer to this page. */")
    printAlternatives("export type MessageHandlerName =", names.map(TypeScriptText.quoted))
    writer.blank()
    writer.line(
      """
      /**
       * Whether the app takes messages by this name: false in a browser, in an older app and in web
       * views of another role.
       */
      export function isAvailable(name: MessageHandlerName): boolean {
        return messageHandler(name) !== undefined;
      }
      """)
  }

  private mutating func printStrategy(_ strategy: Strategy) {
    let channel = strategy.channel.map { rules[$0] }
    let label = channel.map { "\($0.identifier).\(strategy.identifier)" } ?? strategy.identifier
    let handler = TypeScriptText.quoted(channel?.identifier ?? strategy.identifier)

    var parameters: [String] = []
    var value = "null"
    var write = use(.writeNothing, "writeNothing", if: strategy.receives == nil)
    if let type = strategy.receives {
      value = parameterName(type)
      parameters = [parameter(value, type)]
      write = writer(type)
    }
    if let channel {
      use(.inEnvelope)
      let field = TypeScriptText.quoted(channel.discriminator)
      write = "inEnvelope(\(field), \(TypeScriptText.quoted(strategy.identifier)), \(write))"
    }
    var arguments = [handler, value, write]
    let result: String
    let function: String
    if let replies = strategy.replies {
      function = use(.request, "return request")
      arguments.append(reader(replies))
      arguments.append("options")
      parameters.append("options?: SendOptions")
      result = "Promise<\(types.typeName(replies, isInput: false))>"
    } else {
      function = use(.post, "post")
      result = "void"
    }
    if channel != nil { arguments.append(TypeScriptText.quoted(label)) }

    var notes: [String] = []
    if !strategy.origins.isEmpty {
      let origins = strategy.origins.map { rules[$0].name }.joined(separator: ", ")
      notes.append("Taken from pages of \(origins) only.")
    }
    var declared = strategy.declared
    if !notes.isEmpty || declared.documentation == nil {
      let text = declared.documentation ?? "Sends \(quotedForText(label)) to the app."
      declared.documentation = ([text] + notes).joined(separator: "\n\n")
    }
    writer.blank()
    writer.jsDoc(declared)
    writer.list(
      "export function \(TypeScriptNames.send(strategy.name))(", parameters, "): \(result) {",
      trailingComma: true)
    writer.indented { $0.list("\(function)(", arguments, ");", trailingComma: true) }
    writer.line("}")
  }

  // MARK: Events

  mutating func printEvents() {
    if rules.events.isEmpty { return }
    use(.subscribe)
    use(.next)
    writer.blank()
    writer.line(
      """
      export interface ListenOptions {
        /** Ends the listening when it aborts. */
        signal?: AbortSignal | undefined;
      }
      """)
    for event in rules.events { printEvent(event) }
    printListening()
  }

  private mutating func printEvent(_ event: Event) {
    let type = event.sends.map { types.typeName($0, isInput: false) }
    let name = TypeScriptText.quoted(event.identifier)
    let read = event.sends.map { reader($0) } ?? use(.readNothing, "readNothing")
    let listener =
      if let sends = event.sends, let type { "(\(parameterName(sends)): \(type)) => void" } else {
        "() => void"
      }
    var declared = event.declared
    declared.documentation =
      declared.documentation ?? "Listens to the app's event \(quotedForText(event.identifier))."
    writer.blank()
    writer.jsDoc(declared, tags: ["@returns a function that ends the listening"])
    writer.list(
      "export function \(TypeScriptNames.on(event.name))(",
      ["listener: \(listener)", "options?: ListenOptions"], "): () => void {", trailingComma: true)
    writer.indented {
      $0.list("return subscribe(", [name, read, "listener", "options"], ");", trailingComma: true)
    }
    writer.line("}")

    declared.documentation = "The next event \(quotedForText(event.identifier))."
    writer.blank()
    writer.jsDoc(declared)
    writer.list(
      "export function \(TypeScriptNames.once(event.name))(", ["options?: ListenOptions"],
      "): Promise<\(type ?? "void")> {", trailingComma: true)
    writer.indented { $0.list("return next(", [name, read, "options"], ");", trailingComma: true) }
    writer.line("}")
  }

  /// Listening starts with the first listener, since a module without side effects can be left out.
  private mutating func printListening() {
    var lines: [String] = []
    var seen: Set<Dispatch.Style> = []
    let styles =
      rules.dispatches.isEmpty ? [.customEvent("WebAppEvent")] : rules.dispatches.map(\.style)
    for style in styles where seen.insert(style).inserted {
      switch style {
      case .customEvent(let type):
        use(.receiveEvent)
        lines.append(
          "globalThis.addEventListener(\(TypeScriptText.quoted(type)), receiveEvent);")
      case .function(let path):
        use(.receiveFunction)
        lines.append("receiveFunction(\(TypeScriptText.quoted(path)));")
      }
    }
    writer.blank()
    writer.line("function startListening(): void {")
    writer.indented { writer in
      writer.line("if (isListening) return;")
      writer.line("isListening = true;")
      lines.forEach { writer.line($0) }
    }
    writer.line("}")
  }

  // MARK: Calls

  mutating func printCalls() {
    for call in rules.calls { printCall(call) }
  }

  private mutating func printCall(_ call: Call) {
    use(.implement)
    let name = TypeScriptText.quoted(call.identifier)
    let read = call.sends.map { reader($0) } ?? use(.readNothing, "readNothing")
    let write = call.replies.map { writer($0) } ?? use(.writeNothing, "writeNothing")
    let parameter =
      call.sends.map { "\(parameterName($0)): \(types.typeName($0, isInput: false))" } ?? ""
    let reply = call.replies.map { types.typeName($0, isInput: true) } ?? "void"
    var declared = call.declared
    declared.documentation =
      declared.documentation ?? "Answers the app's call \(quotedForText(call.identifier))."
    writer.blank()
    writer.jsDoc(declared, tags: ["@returns a function that takes the implementation away"])
    writer.list(
      "export function \(TypeScriptNames.implement(call.name))(",
      ["implementation: (\(parameter)) => \(reply) | Promise<\(reply)>"], "): () => void {",
      trailingComma: true)
    writer.indented {
      $0.list(
        "return implement(", [name, read, "implementation", write], ");", trailingComma: true)
    }
    writer.line("}")
  }

  // MARK: Parameters

  /// An identifier as a comment shows it.
  private func quotedForText(_ identifier: String) -> String {
    let isPlain = identifier.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "`") }
    return isPlain ? "`\(identifier)`" : TypeScriptText.quoted(identifier)
  }

  private func parameter(_ name: String, _ type: ValueType) -> String {
    "\(name)\(type.isOptional ? "?" : ""): \(types.typeName(type, isInput: true))"
  }

  private func parameterName(_ type: ValueType) -> String {
    switch type {
    case .array, .dictionary: "values"
    case .optional(let inner): parameterName(inner)
    case .model(let id): TypeScriptNames.parameter(rules.models[Int(id.index)].name)
    case .enumeration(let id): TypeScriptNames.parameter(rules.enumerations[Int(id.index)].name)
    case .union(let id): TypeScriptNames.parameter(rules.unions[Int(id.index)].name)
    default: "value"
    }
  }
}
