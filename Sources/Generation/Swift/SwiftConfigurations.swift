import GeneratedNames
import Interpreter
import Requests
import Semantics

extension Glob {
  /// The pattern of a host as text: its literals, `*` and `**`.
  fileprivate var text: String {
    elements.map { element in
      switch element {
      case .literal(let text): text
      case .run: "*"
      case .anything, .components, .capture, .captureText, .captureRest: "**"
      }
    }.joined()
  }
}

/// Prints user scripts, the roles of web views and the factory.
struct SwiftConfigurations {
  let context: SwiftContext

  func write(_ out: inout CodeWriter) {
    writeScripts(&out)
    if context.rules.configurations.isEmpty { return }
    writeRuleLists(&out)
    writeRoles(&out)
    writeFactory(&out)
  }

  // MARK: Scripts

  private func writeScripts(_ out: inout CodeWriter) {
    guard !context.rules.scripts.isEmpty else { return }
    writeScriptOrigins(&out)
    out.blank()
    out.block("nonisolated extension UserScript") { out in
      for script in context.rules.scripts {
        out.blank()
        context.reference(script.declared.location, &out)
        out.documentation(script.declared.documentation)
        if !script.parameters.isEmpty {
          writeFunctionWithValues(script, &out)
          continue
        }
        if context.rules.areGiven(script.origins) {
          writeFunction(script, &out)
          continue
        }
        let name = SwiftNames.escapedMember(context.prefix + script.name)
        var constant = context.access + "static let " + name
        if let reason = script.declared.deprecated {
          out.deprecation(reason)
          out.line(context.access, "static var ", name, ": UserScript { ", hidden(script), " }")
          constant = "fileprivate static let " + hidden(script)
        }
        write(script, head: constant + " = UserScript(", &out)
      }
    }
  }

  /// - Parameters:
  ///   - constants: an expression before the script's text.
  ///   - environment: the name of the variable with the app's values.
  private func write(
    _ script: Script, head: String, constants: String = "", environment: String = "environment",
    _ out: inout CodeWriter
  ) {
    let options =
      [
        "atStart: \(script.moment == .documentStart)", "mainFrameOnly: \(script.frames == .main)",
      ] + limits(script, environment)
    if script.source.utf8.contains(0x0A) {
      out.longLiteral(
        script.source, head: head + constants, tail: ", " + options.joined(separator: ", ") + ")")
    } else {
      out.list(head, [constants + SwiftText.literal(script.source)] + options, ")")
    }
  }

  /// Writes the function that makes a script for origins given by the app. It reads the origins when a configuration is
  /// made.
  private func writeFunction(_ script: Script, _ out: inout CodeWriter) {
    var modifiers = "@MainActor \(context.access)static func "
    var name = SwiftNames.escapedMember(context.prefix + script.name)
    let parameters = "(_ environment: any \(context.prefix)NavigationEnvironment) -> UserScript"
    if let reason = script.declared.deprecated {
      out.deprecation(reason)
      out.line(modifiers, name, parameters, " { ", hidden(script), "(environment) }")
      modifiers = "@MainActor fileprivate static func "
      name = hidden(script)
    }
    out.block(modifiers + name + parameters) { out in
      write(script, head: "UserScript(", &out)
    }
  }

  /// Writes the function that makes a script with values given by the app.
  private func writeFunctionWithValues(_ script: Script, _ out: inout CodeWriter) {
    let isGiven = context.rules.areGiven(script.origins)
    var taken: Set<String> = []
    let variables = script.parameters.map { context.variable($0.name, &taken) }
    let environment = context.variable("environment", &taken)
    let constants = context.variable("constants", &taken)
    out.deprecation(script.declared.deprecated)
    out.list(
      (isGiven ? "@MainActor " : "") + context.access + "static func "
        + SwiftNames.escapedMember(context.prefix + script.name) + "(",
      (isGiven ? ["_ \(environment): any \(context.prefix)NavigationEnvironment"] : [])
        + context.parameters(script.parameters, variables: variables), ") -> UserScript {")
    out.indented { out in
      out.list(
        "let \(constants) = Self.constants([",
        zip(script.parameters, variables).map { field, variable in
          let name = SwiftText.literal(TypeScriptNames.identifier(field.name))
          return "(\(name), \(variable).encodedJSON)"
        }, "])")
      write(
        script, head: "return Self(", constants: constants + " + ", environment: environment, &out)
    }
    out.line("}")
  }

