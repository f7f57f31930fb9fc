import Semantics

extension RuleSet {
  /// True if the app supplies an environment: for rules about requests, for values of origins and settings, for panels
  /// or for schemes.
  var hasNavigation: Bool {
    !handlers.isEmpty || !chains.isEmpty || !givenOrigins.isEmpty || hasPanelsOfApp
      || !schemeHandlers.isEmpty || settings.contains { $0.appValue != nil }
  }

  /// The settings of all configurations.
  var settings: [SettingValue] { configurations.flatMap { $0.settings.all } }

  /// True if the app shows the panels of scripts.
  var hasPanelsOfApp: Bool { settings.contains(.panels(.app)) }

  /// The origins given by the app that messages, events, calls, scripts and settings name.
  var givenOrigins: [ID<Origin>] {
    let used = Set(
      (strategies.map { $0.origins } + events.map { $0.origins } + calls.map { $0.origins }
        + scripts.map { $0.origins }
        + configurations.map { $0.settingOrigins }).joined().map { $0.index })
    return origins.indices.filter { origins[$0].value != nil && used.contains(Int32($0)) }
      .map { ID($0) }
  }

  /// Returns whether the app gives one of the origins.
  func areGiven(_ origins: [ID<Origin>]) -> Bool { origins.contains { self[$0].value != nil } }

  /// True if there are rules about responses.
  var hasResponses: Bool { chains.contains { $0.isResponses } }

  /// True if app and page exchange messages, events or calls.
  var hasBridge: Bool { !strategies.isEmpty || !events.isEmpty || !calls.isEmpty }

  /// True if a declaration that becomes a type is deprecated.
  var hasDeprecatedTypes: Bool {
    func isDeprecated(_ declaration: some Entity) -> Bool { declaration.declared.deprecated != nil }
    return handlers.contains(where: isDeprecated) || chains.contains(where: isDeprecated)
      || models.contains(where: isDeprecated) || enumerations.contains(where: isDeprecated)
      || unions.contains(where: isDeprecated) || strategies.contains(where: isDeprecated)
      || channels.contains(where: isDeprecated) || events.contains(where: isDeprecated)
      || calls.contains(where: isDeprecated) || renders.contains(where: isDeprecated)
  }
}

extension Configuration {
  /// The declared origins that the settings of the configuration name.
  var settingOrigins: [ID<Origin>] {
    (settings.origins?.declared ?? []) + schemeHandlers.flatMap { $0.origins.declared }
  }
}
