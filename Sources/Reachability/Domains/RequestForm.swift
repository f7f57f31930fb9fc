/// The properties of a request that are fixed before its components are chosen.
struct RequestForm: Hashable {
  enum URL: Hashable {
    /// A URL that no `url ==` names.
    case form(URLForm)
    /// A URL of `AtomTable.namedURLs`.
    case namedURL(Int)
  }

  var url: URL
  /// The forms of the URLs of `AtomTable.otherRoots`; nil for one that is missing.
  var others: [URLForm?] = []

  /// True if the request has another URL.
  var hasOthers: Bool { others.contains { $0 != nil } }

  /// The form of the URL that the component belongs to; nil if that is missing or named by a rule.
  func form(_ component: ComponentKind) -> URLForm? {
    if let place = component.place { return form(at: place) }
    switch url {
    case .form(let form): return form
    case .namedURL: return nil
    }
  }

  /// - Parameter place: an index into `AtomTable.otherRoots`.
  func form(at place: Int) -> URLForm? { others.indices.contains(place) ? others[place] : nil }
}
