import GeneratedNames
import Semantics
import Text

/// Prints events, calls, renders and dispatches.
struct SwiftEvents {
  let context: SwiftContext
  /// The contract of the rule set; nil if it is not known yet.
  var contract: Contract?

  func write(_ out: inout CodeWriter) {
    if context.rules.hasBridge || !context.rules.configurations.isEmpty { writeContract(&out) }
    if !context.rules.events.isEmpty { writeDispatches(&out) }
    for event in context.rules.events {
      let name = context.prefix + SwiftNames.event(event.name)
      context.declaration(event.declared, named: name, "nonisolated struct \(name): WebEvent", &out)
      { out in
        out.line(context.access, "static let name = ", SwiftText.literal(event.identifier))
        let queue =
          switch event.queue {
          case .atMost(let count): "atMost(\(count))"
          case .newest: "newest"
          case .none: "none"
          }
        out.line(context.access, "static let queue = EventQueue.", queue)
        context.origins(event.origins, &out)
        writeBody(event.sends, &out)
      }
    }
    for call in context.rules.calls { write(call, &out) }
    for render in context.rules.renders { write(render, &out) }
  }

  private func writeContract(_ out: inout CodeWriter) {
    let contract = contract ?? Contract(context.rules)
    out.blank()
    out.block("nonisolated extension BridgeContract") { out in
      out.line(
        "/// The names that this app supports; a web view supports only the messages of its configuration."
      )
      out.line(context.access, "static let ", context.contract, " = BridgeContract(")
      out.indented { out in
        out.line("version: ", SwiftText.literal(contract.version), ",")
        out.list("messages: [", contract.messages.map { SwiftText.literal($0) }, "],")
        out.list("events: [", contract.events.map { SwiftText.literal($0) }, "],")
        let first = context.rules.events.isEmpty ? nil : context.rules.eventDispatches.first
        let dispatch =
          first.map { ", dispatch: .\(SwiftNames.afterDot(context.prefix + $0.name))" } ?? ""
        out.list(
          "calls: [", contract.calls.map { SwiftText.literal($0) }, "]" + dispatch + ")")
      }
    }
  }

  private func writeDispatches(_ out: inout CodeWriter) {
    out.blank()
    out.block("nonisolated extension EventDispatch") { out in
      for dispatch in context.rules.eventDispatches {
        // The default dispatch is in no rule file.
        if dispatch.declared.location.span.end > 0 {
          context.reference(dispatch.declared.location, &out)
        }
        out.documentation(dispatch.declared)
        let (style, target) =
          switch dispatch.style {
          case .customEvent(let type): ("customEvent", type)
          case .function(let path): ("function", path)
          case .functionNamed(let path): ("function", path.joined(separator: "."))
          }
        let name = SwiftNames.escapedMember(context.prefix + dispatch.name)
        out.list(
          "\(context.access)static let \(name) = EventDispatch(",
          ["style: .\(style)", "target: \(SwiftText.literal(target))"]
            + (dispatch.sends.map { ["sends: " + SwiftPageValues().list($0)] } ?? []), ")")
      }
      if context.rules.eventDispatches.isEmpty {
        out.line(
          context.access, "static let ", SwiftNames.escapedMember(context.prefix + "Default"),
          " = EventDispatch(style: .customEvent, target: \"WebAppEvent\")")
      }
    }
  }

  /// Returns the expression that creates the event.
  func signature(of event: Event) -> String {
    context.prefix + SwiftNames.event(event.name) + initializer(event.sends)
  }

  /// Returns the expression that creates the call, and the type of its reply.
  func signature(of call: Call) -> String {
    let reply = call.replies.map { " -> " + context.type($0) } ?? ""
    return context.prefix + SwiftNames.call(call.name) + initializer(call.sends) + reply
  }

  private func initializer(_ sends: ValueType?) -> String {
    "(" + (sends.map { "_ body: " + context.type($0) } ?? "") + ")"
  }

  /// Writes the body and the payload of an event or call.
  private func writeBody(_ sends: ValueType?, _ out: inout CodeWriter) {
    let access = context.access
    guard let sends else {
      out.line(access, "var payload: JSON { .null }")
      out.blank()
      out.line(access, "init() {}")
      return
    }
    out.line(access, "var body: ", context.type(sends))
    out.line(access, "var payload: JSON { body.encodedJSON }")
    out.blank()
    out.line(access, "init(_ body: ", context.type(sends), ") { self.body = body }")
  }

  private func write(_ call: Call, _ out: inout CodeWriter) {
    let name = context.prefix + SwiftNames.call(call.name)
    let access = context.access
    context.declaration(call.declared, named: name, "nonisolated struct \(name): WebCall", &out) {
      out in
      out.line(access, "static let name = ", SwiftText.literal(call.identifier))
      if call.isFunction {
        let names = context.rules.parameters(of: call).map { SwiftText.literal($0.wireName) }
        out.list("\(access)static let parameters: [String]? = [", names, "]")
      }
      if call.isValue { out.line(access, "static let isValue = true") }
      context.origins(call.origins, &out)
      writeBody(call.sends, &out)
      out.blank()
      if let replies = call.replies {
        out.line(
          access, "func reply(from json: JSON) throws -> ", context.type(replies), " { try ",
          context.initializer(replies), "(json: json) }")
      } else {
        out.line(access, "func reply(from json: JSON) throws {}")
      }
    }
  }

  private func write(_ render: Render, _ out: inout CodeWriter) {
    let name = context.prefix + SwiftNames.render(render.name)
    let access = context.access
    context.declaration(render.declared, named: name, "nonisolated struct \(name): WebRender", &out)
    { out in
      out.line(access, "init() {}")
      out.blank()
      out.block("\(access)var calls: [any WebCall]") { out in
        out.line(render.items.isEmpty ? "let" : "var", " calls: [any WebCall] = []")
        for item in render.items {
          let call = context.rules[item.call]
          let type = context.name(call.declared, SwiftNames.call(call.name))
          out.line("calls.append(", type, "(", payload(item.payload, call), "))")
        }
        out.line("return calls")
      }
    }
  }

  private func payload(_ payload: RenderPayload, _ call: Call) -> String {
    switch payload {
    case .none: return ""
    case .value(let literal):
      return call.sends.map { context.expression(literal, as: $0).text } ?? ""
    case .fields(let id, let literals):
      let model = context.rules[id]
      let arguments = zip(model.fields, literals).map { field, literal in
        "\(SwiftNames.argumentLabel(field.name)): \(context.expression(literal, as: field.type).text)"
      }
      return context.name(model.declared, model.name) + "("
        + arguments.joined(separator: ", ") + ")"
    }
  }
}
