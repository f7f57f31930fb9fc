/// A setting of configurations.
package enum Setting: String, CaseIterable, Hashable, Sendable {
  case chain, responses, strategies, channels, scripts
  case title, userAgent, inspectable, inlineMedia, backForwardGestures, bounces
  case dataStore, contentMode, javaScript
  case applicationName, mediaPlayback, pictureInPicture, fullscreen, linkPreview
  case textInteraction, findInteraction, appBoundDomains, panels, mediaCapture, block, scheme

  /// The form of the value after the word of a setting.
  package enum Form: Hashable, Sendable {
    /// The name of a declaration that begins with the keyword.
    case name(of: Keyword)
    /// The names of several declarations that begin with the keyword.
    case names(of: Keyword)
    /// A string, or the name of a value of the app.
    case text
    /// A word of `toggleWords`, or no word.
    case toggle
    case words([Keyword])
    /// The word `from` and the paths of files.
    case files
    /// A string, the word `handler` and the name of a function of the app.
    case handler
  }

  package var form: Form {
    switch self {
    case .chain: .name(of: .chain)
    case .responses: .name(of: .responses)
    case .strategies: .names(of: .strategy)
    case .channels: .names(of: .channel)
    case .scripts: .names(of: .script)
    case .title: .words([.web, .native])
    case .userAgent, .applicationName: .text
    case .inspectable, .inlineMedia, .backForwardGestures, .bounces, .pictureInPicture,
      .fullscreen, .linkPreview, .textInteraction, .findInteraction, .appBoundDomains:
      .toggle
    case .dataStore: .words([.persistent, .ephemeral])
    case .contentMode: .words([.recommended, .mobile, .desktop])
    case .javaScript: .words([.enabled, .disabled])
    case .mediaPlayback: .words([.automatic, .userAction])
    case .panels: .words([.native, .app])
    case .mediaCapture: .words([.prompt, .grant, .deny])
    case .block: .files
    case .scheme: .handler
    }
  }

  /// The words that can follow the word of a toggle.
  package var toggleWords: [Keyword] {
    self == .inspectable ? [.true, .false, .debug] : [.true, .false]
  }

  /// True if the setting can be limited to the pages of origins.
  package var hasOrigins: Bool {
    switch self {
    case .mediaCapture, .scheme: true
    case .chain, .responses, .strategies, .channels, .scripts, .title, .userAgent, .inspectable,
      .inlineMedia, .backForwardGestures, .bounces, .dataStore, .contentMode, .javaScript,
      .applicationName, .mediaPlayback, .pictureInPicture, .fullscreen, .linkPreview,
      .textInteraction, .findInteraction, .appBoundDomains, .panels, .block:
      false
    }
  }

  /// The settings that a page can have in place of those of its web view.
  package static let ofPages: [Setting] = [.contentMode, .javaScript]

  /// True if a configuration can have the setting more than once.
  package var isRepeatable: Bool { self == .scheme }

  package var keyword: Keyword { Keyword.named(rawValue) }
}

extension Keyword {
  package static let settings = Setting.allCases.map { $0.keyword }

  /// The setting that begins with the word in a configuration; nil if there is none.
  package var setting: Setting? {
    Self.settings.firstIndex(of: self).map { Setting.allCases[$0] }
  }

  var isSetting: Bool { setting != nil }
}