  /// Returns the arguments for the pages and the world of a script.
  private func limits(_ script: Script, _ environment: String) -> [String] {
    let names = script.origins.map { origin in
      context.rules.areGiven([origin])
        ? "ScriptOrigin.of(\(environment).urls(ofOrigin: \(SwiftText.literal(context.rules[origin].name))))"
        : "ScriptOrigin." + SwiftNames.afterDot(name(origin))
    }
    let origins = names.isEmpty ? [] : ["on: " + names.joined(separator: " + ")]
    return origins + (script.isIsolated ? ["isIsolated: true"] : [])
      + (script.isGlobal ? ["isGlobal: true"] : [])
  }

  private func name(_ origin: ID<Origin>) -> String { context.prefix + context.rules[origin].name }

  /// Writes the patterns of the origins in whose pages scripts run.
  private func writeScriptOrigins(_ out: inout CodeWriter) {
    let used = Set(
      context.rules.scripts.flatMap { $0.origins }.filter { !context.rules.areGiven([$0]) }.map {
        $0.index
      }
    )
    if used.isEmpty { return }
    out.blank()
    out.block("nonisolated extension ScriptOrigin") { out in
      for index in used.sorted() {
        let id = ID<Origin>(Int(index))
        let patterns = context.rules[id].patterns.map { pattern in
          let texts = [pattern.scheme, pattern.host.text, pattern.port.map { String($0) } ?? ""]
          return "ScriptOrigin(\(texts.map { SwiftText.literal($0) }.joined(separator: ", ")))"
        }
        out.list("fileprivate static let \(SwiftNames.escapedMember(name(id))) = [", patterns, "]")
      }
    }
  }

  /// The name of the constant of a deprecated script.
  private func hidden(_ script: Script) -> String {
    SwiftNames.storage(ofScript: context.prefix + script.name)
  }

  private func reference(_ script: Script) -> String {
    "."
      + (script.declared.deprecated == nil
        ? SwiftNames.afterDot(context.prefix + script.name) : hidden(script))
      + (context.rules.areGiven(script.origins) ? "(environment)" : "")
  }

  // MARK: Rule lists

  private func writeRuleLists(_ out: inout CodeWriter) {
    let lists = context.rules.ruleLists
    if lists.isEmpty { return }
    out.blank()
    out.block("nonisolated extension ContentRuleList") { out in
      for list in lists {
        guard case .text(let text) = list.content else { continue }
        // A list that changes gets another identifier, so that it is compiled again.
        let identifier = SwiftText.literal("\(list.path) \(ContentHash.hexadecimal(text))")
        out.longLiteral(
          text,
          head: "fileprivate static let \(name(list)) = ContentRuleList(\(identifier), rules: ",
          tail: ")")
      }
    }
  }

  /// Returns the name of a rule list: `trackersList` for `lists/trackers.json`, with a hash if another list would have
  /// the same name.
  private func name(_ list: RuleList) -> String {
    func words(_ list: RuleList) -> String {
      let file = list.path.split(separator: "/").last ?? ""
      let words = file.hasSuffix(".json") ? file.dropLast(5) : file
      return (ContentName.words(words.utf8) ?? "rule") + "List"
    }
    let name = words(list)
    let isUnique = context.rules.ruleLists.count { words($0) == name } == 1
    return isUnique ? name : name + "_" + ContentName.hash(list.path)
  }

  // MARK: Factory

  private func writeRoles(_ out: inout CodeWriter) {
    out.blank()
    out.line("/// The roles that a web view can have.")
    out.block(
      "\(context.access)nonisolated enum \(context.prefix)WebRole: String, Sendable, CaseIterable"
    ) {
      out in
      for configuration in context.rules.configurations {
        context.reference(configuration.declared.location, &out)
        out.documentation(configuration.declared.documentation)
        out.deprecation(configuration.declared.deprecated)
        out.line("case ", SwiftNames.escapedMember(configuration.name))
      }
      let configurations = context.rules.configurations
      if configurations.contains(where: { $0.declared.deprecated != nil }) {
        out.blank()
        let names = configurations.map { SwiftText.literal(SwiftNames.member($0.name)) }
        out.line("/// The compiler writes it only if no case is deprecated.")
        out.block("\(context.access)static var allCases: [\(context.prefix)WebRole]") { out in
          out.line("[", names.joined(separator: ", "), "].compactMap { Self(rawValue: $0) }")
        }
      }
    }
  }

