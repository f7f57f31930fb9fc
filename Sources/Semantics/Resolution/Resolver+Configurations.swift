import Requests
import Syntax
import Text

extension Resolver {
  mutating func resolveConfigurations(_ resource: (String) -> [UInt8]?) {
    var next = 0
    eachDeclaration(in: .scripts) { resolver, declaration in
      guard case .script(let syntax) = declaration else { return }
      resolver.resolve(syntax, next, resource)
      next += 1
    }
    var syntaxes: [(syntax: ConfigurationSyntax, file: FileID)] = []
    eachDeclaration(in: .configurations) { resolver, declaration in
      guard case .configuration(let syntax) = declaration else { return }
      resolver.resolve(syntax, syntaxes.count, resource)
      syntaxes.append((syntax, resolver.file))
    }
    inherit(syntaxes)
  }

  // MARK: - Scripts

  private mutating func resolve(
    _ syntax: ScriptSyntax, _ index: Int, _ resource: (String) -> [UInt8]?
  ) {
    if let moment = syntax.moment {
      if let known = Script.Moment(rawValue: moment.text) {
        rules.scripts[index].moment = known
      } else {
        fault(
          .unknownName(
            expected: "`documentStart` or `documentEnd`", name: moment.text,
            candidates: ["documentStart", "documentEnd"]), moment.span)
      }
    } else {
      fault(
        .missingClause(
          "at documentStart` or `at documentEnd", of: .script, name: syntax.header.name.text),
        syntax.header.name.span)
    }
    if let frames = syntax.frames {
      if let scope = frameScope(frames) { rules.scripts[index].frames = scope }
    } else {
      rules.scripts[index].frames = rules.defaults.scope
    }
    rules.scripts[index].origins = origins(syntax.origins, or: rules.defaults.on)
    if !syntax.parameters.isEmpty {
      rules.scripts[index].parameters = fields(
        syntax.parameters, in: syntax.header.name.text, of: .declaration(.script, Int32(index)),
        allowsWireNames: false)
      // The app adds a script with parameters itself, so the script is used.
      uses.scripts.insert(ID<Script>(index).index)
    }
    if let global = syntax.global {
      rules.scripts[index].isGlobal = true
      refuseLimits(of: syntax, global)
    } else {
      rules.scripts[index].isIsolated = isIsolated(syntax.world)
    }
    switch syntax.source {
    case .text(let string):
      rules.scripts[index].source = string.value
    case .file(let string):
      rules.scripts[index].path = string.value
      switch Self.content(of: string.value, "a script", resource) {
      case .text(let text): rules.scripts[index].source = text
      case .missing(let why):
        fault(.missingScript(path: string.value, why: why), string.span)
      }
    }
  }

  /// Records a fault for clauses that need a function around the script.
  private mutating func refuseLimits(of syntax: ScriptSyntax, _ global: Span) {
    let why = "a script is in a function of its own for that, and declares nothing for the page"
    if let first = syntax.origins.first {
      fault(
        .typeMismatch(expected: "no `on`", found: "`on \(first.text)` and `global`", why: why),
        first.span)
    }
    if let first = syntax.parameters.first {
      fault(
        .typeMismatch(expected: "no values", found: "values and `global`", why: why),
        first.header.name.span)
    }
  }

  /// The content of a file that a rule file names.
  ///
  /// - Parameter noun: the noun for the file in messages, with its article.
  private static func content(
    of path: String, _ noun: String, _ resource: (String) -> [UInt8]?
  ) -> FileContent {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    if path.hasPrefix("/") || parts.contains("..") || path.isEmpty {
      return .missing("\(noun) must be inside the folder of its rule set")
    }
    guard let bytes = resource(path) else {
      return .missing("there is no such file in the folder of the rule set")
    }
    guard let text = String(validating: LineEnds.normalized(file: bytes), as: UTF8.self) else {
      return .missing("it is not UTF-8")
    }
    return .text(text)
  }

  // MARK: - Configurations

