/// The words of other languages and of WebKit that a repair replaces or leaves out at any place.
///
/// They include the words of `Vocabulary`, which also says where each is meant.
package enum Synonyms {
  /// The words of this language that a word of another language can mean; empty if there are none.
  package static func words(for found: String) -> Set<String> { table[found] ?? [] }

  /// True for a word of another language that can be left out or replaced.
  static func isForeign(_ word: String) -> Bool {
    fillers.contains(word) || table[word] != nil || Vocabulary.nothing.contains(word)
      || phrases[word] != nil
  }

  /// The phrases of up to three tokens, with blanks between them, and what to write instead.
  static let phrases = [
    "| null": ["?"], "| undefined": ["?"], "| nil": ["?"], "| None": ["?"], "= >": [">="],
    "= <": ["<="], ": =": ["=="],
    "= ~": ["matches", "like"], "~ =": ["matches", "like"], "~": ["matches", "like"],
    "openURL": ["open url"], "openUrl": ["open url"], "loadURL": ["load url"],
    "data class": ["model"], "sealed class": ["union"], "sealed interface": ["union"],
    "enum class": ["enum"], ": Bool": [""], ": Boolean": [""],
    "atDocumentStart": ["at documentStart"], "atDocumentEnd": ["at documentEnd"],
    "forMainFrameOnly": ["frames main"],
  ]

  /// The types and protocols of other languages and of this one.
  static let types: Set<String> = [
    "String", "Int", "Double", "Bool", "URL", "Date", "Data", "Float", "Number", "Boolean",
    "Codable", "Decodable", "Encodable", "Sendable", "Hashable", "Equatable", "CaseIterable",
    "Identifiable", "Serializable", "Parcelable",
  ]

  /// The words that can be left out.
  static let fillers: Set<String> = Vocabulary.fillers.union([
    "throws", "rethrows", "class", "public", "private", "fileprivate", "internal", "final",
    "static", "override", "mutating", "export", "readonly", "abstract", "suspend", "inline",
    "a", "an", "the", "please", "some", "object",
  ])

  private static let table: [String: Set<String>] = {
    var table = others
    let tables = [
      Vocabulary.declarations, Vocabulary.rules, Vocabulary.steps, Vocabulary.comparisons,
    ]
    for (found, meant) in tables.joined() { table[found, default: []].insert(meant.rawValue) }
    for (found, meant) in Vocabulary.clauses {
      table[found, default: []].formUnion(meant.map { $0.rawValue })
    }
    for (found, meant) in [Vocabulary.equalities, Vocabulary.connectives].joined() {
      if let meant = meant.spelling { table[found, default: []].insert(meant) }
    }
    return table
  }()

  /// The words of WebKit for settings, their values and the times of scripts, and other words that the parser does
  /// not correct by itself.
  private static let others: [String: Set<String>] = [
    "allowsInlineMediaPlayback": ["inlineMedia"], "customUserAgent": ["userAgent"],
    "applicationNameForUserAgent": ["applicationName"], "isInspectable": ["inspectable"],
    "allowsBackForwardNavigationGestures": ["backForwardGestures"],
    "websiteDataStore": ["dataStore"], "preferredContentMode": ["contentMode"],
    "allowsContentJavaScript": ["javaScript"], "javaScriptEnabled": ["javaScript"],
    "mediaTypesRequiringUserActionForPlayback": ["mediaPlayback"],
    "allowsPictureInPictureMediaPlayback": ["pictureInPicture"],
    "isElementFullscreenEnabled": ["fullscreen"], "allowsLinkPreview": ["linkPreview"],
    "isTextInteractionEnabled": ["textInteraction"],
    "isFindInteractionEnabled": ["findInteraction"],
    "limitsNavigationsToAppBoundDomains": ["appBoundDomains"],
    "urlSchemeHandler": ["scheme"], "setURLSchemeHandler": ["scheme"],
    "atDocumentStart": ["documentStart"], "atDocumentEnd": ["documentEnd"],
    "nonPersistent": ["ephemeral"], "default": ["persistent"],
    "true": ["enabled"], "yes": ["enabled", "true"], "false": ["disabled"],
    "no": ["disabled", "false"], "off": ["disabled", "false"],
    "val": ["value", "flag", "condition"], "let": ["value", "flag", "condition"],
    "var": ["value", "flag", "condition"], "const": ["value", "flag", "condition"],
    "strategy": ["strategies"], "channel": ["channels"], "script": ["scripts"],
    "userScript": ["script"], "messageHandler": ["strategy"], "evaluateJavaScript": ["call"],
    "injectionTime": ["at"], "contentWorld": ["world"], "src": ["from"], "file": ["from"],
    "where": ["&&"], "with": ["&&"], "and": [","], "or": [","],
    "plus": [","],
  ]
}