  private func writeFactory(_ out: inout CodeWriter) {
    let access = context.access
    out.blank()
    out.line("/// Creates the configurations that the rule files declare.")
    out.block("@MainActor \(access)struct \(context.prefix)ConfiguratorFactory") { out in
      let properties = properties
      for (name, type) in properties { out.line("private let ", name, ": ", type) }
      out.blank()
      if !properties.isEmpty {
        out.line("/// A factory keeps these alive; its configurations do not.")
      }
      let parameters = properties.map { "\($0): \($1)" + ($1.hasSuffix("?") ? " = nil" : "") }
      out.list(access + "init(", parameters, ") {")
      out.indented { out in
        for (name, _) in properties { out.line("self.", name, " = ", name) }
      }
      out.line("}")
      out.blank()
      out.line("/// A configurator for a role; later settings override its own.")
      out.block("\(access)func make(for role: \(context.prefix)WebRole) -> Configurator") { out in
        let deprecated = context.rules.configurations.filter { $0.declared.deprecated != nil }
        for configuration in deprecated {
          out.line(
            "if role.rawValue == ", SwiftText.literal(SwiftNames.member(configuration.name)),
            " { return ", maker(configuration), "() }")
        }
        out.line("switch role {")
        for configuration in context.rules.configurations
        where configuration.declared.deprecated == nil {
          out.line(
            "case .", SwiftNames.afterDot(configuration.name), ": return ",
            maker(configuration), "()")
        }
        if !deprecated.isEmpty {
          out.line("default: return Configurator(contract: .", context.contract, ")")
        }
        out.line("}")
      }
      for configuration in context.rules.configurations { write(configuration, &out) }
      writePopups(&out)
    }
  }

  /// The objects of the app that the configurations need, as properties of the factory.
  private var properties: [(name: String, type: String)] {
    var properties: [(name: String, type: String)] = []
    if context.rules.hasNavigation {
      properties.append(("environment", "any \(context.prefix)NavigationEnvironment"))
    }
    if !context.rules.strategies.isEmpty {
      properties.append(("receiver", "any \(context.prefix)ScriptMessageReceiver"))
      properties.append(("errorDelegate", "(any ScriptMessageErrorDelegate)?"))
    }
    return properties
  }

  private func maker(_ configuration: Configuration) -> String { "make" + configuration.name }

  private func write(_ configuration: Configuration, _ out: inout CodeWriter) {
    out.blank()
    out.block("private func \(maker(configuration))() -> Configurator") { out in
      out.line("let configurator = Configurator(contract: .", context.contract, ")")
      if let id = configuration.chain {
        let type = SwiftOwner.type(.chain(id), context)
        out.line(
          "configurator.set(headNavigationHandler: ", type, "(environment: environment))")
      }
      if let id = configuration.responses {
        let type = SwiftOwner.type(.chain(id), context)
        out.line("configurator.set(responseHandler: ", type, "(environment: environment))")
      }
      let origins =
        context.rules.events.map { $0.origins } + context.rules.calls.map { $0.origins }
        + [configuration.settingOrigins]
      if origins.contains(where: context.rules.areGiven) {
        out.line("configurator.set(originSource: environment)")
      }
      if configuration.settings.all.contains(.panels(.app)) {
        out.line("configurator.set(panelPresenter: environment)")
      }
      if let popup = popup(configuration) {
        let role = SwiftText.literal(SwiftNames.member(context.rules[popup].name))
        out.line("configurator.set(popups: popups(role: ", role, "))")
      }
      for id in configuration.strategies {
        let strategy = context.rules[id]
        adopt(
          context.name(strategy.declared, SwiftNames.strategy(strategy.name)),
          context.rules.arguments(of: strategy), &out)
      }
      for id in configuration.channels {
        let channel = context.rules[id]
        adopt(
          context.name(channel.declared, SwiftNames.channel(channel.name)),
          context.rules.arguments(of: channel), &out)
      }
      for id in configuration.scripts {
        out.line("configurator.add(script: ", reference(context.rules[id]), ")")
      }
      for list in configuration.ruleLists {
        out.line("configurator.add(ruleList: .", name(list), ")")
      }
      for handler in configuration.schemeHandlers { write(handler, &out) }
      write(configuration.settings, &out)
      out.line("return configurator")
    }
  }

  private func write(_ handler: SchemeHandler, _ out: inout CodeWriter) {
    var arguments = [SwiftText.literal(handler.scheme)]
    if !handler.origins.isEmpty {
      let origins = context.originValues(handler.origins)
      arguments.append("from: [\(origins.joined(separator: ", "))]")
    }
    out.line("configurator.add(")
    out.indented { out in
      out.list(
        "schemeHandler: SchemeHandler(", arguments, ") { [weak environment = environment] in")
      out.indented {
        $0.line("try await environment?.", SwiftNames.afterDot(handler.name), "($0)")
      }
      out.line("})")
    }
  }