  /// Resolves the settings of the configuration itself, without inherited ones.
  private mutating func resolve(
    _ syntax: ConfigurationSyntax, _ index: Int, _ resource: (String) -> [UInt8]?
  ) {
    var schemes = FirstPlaces(syntax.settings.count)
    for setting in syntax.settings {
      switch setting.setting {
      case .chain:
        guard let id = named(setting, .chain, in: { $0.chains }).first else { continue }
        uses.chains.insert(id.index)
        rules.configurations[index].chain = id
      case .responses:
        guard let id = named(setting, .responses, in: { $0.responses }).first else { continue }
        uses.chains.insert(id.index)
        rules.configurations[index].responses = id
      case .strategies:
        let ids = named(setting, .strategy, in: { $0.strategies })
        for id in ids { uses.strategies.insert(id.index) }
        rules.configurations[index].strategies = ids
        refuseChannelMembers(setting)
      case .channels:
        let ids = named(setting, .channel, in: { $0.channels })
        for id in ids { uses.channels.insert(id.index) }
        rules.configurations[index].channels = ids
      case .scripts:
        let ids = named(setting, .script, in: { $0.scripts })
        for id in ids { uses.scripts.insert(id.index) }
        rules.configurations[index].scripts = ids.filter { rules[$0].parameters.isEmpty }
        refuseParameters(setting)
      case .block:
        guard case .files(let files) = setting.value else { continue }
        var paths = FirstPlaces(files.count)
        for file in files {
          if let first = paths.insert(file.value, at(file.span)) {
            fault(.duplicateMember("entry", name: file.value, first: first), file.span)
            continue
          }
          let list = RuleList(
            path: file.value, content: Self.content(of: file.value, "a rule list", resource))
          rules.configurations[index].ruleLists.append(list)
        }
      case .scheme:
        guard case .handler(let scheme, let name) = setting.value else { continue }
        recordName(name, .schemeHandler(name.text))
        let origins = pages(of: setting)
        if let why = SchemeHandler.fault(in: scheme.value) {
          fault(.invalidScheme(why), scheme.span)
        } else if let first = schemes.insert(scheme.value, at(scheme.span)) {
          fault(.duplicateMember("scheme", name: scheme.value, first: first), scheme.span)
        } else if let origins {
          rules.configurations[index].schemeHandlers.append(
            SchemeHandler(
              scheme: scheme.value, name: name.text, origins: origins, location: at(name.span)))
        }
      case .title, .userAgent, .inspectable, .inlineMedia, .backForwardGestures, .bounces,
        .dataStore, .contentMode, .javaScript, .applicationName, .mediaPlayback,
        .pictureInPicture, .fullscreen, .linkPreview, .textInteraction, .findInteraction,
        .appBoundDomains, .panels, .mediaCapture:
        let value = value(of: setting)
        rules.configurations[index].settings.set(setting.setting, value)
      }
    }
    if let extends = syntax.extends {
      rules.configurations[index].extends = find(
        extends, .configuration, in: { $0.configurations })
    }
  }

  private mutating func named<E>(
    _ setting: SettingSyntax, _ noun: Noun, in table: (NameTables) -> NameTable<E>
  ) -> [ID<E>] {
    guard case .names(let list) = setting.value else { return [] }
    var ids: [ID<E>] = []
    var seen = FirstPlaces(list.count)
    for name in list {
      guard let id = find(name, noun, in: table) else { continue }
      if let first = seen.insert(name.text, at(name.span)) {
        fault(.duplicateMember("entry", name: name.text, first: first), name.span)
      } else {
        ids.append(id)
      }
    }
    return ids
  }

  /// Records faults for strategies of channels. A channel includes its strategies, which cannot be used on their own.
  private mutating func refuseChannelMembers(_ setting: SettingSyntax) {
    guard case .names(let list) = setting.value else { return }
    for name in list {
      guard let id = names.strategies[name.text], let channel = rules[id].channel else {
        continue
      }
      fault(
        .typeMismatch(
          expected: "a strategy with its own message handler",
          found: "`\(name.text)` of the channel `\(rules[channel].name)`",
          why: "write `channels \(rules[channel].name)`, which includes all its strategies"),
        name.span)
    }
  }

