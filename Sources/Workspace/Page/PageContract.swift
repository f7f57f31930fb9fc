import Diagnostics
import Generation
import Semantics
import Text

/// Writes the messages, events and calls between app and page, with their types.
struct PageContract {
  let set: LoadedRuleSet

  private var rules: RuleSet { self.set.rules }

  /// `{"messages":[…],"events":[…],"calls":[…],"models":[…],"unions":[…],"types"}`, with the types in TypeScript.
  func write(_ writer: inout JSONWriter) {
    let signatures = ContractSignatures(rules)
    writer.object { writer in
      writer.key("messages")
      writer.array { writer in
        for (strategy, signature) in zip(rules.strategies, signatures.strategies) {
          writer.object { writer in
            write(strategy, &writer)
            Self.write(signature, &writer)
          }
        }
      }
      writer.key("events")
      writer.array { writer in
        for (event, signature) in zip(rules.events, signatures.events) {
          writer.object { writer in
            write(event.declared, event.identifier, event.sends, nil, event.origins, &writer)
            Self.write(signature, &writer)
          }
        }
      }
      writer.key("calls")
      writer.array { writer in
        for (call, signature) in zip(rules.calls, signatures.calls) {
          writer.object { writer in
            write(call.declared, call.identifier, call.sends, call.replies, call.origins, &writer)
            writer.key("isFunction")
            writer.bool(call.isFunction)
            Self.write(signature, &writer)
          }
        }
      }
      writeTypes(&writer)
      writer.key("types")
      writer.string(signatures.typeScriptTypes)
    }
  }

  /// The members `"typescript"` and `"swift"`.
  private static func write(
    _ signature: ContractSignatures.Signature, _ writer: inout JSONWriter
  ) {
    writer.key("typescript")
    writer.string(signature.typeScript)
    writer.key("swift")
    writer.string(signature.swift)
  }

  /// The members of a message, event or call: `"sends"` and `"replies"` are types or null.
  private func write(
    _ declared: Declared, _ identifier: String, _ sends: ValueType?, _ replies: ValueType?,
    _ origins: [ID<Origin>], _ writer: inout JSONWriter
  ) {
    PageDeclarations.write(declared, set.places, &writer)
    writer.key("identifier")
    writer.string(identifier)
    for (key, type) in [("sends", sends), ("replies", replies)] {
      writer.key(key)
      if let type { PageTypes.write(type, rules, &writer) } else { writer.null() }
    }
    writer.key("origins")
    writer.array { writer in for origin in origins { writer.string(rules[origin].name) } }
  }

  /// A message has `"handler"`, and in a channel `"by"` with the field of its identifier and `"payload"`, which is null
  /// if the fields of the payload are beside it.
  private func write(_ strategy: Strategy, _ writer: inout JSONWriter) {
    write(
      strategy.declared, strategy.identifier, strategy.receives, strategy.replies,
      strategy.origins, &writer)
    writer.key("isText")
    writer.bool(strategy.receivesText)
    writer.key("frames")
    writer.string(strategy.frames.rawValue)
    writer.key("isIsolated")
    writer.bool(rules.isIsolated(strategy))
    writer.key("handler")
    guard let channel = strategy.channel.map({ rules[$0] }) else {
      writer.string(strategy.identifier)
      return
    }
    writer.string(channel.identifier)
    writer.key("by")
    writer.string(channel.discriminator)
    writer.key("payload")
    switch channel.payload {
    case .field(let name): writer.string(name)
    case .inline: writer.null()
    }
  }

  private func writeTypes(_ writer: inout JSONWriter) {
    writer.key("models")
    writer.array { writer in
      for model in rules.models {
        writer.object { writer in
          writer.key("name")
          writer.string(model.name)
          write(model.fields, &writer)
        }
      }
    }
    writer.key("unions")
    writer.array { writer in
      for union in rules.unions {
        writer.object { writer in
          writer.key("name")
          writer.string(union.name)
          writer.key("by")
          writer.string(union.discriminator)
          writer.key("cases")
          writer.array { writer in
            for item in union.cases {
              writer.object { writer in
                writer.key("wire")
                writer.string(item.wireName)
                write(item.fields, &writer)
              }
            }
          }
        }
      }
    }
  }

  /// `"fields":[{"name","wire","type","default"}]`; the default is a constant or null.
  private func write(_ fields: [Field], _ writer: inout JSONWriter) {
    writer.key("fields")
    writer.array { writer in
      for field in fields {
        writer.object { writer in
          writer.key("name")
          writer.string(field.name)
          writer.key("wire")
          writer.string(field.wireName)
          writer.key("type")
          PageTypes.write(field.type, rules, &writer)
          writer.key("default")
          if let value = field.defaultValue {
            PageTypes.write(value, rules, &writer)
          } else {
            writer.null()
          }
        }
      }
    }
  }
}

/// Writes the parts common to all declarations.
enum PageDeclarations {
  /// The members `name`, `at`, and `documentation` and `deprecated` if there are such texts.
  static func write(_ declared: Declared, _ places: SourcePlaces, _ writer: inout JSONWriter) {
    writer.key("name")
    writer.string(declared.name)
    writer.key("at")
    PageConditions(places: places).write(declared.location, &writer)
    if let text = declared.documentation {
      writer.key("documentation")
      writer.string(text)
    }
    if let text = declared.deprecated {
      writer.key("deprecated")
      writer.string(text)
    }
  }
}
