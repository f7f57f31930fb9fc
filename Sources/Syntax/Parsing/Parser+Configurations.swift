import Text

extension Parser {
  mutating func script(_ prefix: Prefix) throws(Abort) -> ScriptSyntax {
    let parameters = current.kind == .leftParenthesis ? try parameters(.ofField) : []
    var moment: NameSyntax?
    if take(Keyword.at) { moment = try word([.documentStart, .documentEnd]) }
    var frames: NameSyntax?
    if take(.frames) { frames = try word([.main, .all]) }
    let origins = try origins(after: .on)
    let world = take(.world) ? try word([.app, .page]) : nil
    var global: Span?
    if let world, world.text == Keyword.page.rawValue {
      let token = current
      if take(.global) { global = span(token) }
    }
    let source: ScriptSyntax.Source
    if take(.from) {
      source = .file(try string("the path of a JavaScript file as a string"))
    } else {
      source = .text(try string("the script as `\"\"\"…\"\"\"`, or `from` and a file"))
    }
    return ScriptSyntax(
      global: global, header: header(prefix), parameters: parameters, moment: moment,
      frames: frames,
      origins: origins, world: world, source: source)
  }

  // MARK: - Configurations

  mutating func configuration(_ prefix: Prefix) throws(Abort) -> ConfigurationSyntax {
    var extends: NameSyntax?
    if take(.extends) {
      extends = try name(of: .configuration, except: [prefix.name.text])
    }
    var settings: [SettingSyntax] = []
    try body(
      .settings,
      startsItem: { $0.current.keyword.isSetting || $0.isSingularSetting }, nearly: Self.isName
    ) { parser throws(Abort) in
      parser.expects(.setting(except: settings.map { $0.setting }.filter { !$0.isRepeatable }))
      let setting = try parser.setting()
      if !setting.setting.isRepeatable,
        let first = settings.first(where: { $0.setting == setting.setting })
      {
        parser.fault(.repeated(word: setting.name.text, first: first.name.span), setting.name.span)
      }
      settings.append(setting)
      _ = parser.take(.comma)
    }
    return ConfigurationSyntax(header: header(prefix), extends: extends, settings: settings)
  }

  /// Parses preferences such as `with contentMode mobile, javaScript disabled`; empty if there are none.
  mutating func preferences() throws(Abort) -> [SettingSyntax] {
    var preferences: [SettingSyntax] = []
    guard take(.with) else { return preferences }
    repeat {
      let words = Setting.ofPages.map { $0.keyword }
      expects(anyOf: words.filter { word in !preferences.contains { $0.setting.keyword == word } })
      guard words.contains(current.keyword) else {
        throw unexpectedWord("a preference of the page, `contentMode` or `javaScript`", words)
      }
      let setting = try setting()
      if let first = preferences.first(where: { $0.setting == setting.setting }) {
        fault(.repeated(word: setting.name.text, first: first.name.span), setting.name.span)
      }
      preferences.append(setting)
    } while take(.comma)
    return preferences
  }

  /// True at `strategy Page` and the like in a configuration, where `strategies Page` is meant.
  var isSingularSetting: Bool {
    switch current.keyword {
    case .strategy, .channel, .script: !isAtLeftMargin
    default: false
    }
  }

  private mutating func setting() throws(Abort) -> SettingSyntax {
    let setting: Setting
    if let written = current.keyword.setting {
      setting = written
    } else {
      guard isAhead || ahead.kind == .colon || ahead.kind == .assign || ahead.kind == .string,
        let near = misspelled(Keyword.settings)?.setting
      else { throw unexpectedWord("a setting or `}`", Keyword.settings) }
      setting = near
    }
    let node = beginNode(.setting)
    let word = try name("a setting")
    if current.kind == .colon || current.kind == .assign {
      foreign(current, nil, "the value directly follows the setting")
      advance()
    }
    if case .words(let words) = setting.form, current.startsLine, current.keyword.isSetting,
      !words.contains(current.keyword)
    {
      fault(
        .unexpected(expected: "a value of `\(word.text)`", found: "the end of the line"),
        Span(lastEnd, lastEnd))
      throw Abort()
    }
    let value: SettingSyntax.Value
    switch setting.form {
    case .text:
      expects(.textValue)
      if current.kind == .identifier {
        value = .names([try name("a value")])
      } else {
        value = .string(try string("a string or the name of a value of the app"))
      }
    case .toggle:
      expects(anyOf: setting.toggleWords)
      if setting.toggleWords.contains(current.keyword) {
        value = .names([try name("a value")])
      } else {
        value = .none
      }
    case .names(of: let kind):
      let node = beginNode(.names)
      expects(.name(of: kind))
      var names = [try name("a name")]
      while true {
        // A comma after the last name ends the setting.
        let isSeparated = current.kind == .comma
        let next = isSeparated ? ahead : current
        if isSeparated || next.startsLine {
          expects(.name(of: kind, except: names.map { $0.text }), at: next)
        }
        guard isSeparated || next.startsLine, next.kind == .identifier, !next.keyword.isSetting
        else { break }
        if isSeparated { advance() }
        names.append(try name("a name"))
      }
      endNode(node)
      value = .names(names)
    case .files:
      guard take(.from) else { throw unexpectedWord("`from` and the path of a file", [.from]) }
      var files = [try string("the path of a file as a string")]
      while current.kind == .comma, ahead.kind == .string || ahead.kind == .rawString {
        advance()
        files.append(try string("the path of a file as a string"))
      }
      value = .files(files)
    case .handler:
      let scheme = try string("a scheme as a string")
      guard take(.handler) else {
        throw unexpectedWord("`handler` and the name of the app's function", [.handler])
      }
      value = .handler(scheme, try name("the name of the app's function"))
    case .name(of: let kind):
      value = .names([try name(of: kind)])
    case .words(let words):
      expects(anyOf: words)
      value = .names([try name("a value")])
    }
    var origins: [SettingSyntax.OriginReference] = []
    if setting.hasOrigins, take(.from) {
      if setting == .mediaCapture { expects(.keyword(.page)) }
      origins.append(try settingOrigin())
      while current.kind == .comma {
        expects(.name(of: .origin, except: origins.compactMap { $0.name }), at: ahead)
        guard startsSettingOrigin(ahead) else { break }
        advance()
        origins.append(try settingOrigin())
      }
    }
    var otherwise: NameSyntax?
    if case .words(let words) = setting.form, !origins.isEmpty, take(.else) {
      expects(anyOf: words)
      otherwise = try name("a value")
    }
    endNode(node)
    return SettingSyntax(
      setting: setting, name: word, value: value, origins: origins, otherwise: otherwise,
      span: span(from: word.span.start))
  }

  private func startsSettingOrigin(_ token: Token) -> Bool {
    token.kind == .string || token.kind == .rawString
      || token.kind == .identifier && !token.keyword.isSetting
  }

  private mutating func settingOrigin() throws(Abort) -> SettingSyntax.OriginReference {
    expects(.name(of: .origin))
    if current.kind != .identifier { return .text(try string("an origin")) }
    return .name(try name("the name of an origin, or an origin as a string"))
  }
}