  /// Records faults for scripts with parameters. Only the app has the values of the parameters.
  private mutating func refuseParameters(_ setting: SettingSyntax) {
    guard case .names(let list) = setting.value else { return }
    for name in list {
      guard let id = names.scripts[name.text], !rules[id].parameters.isEmpty else { continue }
      let labels = rules[id].parameters.map { $0.name + ":" }.joined()
      fault(
        .typeMismatch(
          expected: "a script without parameters", found: "`\(name.text)(\(labels))`",
          why: "the app adds it with their values: `configurator.add(script: …)`"),
        name.span)
    }
  }

  /// The value of a setting of web views; nil after a fault.
  mutating func value(of setting: SettingSyntax) -> SettingValue? {
    switch setting.setting {
    case .chain, .responses, .strategies, .channels, .scripts, .block, .scheme: nil
    case .title: choice(setting).map { .title($0) }
    case .userAgent: text(setting).map { .userAgent($0) }
    case .inspectable: .inspectable(inspectable(setting))
    case .inlineMedia: .inlineMedia(switchedOn(setting))
    case .backForwardGestures: .backForwardGestures(switchedOn(setting))
    case .bounces: .bounces(switchedOn(setting))
    case .dataStore: choice(setting).map { .dataStore($0) }
    case .contentMode: choice(setting).map { .contentMode($0) }
    case .javaScript: word(setting).map { .javaScript($0 == .enabled) }
    case .applicationName: text(setting).map { .applicationName($0) }
    case .mediaPlayback: choice(setting).map { .mediaPlayback($0) }
    case .pictureInPicture: .pictureInPicture(switchedOn(setting))
    case .fullscreen: .fullscreen(switchedOn(setting))
    case .linkPreview: .linkPreview(switchedOn(setting))
    case .textInteraction: .textInteraction(switchedOn(setting))
    case .findInteraction: .findInteraction(switchedOn(setting))
    case .appBoundDomains: .appBoundDomains(switchedOn(setting))
    case .panels: choice(setting).map { .panels($0) }
    case .mediaCapture:
      mediaCapture(setting)
    }
  }

  private mutating func mediaCapture(_ setting: SettingSyntax) -> SettingValue? {
    guard let pages = pages(of: setting),
      let answer: SettingValue.MediaCapture = choice(setting)
    else { return nil }
    var other: SettingValue.MediaCapture?
    if let written = setting.otherwise {
      var rest = setting
      rest.value = .names([written])
      other = choice(rest)
      if other == nil { return nil }
    }
    return .mediaCapture(answer, pages, otherwise: other)
  }

  /// The pages to which the setting applies; nil after a fault.
  private mutating func pages(of setting: SettingSyntax) -> SettingValue.Origins? {
    var found = SettingValue.Origins()
    var isSound = true
    for origin in setting.origins {
      switch origin {
      case .name(let name) where isPage(name, in: setting):
        recordName(name, .word(name.text))
        found.isPage = true
      case .name(let name):
        let ids = origins([name])
        if ids.isEmpty { isSound = false }
        found.declared += ids
      case .text(let string):
        switch OriginPattern.parse(string.value) {
        case .success(let pattern): found.patterns.append(pattern)
        case .failure(let patternFault):
          fault(.invalidOrigin(patternFault.message), string.span(patternFault.range))
          isSound = false
        }
      }
    }
    return isSound ? found : nil
  }

  /// Returns whether the name is `page` in `mediaCapture prompt from page`.
  private func isPage(_ name: NameSyntax, in setting: SettingSyntax) -> Bool {
    setting.setting == .mediaCapture && setting.origins.count == 1 && name.text == "page"
      && names.origins["page"] == nil
  }

  private mutating func text(_ setting: SettingSyntax) -> SettingValue.TextSource? {
    switch setting.value {
    case .none, .files, .handler: return nil
    case .string(let string): return .text(string.value)
    case .names(let names):
      guard let name = names.first,
        let id = find(name, .value, in: { $0.values })
      else { return nil }
      uses.values.insert(id.index)
      switch rules[id].type {
      case .string: return .value(id)
      case .int, .url, .strings, .urls:
        fault(
          .typeMismatch(
            expected: "a `String` or `String?`",
            found: "`\(name.text)`, \(rules[id].value.type.described)",
            why: "`\(setting.name.text)` is a text"), name.span)
        return nil
      }
    }
  }

