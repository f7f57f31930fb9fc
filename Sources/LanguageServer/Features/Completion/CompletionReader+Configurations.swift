import Syntax

extension CompletionReader {
  /// The settings in the body of a configuration, and the last one's tokens after its word.
  func settings(
    in body: ArraySlice<Token>
  ) -> (given: [Keyword], last: Setting?, rest: ArraySlice<Token>) {
    var given: [Keyword] = []
    var found: (setting: Setting, word: Int)?
    for index in body.indices {
      guard let setting = body[index].keyword.setting else { continue }
      // The word can be a name too, after the word of a setting that takes one.
      if let found, found.word == index - 1 {
        switch found.setting.form {
        case .name, .names, .text: continue
        case .toggle, .words, .files, .handler: break
        }
      }
      if index > body.startIndex, body[index - 1].keyword == .handler, found?.setting == .scheme {
        continue
      }
      if !setting.isRepeatable { given.append(body[index].keyword) }
      found = (setting, index)
    }
    return (given, found?.setting, found.map { body[($0.word + 1)...] } ?? [])
  }

  func place(inConfiguration body: ArraySlice<Token>) -> CompletionPlace {
    let (given, setting, rest) = settings(in: body)
    let others = CompletionPlace.settings(alsoNames: nil, given: given)
    guard let setting, let last = body.last else { return others }
    if rest.isEmpty {
      // A setting on the next line can follow a switch without its value.
      return setting.form == .toggle && startsLine ? others : value(of: setting)
    }
    let list = setting.form == .names ? Self.names(of: setting) : nil
    let names = rest.filter { $0.kind == .identifier }.map { text($0) }
    if let list, last.kind == .comma { return .names(list, except: names) }
    if setting.form == .files, last.keyword == .from { return .nothing }
    if setting.form == .handler {
      if rest.count == 1 { return .words([.handler]) }
      if last.keyword == .handler { return .nothing }
    }
    if setting.hasOrigins {
      let from = rest.firstIndex { $0.keyword == .from }
      if let from, last.keyword == .from || last.kind == .comma {
        let given = rest[(from + 1)...].filter { $0.kind == .identifier }.map { text($0) }
        return .names(.origin, except: given)
      }
      if from == nil, !startsLine, last.kind != .comma { return .words([.from]) }
    }
    return .settings(
      alsoNames: startsLine ? list : nil, except: list == nil || !startsLine ? [] : names,
      given: given)
  }

  /// The values of a setting whose keyword is the last token.
  func value(of setting: Setting) -> CompletionPlace {
    switch setting.form {
    case .name, .names: Self.names(of: setting).map { .names($0) } ?? .nothing
    case .words(let words): .words(words)
    case .files: .words([.from])
    case .handler: .nothing
    case .toggle: .words(setting.toggleWords)
    case .text: .textValue
    }
  }

  /// The declarations that a setting names.
  static func names(of setting: Setting) -> NameDeclaration.Kind? {
    switch setting {
    case .chain: .chain
    case .responses: .responses
    case .strategies: .strategy
    case .channels: .channel
    case .scripts: .script
    case .title, .userAgent, .inspectable, .inlineMedia, .backForwardGestures, .bounces,
      .dataStore, .contentMode, .javaScript, .applicationName, .mediaPlayback,
      .pictureInPicture, .fullscreen, .linkPreview, .textInteraction, .findInteraction,
      .appBoundDomains, .panels, .mediaCapture, .block, .scheme:
      nil
    }
  }
}
