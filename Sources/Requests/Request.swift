package import WebURL

/// A concrete request, or the response to it, about which a chain decides.
package struct Request: Sendable {
  package var url: WebURL
  package var settings = RequestSettings()

  package init(url: WebURL, settings: RequestSettings = RequestSettings()) {
    self.url = url
    self.settings = settings
  }

  /// The URL of the root; nil if it is missing.
  package func url(_ root: URLRoot) -> WebURL? {
    switch root {
    case .request: url
    case .page, .document, .source, .value: settings.url(root)
    }
  }

  /// The value that rules compare; nil if it is missing.
  package func value(of value: RequestValue) -> RequestConstant? {
    switch value {
    case .part(let part, let root): url(root).flatMap { part.value(in: $0) }
    case .input(let input): settings[input]
    }
  }

  /// The value that steps hand on; nil if it is missing.
  ///
  /// - Parameter asText: whether the step takes a URL as text.
  package func handed(_ value: RequestValue, asText: Bool) -> RequestConstant? {
    guard case .part(let part, let root) = value else { return self.value(of: value) }
    guard let url = url(root) else { return nil }
    // The app has the URL of the request as such, but makes the other URLs from text.
    if part == .whole, root != .request, !asText { return .url(url.handedOn) }
    return part.handed(in: url)
  }
}

/// The values of a request other than its URL.
package struct RequestSettings: Sendable {
  package struct Setting: Hashable, Sendable {
    package var input: RequestInput
    package var value: RequestConstant

    package init(input: RequestInput, value: RequestConstant) {
      self.input = input
      self.value = value
    }
  }

  /// The settings that differ from their defaults, in the order in which they were set.
  private var settings: [Setting] = []
  private var urls: URLs?

  package init() {}

  /// The parsed URLs of the settings. They are in an object because settings are copied more often than URLs are
  /// read.
  private final class URLs: Sendable {
    let urls: [(root: URLRoot, url: WebURL)]

    init(_ urls: [(root: URLRoot, url: WebURL)]) { self.urls = urls }
  }

  /// The URL of the current page; nil before the first load.
  package var page: WebURL? { url(.page) }

  /// The URL of the root; nil if it is missing.
  package func url(_ root: URLRoot) -> WebURL? { urls?.urls.first { $0.root == root }?.url }

  /// The value of the input, or its default; nil if the value is missing.
  package subscript(input: RequestInput) -> RequestConstant? {
    settings.first { $0.input == input }?.value ?? input.row.defaultValue
  }

  /// Sets the value of an input.
  ///
  /// - Parameter value: a value of the input's type; nil for the default.
  /// - Returns: false if the input is a URL and the text is not one.
  @discardableResult
  package mutating func set(_ input: RequestInput, _ value: RequestConstant?) -> Bool {
    let value = value.map { input.stored($0) }
    if let root = input.root {
      let url = value?.text.flatMap { WebURL.parse($0) }
      if value != nil, url == nil { return false }
      setURL(root, url)
      return true
    }
    // A value of the app is stored even if it is the default, so that a witness shows it.
    if case .value = input { return replace(input, value) }
    return replace(input, value == input.row.defaultValue ? nil : value)
  }

  package mutating func setPage(_ url: WebURL?) { setURL(.page, url) }

  /// Sets a URL other than the URL of the request.
  ///
  /// - Parameters:
  ///   - root: a root other than `request`.
  ///   - url: the URL; nil if it is missing.
  package mutating func setURL(_ root: URLRoot, _ url: WebURL?) {
    guard let input = root.input else { return }
    var all = urls?.urls.filter { $0.root != root } ?? []
    if let url { all.append((root, url)) }
    urls = all.isEmpty ? nil : URLs(all)
    _ = replace(input, url.map { .url($0.href) })
  }

  private mutating func replace(_ input: RequestInput, _ value: RequestConstant?) -> Bool {
    settings.removeAll { $0.input == input }
    if let value { settings.append(Setting(input: input, value: value)) }
    return true
  }

  /// The settings that differ from their defaults: first flags by name, then inputs in the order of the table and
  /// of their keys, then values of the app by name.
  package var changed: [Setting] {
    let order = RequestSchema.all.inputs.map { $0.row.name }
    func rank(_ setting: Setting) -> (Int, String) {
      if case .flag(let name) = setting.input { return (-1, name.string) }
      if case .value(let key) = setting.input { return (order.count, key.name.string) }
      let row = setting.input.row
      return (order.firstIndex(of: row.name) ?? order.count, row.argument.key.string)
    }
    return settings.sorted { rank($0) < rank($1) }
  }

  /// The settings that differ from their defaults, in the order in which they were set.
  package var unordered: [Setting] { settings }

  /// An input that is set although another input that it requires is missing; nil if there is none.
  package var lacking: (input: RequestInput, required: RequestInput)? {
    for setting in settings {
      guard let required = setting.input.required, self[required] == nil else { continue }
      return (setting.input, required)
    }
    return nil
  }

  /// The names of the flags that are true, sorted.
  package var flags: [String] {
    settings.compactMap { if case .flag(let name) = $0.input { name.string } else { nil } }.sorted()
  }

  package var frame: FrameKind {
    guard let position = self[.frame]?.position else { return .main }
    return FrameKind.allCases[position]
  }
}

extension RequestSettings.Setting {
  /// The setting in the syntax of `with`: `frame == new`, `header["a"] == "b"`, `!isHomePage`.
  ///
  /// - Parameter quoted: returns the string literal of a text.
  package func text(_ quoted: (String) -> String) -> String {
    let row = input.row
    let name =
      row.argument == .none ? row.name : "\(row.name)[\(quoted(row.argument.key.string))]"
    switch value {
    case .bool(let isTrue): return isTrue ? name : "!" + name
    case .string(let text), .url(let text): return "\(name) == \(quoted(text))"
    case .int(let number): return "\(name) == \(number)"
    case .choice(let choice): return "\(name) == \(choice.name)"
    case .list(let items):
      return "\(name) == [\(items.compactMap { $0.text }.map(quoted).joined(separator: ", "))]"
    }
  }
}
