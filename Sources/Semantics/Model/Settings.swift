package import Requests
import Syntax
import Text

/// A setting of web views, with its value.
package enum SettingValue: Hashable, Sendable {
  package enum Title: String, Hashable, Sendable { case web, native }
  package enum DataStore: String, Hashable, Sendable { case persistent, ephemeral }
  package enum ContentMode: String, Hashable, Sendable { case recommended, mobile, desktop }

  package enum MediaPlayback: String, Hashable, Sendable { case automatic, userAction }
  package enum Inspectable: Hashable, Sendable { case always, never, inDebugBuilds }
  package enum Panels: String, Hashable, Sendable { case native, app }
  package enum MediaCapture: String, Hashable, Sendable { case prompt, grant, deny }
  /// The pages to which a setting applies.
  package struct Origins: Hashable, Sendable {
    package var declared: [ID<Origin>] = []
    /// The URL patterns in the setting itself.
    package var patterns: [OriginPattern] = []
    /// True for frames with the origin of the page itself.
    package var isPage = false

    package init() {}

    /// True if the setting names no pages.
    package var isEmpty: Bool { declared.isEmpty && patterns.isEmpty && !isPage }
  }
  package enum TextSource: Hashable, Sendable {
    case text(String)
    /// A value of type `String` or `String?`, which is read when a configuration is created.
    case value(ID<AppValue>)
  }

  case title(Title)
  case userAgent(TextSource)
  case inspectable(Inspectable)
  case inlineMedia(Bool)
  case backForwardGestures(Bool)
  case bounces(Bool)
  case dataStore(DataStore)
  case contentMode(ContentMode)
  case javaScript(Bool)
  case applicationName(TextSource)
  case mediaPlayback(MediaPlayback)
  case pictureInPicture(Bool)
  case fullscreen(Bool)
  case linkPreview(Bool)
  case textInteraction(Bool)
  case findInteraction(Bool)
  case appBoundDomains(Bool)
  case panels(Panels)
  /// The answer to requests of media capture by these pages, and by all others. If the latter is nil, the setting
  /// does not affect other pages.
  case mediaCapture(MediaCapture, Origins, otherwise: MediaCapture?)

  /// The value of the app that the setting has; nil if the rule file contains the setting's value.
  package var appValue: ID<AppValue>? {
    switch self {
    case .userAgent(.value(let id)), .applicationName(.value(let id)): id
    case .title, .userAgent, .inspectable, .inlineMedia, .backForwardGestures, .bounces,
      .dataStore, .contentMode, .javaScript, .applicationName, .mediaPlayback,
      .pictureInPicture, .fullscreen, .linkPreview, .textInteraction, .findInteraction,
      .appBoundDomains, .panels, .mediaCapture:
      nil
    }
  }
}

/// The settings of a web view. WebKit's defaults apply to all others.
package struct Settings: Hashable, Sendable {
  private var values: [Setting: SettingValue] = [:]

  package init() {}

  /// The settings in the order of `Setting`.
  package var all: [SettingValue] { Setting.allCases.compactMap { values[$0] } }

  /// The origins to which a setting is limited.
  package var origins: SettingValue.Origins? {
    if case .mediaCapture(_, let origins, _)? = values[.mediaCapture] { origins } else { nil }
  }

  package var dataStore: SettingValue.DataStore? {
    if case .dataStore(let store)? = values[.dataStore] { store } else { nil }
  }

  mutating func set(_ setting: Setting, _ value: SettingValue?) { values[setting] = value }

  /// Adds the settings of the parent that this configuration does not have.
  mutating func inherit(_ parent: Settings) {
    values.fill(from: parent.values)
  }
}
