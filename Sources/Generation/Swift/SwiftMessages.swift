import GeneratedNames
import Requests
import Semantics

/// Prints origins, strategies and channels.
struct SwiftMessages {
  let context: SwiftContext

  func write(_ out: inout CodeWriter) {
    writeOrigins(&out)
    if context.rules.strategies.isEmpty { return }
    writeAnswers(&out)
    writeReceiver(&out)
    writeBase(&out)
    writeGivenBase(&out)
    for strategy in context.rules.strategies { write(strategy, &out) }
    for channel in context.rules.channels { write(channel, &out) }
  }

  private func writeOrigins(_ out: inout CodeWriter) {
    let given = Set(context.rules.givenOrigins)
    let origins = context.rules.origins.enumerated().filter { number, origin in
      origin.value == nil || given.contains(ID(number))
    }.map { $0.element }
    if origins.isEmpty { return }
    out.blank()
    out.block("nonisolated extension TrustedOrigin") { out in
      for origin in origins {
        context.reference(origin.declared.location, &out)
        out.documentation(origin.declared)
        let name = SwiftNames.escapedMember(context.prefix + origin.name)
        if origin.value != nil {
          out.line(
            context.access, "static let ", name, " = TrustedOrigin(given: ",
            SwiftText.literal(origin.name), ")")
          continue
        }
        let parts = origin.patterns.map(context.originPattern)
        out.list("\(context.access)static let \(name) = TrustedOrigin(", parts, ")")
      }
    }
  }

  /// Writes the dispatches of replies.
  private func writeAnswers(_ out: inout CodeWriter) {
    let ways = context.rules.dispatches.filter { $0.answer != nil }
    if ways.isEmpty { return }
    let values = SwiftPageValues()
    out.blank()
    out.block("nonisolated extension PageAnswer") { out in
      for way in ways {
        guard let answer = way.answer else { continue }
        context.reference(way.declared.location, &out)
        out.documentation(way.declared)
        let target =
          switch way.style {
          case .customEvent(let type): ".customEvent(\(SwiftText.literal(type)))"
          case .function(let path): ".function(\(SwiftText.literal(path)))"
          case .functionNamed(let path):
            ".functionNamed(by: [\(path.map { SwiftText.literal($0) }.joined(separator: ", "))])"
          }
        let name = SwiftNames.escapedMember(context.prefix + way.name)
        out.list(
          "\(context.access)static let \(name) = PageAnswer(",
          [
            "to: " + target, "replies: " + values.list(answer.replies),
            "fails: " + values.list(answer.fails),
          ], ")")
      }
    }
  }

  /// Returns the member of `PageAnswer` for a dispatch.
  private func member(_ way: ID<Dispatch>) -> String {
    "." + SwiftNames.afterDot(context.prefix + context.rules[way].name)
  }

  private func writeReceiver(_ out: inout CodeWriter) {
    out.blank()
    out.line(
      "/// Handles the messages of the app's pages. Strategies do not keep it alive.")
    out.block(
      "@MainActor \(context.access)protocol \(context.prefix)ScriptMessageReceiver: AnyObject"
    ) { out in
      for strategy in context.rules.strategies {
        context.reference(strategy.declared.location, &out)
        out.documentation(strategy.declared)
        out.line(signature(of: strategy))
      }
    }
  }

  /// Returns the signature of the receiver's method for a message.
  func signature(of strategy: Strategy) -> String {
    let message = strategy.receives.map { "_ message: " + context.type($0) }
    let sender = strategy.givesSender ? "from sender: MessageSender" : nil
    let parameters = [message, sender].compactMap { $0 }.joined(separator: ", ")
    let result = strategy.replies.map { " -> " + context.type($0) } ?? ""
    return "func \(SwiftNames.escapedMember(strategy.name))(\(parameters)) async throws\(result)"
  }

  /// Writes the base class of all strategies.
  private func writeBase(_ out: inout CodeWriter) {
    let access = context.access
    out.blank()
    out.line("/// A strategy that calls a receiver. It keeps neither of its parameters alive.")
    out.block("@MainActor \(access)class \(context.prefix)ReceiverBoundStrategy") { out in
      out.line("private weak var receiver: (any \(context.prefix)ScriptMessageReceiver)?")
      out.line(
        access,
        "private(set) weak var errorDelegate: (any ScriptMessageErrorDelegate)?")
      out.blank()
      writeInitializer(takesEnvironment: false, &out) { out in
        out.line("self.receiver = receiver")
        out.line("self.errorDelegate = errorDelegate")
      }
      out.blank()
      out.block("fileprivate func listening() throws -> any \(context.prefix)ScriptMessageReceiver")
      { out in
        out.line("guard let receiver else { throw ScriptMessageError.receiverIsGone }")
        out.line("return receiver")
      }
    }
  }

