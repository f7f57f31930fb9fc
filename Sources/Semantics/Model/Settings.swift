import Syntax

/// A setting of web views, with its value.
package enum SettingValue: Hashable, Sendable {
  package enum Title: String, Hashable, Sendable { case web, native }
  package enum DataStore: String, Hashable, Sendable { case persistent, ephemeral }
  package enum ContentMode: String, Hashable, Sendable { case recommended, mobile, desktop }

  case title(Title)
  case userAgent(String)
  case inspectable(Bool)
  case inlineMedia(Bool)
  case backForwardGestures(Bool)
  case bounces(Bool)
  case dataStore(DataStore)
  case contentMode(ContentMode)
  case javaScript(Bool)
}

/// The settings of a web view. WebKit's defaults apply to all others.
package struct Settings: Hashable, Sendable {
  private var values: [Setting: SettingValue] = [:]

  package init() {}

  /// In the order of `Setting`.
  package var all: [SettingValue] { Setting.allCases.compactMap { values[$0] } }

  package var dataStore: SettingValue.DataStore? {
    if case .dataStore(let store)? = values[.dataStore] { store } else { nil }
  }

  mutating func set(_ setting: Setting, _ value: SettingValue?) { values[setting] = value }

  /// Adds the settings of the parent that this configuration does not have.
  mutating func inherit(_ parent: Settings) {
    values.merge(parent.values) { own, _ in own }
  }
}