  /// Returns the configuration of the second web views that a web view opens. All of these have the same one
  /// (`invalid-popup`).
  private func popup(_ configuration: Configuration) -> ID<Configuration>? {
    guard let chain = configuration.chain else { return nil }
    return FlatChain(chain, in: context.rules).rules.lazy.compactMap { $0.popup }.first
  }

  /// Writes the function for second web views. Its parameter is the raw value of a role, since a role can be
  /// deprecated.
  private func writePopups(_ out: inout CodeWriter) {
    guard context.rules.configurations.contains(where: { popup($0) != nil }) else { return }
    let properties = properties.map { $0.name }
    let required = properties.filter { $0 != "errorDelegate" }
    out.blank()
    out.line("/// The second web views of a role. They do not keep the app's objects alive.")
    out.block("private func popups(role: String) -> Popups") { out in
      out.line("Popups(shownBy: environment) {")
      out.indented { out in
        out.list("[", properties.map { "weak \($0) = \($0)" }, "] in")
        let tests =
          required.map { "let \($0)" } + ["let role = \(context.prefix)WebRole(rawValue: role)"]
        out.line("guard ", tests.joined(separator: ", "), " else { return nil }")
        out.list(
          "let factory = \(context.prefix)ConfiguratorFactory(",
          properties.map { "\($0): \($0)" }, ")")
        out.line("return factory.make(for: role)")
      }
      out.line("}")
    }
  }

  private func adopt(_ type: String, _ arguments: String, _ out: inout CodeWriter) {
    out.line("configurator.adopt(", type, arguments, ")")
  }

  private func write(_ settings: Settings, _ out: inout CodeWriter) {
    for setting in settings.all {
      let (name, value) = property(setting)
      let line = "configurator.set(\\.\(name), to: \(value))"
      if case .inspectable(.inDebugBuilds) = setting {
        out.line("#if DEBUG")
        out.indented { out in out.line(line) }
        out.line("#endif")
      } else {
        out.line(line)
      }
    }
    for case .mediaCapture(_, let origins, let other) in settings.all where !origins.isEmpty {
      if origins.isPage {
        out.line("configurator.set(\\.mediaCaptureIsForPage, to: true)")
      } else {
        out.list("configurator.set(mediaCaptureOrigins: [", context.originValues(origins), "])")
      }
      if let other {
        out.line("configurator.set(\\.otherMediaCapture, to: .", other.rawValue, ")")
      }
    }
  }

  /// Returns the property of a setting, and its value.
  private func property(_ setting: SettingValue) -> (name: String, value: String) {
    switch setting {
    case .title(let title): ("title", "." + title.rawValue)
    case .userAgent(let source): ("userAgent", text(source))
    case .inspectable(let isOn): ("isInspectable", String(isOn != .never))
    case .inlineMedia(let isOn): ("allowsInlineMedia", String(isOn))
    case .backForwardGestures(let isOn): ("allowsBackForwardGestures", String(isOn))
    case .bounces(let isOn): ("bounces", String(isOn))
    case .dataStore(let store): ("dataStore", "." + store.rawValue)
    case .contentMode(let mode): ("contentMode", "." + mode.rawValue)
    case .javaScript(let isOn): ("allowsJavaScript", String(isOn))
    case .applicationName(let source): ("applicationName", text(source))
    case .mediaPlayback(let playback): ("mediaPlayback", "." + playback.rawValue)
    case .pictureInPicture(let isOn): ("allowsPictureInPicture", String(isOn))
    case .fullscreen(let isOn): ("allowsFullscreen", String(isOn))
    case .linkPreview(let isOn): ("allowsLinkPreview", String(isOn))
    case .textInteraction(let isOn): ("allowsTextInteraction", String(isOn))
    case .findInteraction(let isOn): ("allowsFindInteraction", String(isOn))
    case .appBoundDomains(let isOn): ("limitsToAppBoundDomains", String(isOn))
    case .panels(let panels): ("panels", "." + panels.rawValue)
    case .mediaCapture(let answer, _, _): ("mediaCapture", "." + answer.rawValue)
    }
  }

  private func text(_ source: SettingValue.TextSource) -> String {
    switch source {
    case .text(let text): SwiftText.literal(text)
    case .value(let id):
      "environment." + SwiftNames.afterDot(context.rules[id].name)
    }
  }
}
