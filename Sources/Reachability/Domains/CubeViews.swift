import Requests

extension Cube {
  /// The written forms of parts of URLs, whose values follow from those of other components.
  enum Views {
    /// None is tested.
    case none
    /// They follow from this URL.
    case of(PlainURL)
    /// Only a request that is built and parsed shows them.
    case unknown
  }

  /// - Parameter ignored: a component that gets the value that it has without a constraint.
  func views(_ context: AnalysisContext, ignoring ignored: Int? = nil) -> Views {
    if hasRelations(context) { return .unknown }
    guard hasViews(context) else { return .none }
    let others = context.atomTable.otherRootsWithViews
    guard others.allSatisfy({ context.form(of: $0, kind) == nil }),
      let url = plainURL(context, ignoring: ignored), !context.isNamed(url)
    else { return .unknown }
    return .of(url)
  }

  /// The URL of the proposed values; nil if it is not plain.
  func plainURL(_ context: AnalysisContext, ignoring ignored: Int? = nil) -> PlainURL? {
    guard case .form(let form) = kind.url, var url = PlainURL(form) else { return nil }
    for (place, component) in components.enumerated() where component != ignored {
      guard let value = constraints[place].value,
        url.set(context.atomTable.components[component], value)
      else { return nil }
    }
    return url
  }

  /// Returns whether the values of some component follow from those of others.
  private func hasViews(_ context: AnalysisContext) -> Bool {
    let atomTable = context.atomTable
    if !atomTable.hasDerivedComponents { return false }
    return atomTable.rootsWithText.contains { context.form(of: $0, kind) != nil }
      || atomTable.rootsWithAfterScheme.contains { context.form(of: $0, kind)?.isSpecial == false }
      || !atomTable.rootsWithViews.isEmpty
        && components.contains { component in
          guard case .part(let part, of: let root) = atomTable.components[component] else {
            return false
          }
          return part.writtenForm != nil && atomTable.rootsWithViews.contains(root)
            && context.form(of: root, kind) != nil && value(of: component, context) != .missing
        }
  }
}

extension AnalysisContext {
  /// The form of the URL under the root; nil if it is missing or named by a rule.
  func form(of root: URLRoot, _ kind: RequestForm) -> URLForm? {
    if let place = atomTable.otherRoots.firstIndex(of: root) { return kind.form(at: place) }
    if root == .request, case .form(let form) = kind.url { return form }
    return nil
  }

  /// Returns whether some rule's `url ==` names the URL, so that it has its own form.
  func isNamed(_ url: PlainURL) -> Bool {
    !atomTable.namedURLs.isEmpty
      && namedURL(of: String(decoding: url.text, as: UTF8.self)) != nil
  }
}
