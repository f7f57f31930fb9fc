import WebURL

extension Request {
  /// The request that the web view makes when a rule for this request loads a URL. A value that is unknown here
  /// is unknown in the new request, too.
  ///
  /// - Parameter handed: the URL and the headers that the step loads.
  package func loading(_ handed: HandedRequest) -> Request {
    var loaded = self
    if let url = WebURL.parse(handed.url) { loaded.url = url }
    for input in RequestInput.named + settings.unordered.map({ $0.input }) {
      if case .fixed(let value) = input.loaded { loaded.settings.set(input, value) }
    }
    for name in handed.losses.headers {
      loaded.settings.set(.header(ExactString(name)), nil)
    }
    for change in handed.headers {
      guard case .header(let name) = change.part else { continue }
      loaded.settings.set(.header(name), change.value.map { .string($0) })
    }
    return loaded
  }
}
