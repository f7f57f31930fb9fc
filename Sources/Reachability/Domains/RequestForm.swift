/// The properties of a request that are fixed before its components are chosen.
struct RequestForm: Hashable {
  enum URL: Hashable {
    /// A URL that no `url ==` names.
    case form(URLForm)
    /// A URL of `AtomTable.namedURLs`.
    case namedURL(Int)
  }

  var url: URL
  /// The forms of the URLs of `AtomTable.otherRoots`; nil for a missing URL.
  var others: [URLForm?] = []

  /// True if the request has URLs other than its own.
  var hasOthers: Bool { others.contains { $0 != nil } }

  /// The form of the URL that contains the component; nil if that URL is missing or named by a rule.
  func form(_ component: ComponentKind) -> URLForm? {
    if let place = component.place { return form(at: place) }
    switch url {
    case .form(let form): return form
    case .namedURL: return nil
    }
  }

  /// The form of the URL; nil if the URL is missing.
  ///
  /// - Parameter place: an index into `AtomTable.otherRoots`.
  func form(at place: Int) -> URLForm? { others.indices.contains(place) ? others[place] : nil }
}
