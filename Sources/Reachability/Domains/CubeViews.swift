import Requests

extension Cube {
  /// The encoded forms of URL parts, whose values follow from other components.
  enum Views {
    /// No condition tests an encoded form.
    case none
    /// The values follow from these URLs.
    case of(PlainURLs)
    /// The values are unknown before a request is built and parsed.
    case unknown
  }

  func views(_ context: AnalysisContext) -> Views {
    if hasRelations(context) { return .unknown }
    guard hasViews(context) else { return .none }
    guard let urls = plainURLs(context) else { return .unknown }
    if context.isNamed(urls) { return .unknown }
    return .of(urls)
  }

  /// The URLs of the proposed values; nil if one of them is not plain.
  func plainURLs(_ context: AnalysisContext) -> PlainURLs? {
    let urls = PlainURLs(kind, context.atomTable)
    for constraint in constraints {
      guard let value = constraint.value, urls.set(constraint.component, value)
      else { return nil }
    }
    return urls
  }

  /// Returns whether some values or relations follow from the values of other components.
  private func hasViews(_ context: AnalysisContext) -> Bool {
    let atomTable = context.atomTable
    if atomTable.relatesURLs, kind.hasOthers { return true }
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
  /// The form of the root's URL; nil if the URL is missing or named by a rule.
  func form(of root: URLRoot, _ kind: RequestForm) -> URLForm? {
    if let place = atomTable.otherRoots.firstIndex(of: root) { return kind.form(at: place) }
    if root == .request, case .form(let form) = kind.url { return form }
    return nil
  }

  /// Returns whether a `url ==` condition names the request's URL. Such a URL has a request form of its own, so
  /// it must not be one of these.
  func isNamed(_ urls: PlainURLs) -> Bool {
    guard !atomTable.namedURLs.isEmpty, let text = urls.requestText else { return false }
    return namedURL(of: String(decoding: text, as: UTF8.self)) != nil
  }
}
