import Requests
import WebURL

/// The URLs of a request, if all of them are plain.
///
/// This is a class because it is copied more often than it is changed.
final class PlainURLs {
  private let kind: RequestForm
  private let atomTable: AtomTable
  /// The URL of the request; nil if a rule names it.
  @exclusivity(unchecked) private(set) var request: PlainURL?
  /// The URLs of `AtomTable.otherRoots`; nil for a missing URL.
  @exclusivity(unchecked) private(set) var others: [PlainURL?]

  /// The text of the request's URL; nil if a rule names the URL.
  ///
  /// - Requires: all parts are set.
  var requestText: [UInt8]? {
    if knownText == nil { knownText = request?.text }
    return knownText
  }
  @exclusivity(unchecked) private var knownText: [UInt8]?

  /// Creates the usual URLs of the forms.
  init(_ kind: RequestForm, _ atomTable: AtomTable) {
    self.kind = kind
    self.atomTable = atomTable
    if case .form(let form) = kind.url { request = PlainURL(form, of: .request) }
    others = kind.others.enumerated().map { place, form in
      form.map { PlainURL($0, of: atomTable.otherRoots[place]) }
    }
  }

  /// Sets a part of a URL. Returns false if the value is not plain. Values of inputs and of missing URLs are
  /// ignored.
  func set(_ component: Int, _ value: ComponentValue) -> Bool {
    guard case .part(let part, _) = atomTable.components[component] else { return true }
    guard let place = atomTable.kinds[component].place else {
      return request?.set(part, value) ?? true
    }
    return others.indices.contains(place) ? others[place]?.set(part, value) ?? true : true
  }

  /// The value of a component that is an encoded form; nil for other components, and if the URL is missing or
  /// named.
  func written(_ component: Int) -> ComponentValue? {
    guard case .part(let part, _) = atomTable.components[component], part.isWrittenForm else {
      return nil
    }
    guard let place = atomTable.kinds[component].place else {
      if case .writtenURL = part { return requestText.map { .text($0) } }
      return request?.written(part)
    }
    return others.indices.contains(place) ? others[place]?.written(part) : nil
  }

  /// Returns whether the relation holds; nil if the texts of the URLs alone do not determine it.
  func holds(_ relation: Relation) -> Bool? {
    switch relation {
    case .sameURL(let one, let other):
      guard let text = text(one) else { return false }
      return text == self.text(other)
    case .namedURL(let root, let name):
      return text(root)?.elementsEqual(name.utf8) == true
    case .text, .listed, .likeListed, .listedURL, .listedOrigin: return nil
    }
  }

  /// The text of the root's URL; nil if the URL is missing.
  private func text(_ root: URLRoot) -> [UInt8]? {
    if root == .request {
      if case .namedURL(let number) = kind.url {
        return Array(atomTable.namedURLs[number].normalized.utf8)
      }
      return requestText
    }
    guard let place = atomTable.otherRoots.firstIndex(of: root), others.indices.contains(place)
    else { return nil }
    return others[place]?.text
  }
}
