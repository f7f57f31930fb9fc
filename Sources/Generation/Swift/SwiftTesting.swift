import Semantics
import Text

/// Prints the test page for the tests of an app, with the page's side of each message, event and call.
struct SwiftTesting {
  let context: SwiftContext

  /// Writes an extension of `TestPage`.
  func write(_ out: inout CodeWriter) {
    out.indented { out in
      out.block("extension TestPage") { out in
        for strategy in context.rules.strategies { write(strategy, &out) }
        for event in context.rules.events { write(event, &out) }
        for call in context.rules.calls { write(call, &out) }
      }
    }
  }

  private func write(_ strategy: Strategy, _ out: inout CodeWriter) {
    let parameter = strategy.receives.map { "_ message: " + context.type($0) } ?? ""
    let result = strategy.replies.map { " -> " + context.type($0) } ?? ""
    out.blank()
    out.documentation(strategy.declared.documentation)
    let head = name("send", strategy.name) + "(\(parameter)) async throws\(result)"
    out.block(
      (strategy.replies == nil ? "" : "@discardableResult ") + context.access + "func " + head
    ) {
      out in
      var body = strategy.receives == nil ? ".null" : "message.encodedJSON"
      if strategy.receivesText { body = ".string(\(body).text)" }
      var handler = strategy.identifier
      if let channel = strategy.channel.map({ context.rules[$0] }) {
        handler = channel.identifier
        let name = SwiftText.literal(strategy.identifier)
        let discriminator = SwiftText.literal(channel.discriminator)
        switch channel.payload {
        case .field(let field):
          out.list(
            "let body: [String: JSON] = [",
            ["\(discriminator): .string(\(name))", "\(SwiftText.literal(field)): \(body)"], "]")
          body = ".object(body)"
        case .inline: body = "inlineMessage(\(name), by: \(discriminator), inline: \(body))"
        }
      }
      let send = "send(\(body), to: \(SwiftText.literal(handler)))"
      if let replies = strategy.replies {
        out.line(
          strategy.channel == nil ? "" : "return ", "try await ", context.initializer(replies),
          "(json: ", send, strategy.repliesText ? ".valueOfText)" : ")")
      } else {
        out.line("try await ", send)
      }
    }
  }

  private func write(_ event: Event, _ out: inout CodeWriter) {
    let identifier = SwiftText.literal(event.identifier)
    out.blank()
    let function = context.access + "func " + name("received", event.name) + "()"
    if let sends = event.sends {
      out.line(
        "/// The `", SwiftText.comment(event.name[...]),
        "` events that the page has received, oldest first.")
      out.block("\(function) throws -> [\(context.type(sends))]") { out in
        out.line(
          "try received(", identifier, ").map { try ", context.initializer(sends), "(json: $0) }")
      }
    } else {
      out.line(
        "/// The number of `", SwiftText.comment(event.name[...]),
        "` events that the page has received.")
      out.block("\(function) -> Int") { out in
        out.line("received(", identifier, ").count")
      }
    }
  }

  private func write(_ call: Call, _ out: inout CodeWriter) {
    let payload = call.sends.map { context.type($0) } ?? ""
    let reply = call.replies.map { context.type($0) } ?? "Void"
    out.blank()
    out.documentation(call.declared.documentation)
    out.line(context.access, "func ", name("implement", call.name), "(")
    out.line("  _ function: @escaping @MainActor (", payload, ") async throws -> ", reply)
    out.enclosed(") {", "}") { out in
      let argument = call.sends.map { context.initializer($0) + "(json: json)" } ?? ""
      let head =
        "implement(\(SwiftText.literal(call.identifier))) { \(call.sends == nil ? "_" : "json") in"
      out.enclosed(head, "}") { out in
        if call.replies == nil {
          out.line("try await function(", argument, ")")
          out.line("return .null")
        } else {
          out.line("try await function(", argument, ").encodedJSON")
        }
      }
    }
  }

  private func name(_ verb: String, _ name: String) -> String {
    verb + context.prefix + name.capitalizedFirst
  }
}