  /// Returns whether a setting is switched on. The word alone switches it on; `false` after the word switches an
  /// inherited setting off.
  private func switchedOn(_ setting: SettingSyntax) -> Bool {
    if case .names(let names) = setting.value { return names.first?.text != "false" }
    return true
  }

  private func inspectable(_ setting: SettingSyntax) -> SettingValue.Inspectable {
    guard case .names(let names) = setting.value else { return .always }
    switch names.first?.text {
    case Keyword.debug.rawValue: return .inDebugBuilds
    case Keyword.false.rawValue: return .never
    default: return .always
    }
  }

  private mutating func choice<Value: RawRepresentable<String>>(
    _ setting: SettingSyntax
  ) -> Value? {
    word(setting).flatMap { Value(rawValue: $0.rawValue) }
  }

  /// The word after the setting, which must be one of those that the setting can have; nil after a fault.
  private mutating func word(_ setting: SettingSyntax) -> Keyword? {
    guard case .names(let names) = setting.value, let name = names.first,
      case .words(let words) = setting.setting.form
    else { return nil }
    if let word = words.first(where: { $0.rawValue == name.text }) { return word }
    let texts = words.map { $0.rawValue }
    let near = Nearest.names(to: name.text, among: texts)
    fault(
      .unknownName(
        expected: "a value of `\(setting.name.text)`", name: name.text,
        candidates: near.isEmpty ? texts : near), name.span)
    return nil
  }

  // MARK: - Inheritance

  /// Merges inherited settings. Lists are concatenated, inherited entries first; other settings override inherited
  /// ones.
  ///
  /// Follows `extends` from each configuration to the first finished one, then merges on the way back. A cycle is
  /// reported and cut.
  private mutating func inherit(_ syntaxes: [(syntax: ConfigurationSyntax, file: FileID)]) {
    var isDone = [Bool](repeating: false, count: rules.configurations.count)
    for start in rules.configurations.indices {
      var way: [Int] = []
      var onWay: Set<Int> = []
      var current: Int? = start
      while let index = current, !isDone[index] {
        if onWay.contains(index) {
          let cycle = way[(way.firstIndex(of: index) ?? 0)...]
          reportExtendsCycle(Array(cycle), syntaxes)
          if let last = way.last { rules.configurations[last].extends = nil }
          break
        }
        onWay.insert(index)
        way.append(index)
        current = rules.configurations[index].extends.map { Int($0.index) }
      }
      for index in way.reversed() {
        if let parent = rules.configurations[index].extends {
          rules.configurations[index].merge(rules[parent])
        }
        isDone[index] = true
      }
    }
  }

  private mutating func reportExtendsCycle(
    _ cycle: [Int], _ syntaxes: [(syntax: ConfigurationSyntax, file: FileID)]
  ) {
    let links = cycle.map { index in
      CycleLink(
        name: rules.configurations[index].name,
        location: Location(
          syntaxes[index].file, syntaxes[index].syntax.extends?.span ?? Span(UInt32(0), UInt32(0))))
    }
    guard let last = links.last else { return }
    faults.append(Fault(kind: .extendsCycle(links), location: last.location))
  }
}

extension Configuration {
  fileprivate mutating func merge(_ parent: Configuration) {
    chain = chain ?? parent.chain
    responses = responses ?? parent.responses
    strategies = parent.strategies + strategies.filter { !parent.strategies.contains($0) }
    channels = parent.channels + channels.filter { !parent.channels.contains($0) }
    scripts = parent.scripts + scripts.filter { !parent.scripts.contains($0) }
    ruleLists = parent.ruleLists + ruleLists.filter { !parent.ruleLists.contains($0) }
    let schemes = Set(schemeHandlers.map { $0.scheme })
    schemeHandlers =
      parent.schemeHandlers.filter { !schemes.contains($0.scheme) } + schemeHandlers
    settings.inherit(parent.settings)
  }
}
