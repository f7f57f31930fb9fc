package import Requests
package import WebURL

/// The settings of a request by their names, for tests.
extension Request {
  package init(url: WebURL, frame: FrameKind, flags: Set<String>) {
    self.init(url: url)
    self.frame = frame
    self.flags = flags
  }

  package var frame: FrameKind {
    get { settings.frame }
    set { settings.set(.frame, .choice(.frame(newValue))) }
  }

  package var navigation: NavigationKind {
    get { NavigationKind.allCases[settings[.navigation]?.position ?? 0] }
    set { settings.set(.navigation, .choice(.navigation(newValue))) }
  }

  package var method: String {
    get { settings[.method]?.text ?? "" }
    set { settings.set(.method, .string(newValue)) }
  }

  package var download: Bool {
    get { settings[.download] == .bool(true) }
    set { settings.set(.download, .bool(newValue)) }
  }

  package var page: WebURL? {
    get { settings.page }
    set { settings.setPage(newValue) }
  }

  package var document: WebURL? {
    get { settings.url(.document) }
    set { settings.setURL(.document, newValue) }
  }

  package var source: FrameKind? {
    get { settings[.source]?.position.map { FrameKind.sources[$0] } }
    set {
      settings.set(
        .source, newValue.flatMap { Choice(.source, named: $0.rawValue) }.map { .choice($0) })
    }
  }

  package var sourceOrigin: WebURL? {
    get { settings.url(.source) }
    set { settings.setURL(.source, newValue) }
  }

  /// The names of the flags that are true.
  package var flags: Set<String> {
    get { Set(settings.flags) }
    set {
      for flag in settings.flags { settings.set(.flag(ExactString(flag)), nil) }
      for flag in newValue.sorted() { settings.set(.flag(ExactString(flag)), .bool(true)) }
    }
  }

  /// The values of the app that are set, by name. A list has several texts.
  package var values: [String: [String]] {
    var values: [String: [String]] = [:]
    for setting in settings.changed {
      guard case .value(let key) = setting.input else { continue }
      switch setting.value {
      case .string(let text), .url(let text): values[key.name.string] = [text]
      case .int(let number): values[key.name.string] = [String(number)]
      case .list(let items): values[key.name.string] = items.compactMap(\.text)
      case .bool, .choice: break
      }
    }
    return values
  }

  /// The headers by their names in lower case.
  package var headers: [String: String] {
    var headers: [String: String] = [:]
    for setting in settings.changed {
      if case .header(let name) = setting.input { headers[name.string] = setting.value.text }
    }
    return headers
  }

  /// Sets a header.
  ///
  /// - Parameter name: the name in any case.
  package mutating func setHeader(_ name: String, _ value: String) {
    settings.set(.header(ExactString(name.lowercased())), .string(value))
  }
}
