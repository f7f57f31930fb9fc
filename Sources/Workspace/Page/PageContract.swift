import Diagnostics
import Generation
import Semantics
import Text

/// Writes the messages, events and calls between app and page, with their types.
struct PageContract {
  let set: LoadedRuleSet

  private var rules: RuleSet { self.set.rules }

  /// Writes the contract: `{"messages":[…],"events":[…],"calls":[…],"models":[…],"unions":[…],"types"}`. `types` is
  /// text in TypeScript.
  func write(_ writer: inout JSONWriter) {
    let signatures = ContractSignatures(rules)
    writer.object { writer in
      writer.objects("messages", zip(rules.strategies, signatures.strategies)) { pair, writer in
        let (strategy, signature) = pair
        write(strategy, &writer)
        Self.write(signature, &writer)
      }
      writer.objects("events", zip(rules.events, signatures.events)) { pair, writer in
        let (event, signature) = pair
        write(event.declared, event.identifier, event.sends, nil, event.origins, &writer)
        Self.write(signature, &writer)
      }
      writer.objects("calls", zip(rules.calls, signatures.calls)) { pair, writer in
        let (call, signature) = pair
        write(call.declared, call.identifier, call.sends, call.replies, call.origins, &writer)
        writer.bool("isFunction", !call.isRegistered)
        Self.write(signature, &writer)
      }
      writeTypes(&writer)
      writer.string("types", signatures.typeScriptTypes)
    }
  }

  /// Writes the members `"typescript"` and `"swift"`.
  private static func write(
    _ signature: ContractSignatures.Signature, _ writer: inout JSONWriter
  ) {
    writer.string("typescript", signature.typeScript)
    writer.string("swift", signature.swift)
  }

  /// Writes the members of a message, event or call. `"sends"` and `"replies"` are types or null.
  private func write(
    _ declared: Declared, _ identifier: String, _ sends: ValueType?, _ replies: ValueType?,
    _ origins: [ID<Origin>], _ writer: inout JSONWriter
  ) {
    PageDeclarations.write(declared, set.places, &writer)
    writer.string("identifier", identifier)
    for (key, type) in [("sends", sends), ("replies", replies)] {
      writer.key(key)
      if let type { PageTypes.write(type, rules, &writer) } else { writer.null() }
    }
    writer.objects("origins", origins) { origin, writer in
      writer.string("name", rules[origin].name)
      writer.array("pages", rules[origin].pages(in: rules)) { page, writer in writer.string(page) }
    }
  }

  /// Writes the members of a message. `"handler"` is the name of its message handler.
  ///
  /// In a channel there are also `"by"`, the field with the message's identifier, and `"payload"`, the field with the
  /// payload. The latter is null if the fields of the payload are next to the identifier.
  private func write(_ strategy: Strategy, _ writer: inout JSONWriter) {
    write(
      strategy.declared, strategy.identifier, strategy.receives, strategy.replies,
      strategy.origins, &writer)
    writer.bool("isText", strategy.receivesText)
    writer.string("frames", strategy.frames.rawValue)
    writer.bool("isIsolated", rules.isIsolated(strategy))
    writer.key("handler")
    guard let channel = strategy.channel.map({ rules[$0] }) else {
      writer.string(strategy.identifier)
      return
    }
    writer.string(channel.identifier)
    writer.string("by", channel.discriminator)
    writer.key("payload")
    switch channel.payload {
    case .field(let name): writer.string(name)
    case .inline: writer.null()
    }
  }

  private func writeTypes(_ writer: inout JSONWriter) {
    writer.objects("models", rules.models) { model, writer in
      writer.string("name", model.name)
      write(model.fields, &writer)
    }
    writer.objects("unions", rules.unions) { union, writer in
      writer.string("name", union.name)
      writer.string("by", union.discriminator)
      writer.objects("cases", union.cases) { item, writer in
        writer.string("wire", item.wireName)
        write(item.fields, &writer)
      }
    }
  }

  /// Writes `"fields":[{"name","wire","type","default"}]`. The default is a constant or null.
  private func write(_ fields: [Field], _ writer: inout JSONWriter) {
    writer.objects("fields", fields) { field, writer in
      writer.string("name", field.name)
      writer.string("wire", field.wireName)
      writer.member("type") { PageTypes.write(field.type, rules, &$0) }
      writer.key("default")
      if let value = field.defaultValue {
        PageTypes.write(value, rules, &writer)
      } else {
        writer.null()
      }
    }
  }
}

/// Writes the parts common to all declarations.
enum PageDeclarations {
  /// Writes the members `name` and `at`, and `documentation` and `deprecated` if there are such texts.
  static func write(_ declared: Declared, _ places: SourcePlaces, _ writer: inout JSONWriter) {
    writer.string("name", declared.name)
    writer.member("at") { PageConditions(places: places).write(declared.location, &$0) }
    if let text = declared.documentation { writer.string("documentation", text) }
    if let text = declared.deprecated { writer.string("deprecated", text) }
  }
}