  /// Writes the base class of the strategies for origins that the app gives.
  private func writeGivenBase(_ out: inout CodeWriter) {
    guard context.rules.strategies.contains(where: { context.rules.areGiven($0.origins) }) else {
      return
    }
    let access = context.access
    let base = "\(context.prefix)ReceiverBoundStrategy"
    out.blank()
    out.line("/// A strategy for pages of origins that the app gives.")
    out.block("@MainActor \(access)class \(context.prefix)EnvironmentBoundStrategy: \(base)") {
      out in
      out.line(access, "private(set) weak var originSource: (any OriginSource)?")
      out.blank()
      writeInitializer(takesEnvironment: true, &out) { out in
        out.line("originSource = environment")
        out.line("super.init(receiver: receiver, errorDelegate: errorDelegate)")
      }
    }
  }

  private func writeInitializer(
    takesEnvironment: Bool, _ out: inout CodeWriter, _ body: (inout CodeWriter) -> Void
  ) {
    out.line(context.access, "init(")
    out.line("  receiver: any \(context.prefix)ScriptMessageReceiver,")
    if takesEnvironment { out.line("  environment: any \(context.prefix)NavigationEnvironment,") }
    out.line("  errorDelegate: (any ScriptMessageErrorDelegate)? = nil")
    out.enclosed(") {", "}", body)
  }

  private func write(_ strategy: Strategy, _ out: inout CodeWriter) {
    let access = context.access
    let name = context.prefix + SwiftNames.strategy(strategy.name)
    let base =
      context.rules.areGiven(strategy.origins)
      ? "EnvironmentBoundStrategy" : "ReceiverBoundStrategy"
    context.declaration(
      strategy.declared, named: name, attributes: "@MainActor ",
      "final class \(name): \(context.prefix)\(base), \(strategy.givesSender ? "SenderStrategy" : "ScriptMessageStrategy")",
      &out
    ) { out in
      out.line(access, "static let identifier = ", SwiftText.literal(strategy.identifier))
      let way = context.rules.way(of: strategy)
      out.line(
        access, "static let replies = ", String(strategy.replies != nil && way == nil))
      if let way { out.line(access, "static let pageAnswer: PageAnswer? = ", member(way)) }
      out.line(access, "static let isMainFrameOnly = ", String(strategy.frames == .main))
      if strategy.receivesText { out.line(access, "static let receivesText = true") }
      if strategy.isIsolated { out.line(access, "static let isIsolated = true") }
      context.origins(strategy.origins, &out)
      out.blank()
      let sender = strategy.givesSender ? ", from sender: MessageSender" : ""
      out.block("\(access)func receive(_ body: JSON\(sender)) async throws -> JSON") { out in
        let label = context.rules.isReadFromText(strategy.receives) ? "body: " : "json: "
        var body = label + (context.rules.canBeEmpty(strategy.receives) ? "body.orEmpty" : "body")
        if strategy.receivesText { body = "json: body" }
        let message = strategy.receives.map { context.initializer($0) + "(\(body))" }
        let arguments = [message, strategy.givesSender ? "from: sender" : nil]
          .compactMap { $0 }.joined(separator: ", ")
        let call = "listening().\(SwiftNames.afterDot(strategy.name))(\(arguments))"
        if strategy.replies == nil {
          out.line("try await ", call)
          out.line("return .null")
        } else if strategy.repliesText {
          out.line(".string(try await ", call, ".encodedJSON.text)")
        } else {
          out.line("try await ", call, ".encodedJSON")
        }
      }
    }
  }

  private func write(_ channel: Channel, _ out: inout CodeWriter) {
    let name = context.prefix + SwiftNames.channel(channel.name)
    context.declaration(
      channel.declared, named: name, attributes: "@MainActor ",
      "final class \(name): ScriptMessageChannel", &out
    ) { out in
      writeInitializer(takesEnvironment: context.rules.takesEnvironment(channel), &out) { out in
        let place: [String] =
          switch channel.payload {
          case .default: []
          case .field(let name): ["payload: .field(\(SwiftText.literal(name)))"]
          case .inline: ["payload: .inline"]
          }
        let world = channel.isIsolated ? ["isIsolated: true"] : []
        out.list(
          "super.init(",
          [
            SwiftText.literal(channel.identifier),
            "by: \(SwiftText.literal(channel.discriminator))",
          ]
            + place + world + ["errorDelegate: errorDelegate"], ")")
        if let way = channel.via { out.line("pageAnswer = ", member(way)) }
        for id in channel.strategies {
          let strategy = context.rules[id]
          let type = context.name(strategy.declared, SwiftNames.strategy(strategy.name))
          out.line("add(", type, context.rules.arguments(of: strategy), ")")
        }
      }
    }
  }
}

extension RuleSet {
  /// Returns whether a strategy of the channel is for an origin that the app gives.
  func takesEnvironment(_ channel: Channel) -> Bool {
    channel.strategies.contains { areGiven(self[$0].origins) }
  }

  /// Returns the arguments that create a strategy.
  func arguments(of strategy: Strategy) -> String { Self.arguments(areGiven(strategy.origins)) }

  /// Returns the arguments that create a channel.
  func arguments(of channel: Channel) -> String { Self.arguments(takesEnvironment(channel)) }

  private static func arguments(_ takesEnvironment: Bool) -> String {
    "(receiver: receiver, \(takesEnvironment ? "environment: environment, " : "")errorDelegate: errorDelegate)"
  }
}
