/// The words that mean the same as words of other languages and of WebKit.
enum Synonyms {
  /// The words of this language; empty if the word is not a known one of another.
  static func words(for found: String) -> Set<String> { table[found] ?? [] }

  /// True for a word of another language that has no meaning here, or another word.
  static func isForeign(_ word: String) -> Bool {
    fillers.contains(word) || table[word] != nil || Vocabulary.nothing.contains(word)
  }

  /// Tokens, with blanks between them, for a sign.
  static let signs = [
    "| null": "?", "| undefined": "?", "= >": ">=", "= <": "<=", "< >": "!=", "== =": "==",
    "!= =": "!=",
  ]

  /// Words without a meaning here.
  static let fillers: Set<String> = Vocabulary.fillers.union([
    "throws", "rethrows", "class", "public", "private", "fileprivate", "internal", "final",
    "static", "override", "mutating", "export", "readonly", "abstract", "suspend", "inline",
  ])

  private static let table: [String: Set<String>] = {
    var table = webKit
    let tables = [
      Vocabulary.declarations, Vocabulary.rules, Vocabulary.steps, Vocabulary.comparisons,
    ]
    for (found, meant) in tables.joined() { table[found, default: []].insert(meant.rawValue) }
    for (found, meant) in Vocabulary.clauses {
      table[found, default: []].formUnion(meant.map(\.rawValue))
    }
    for (found, meant) in [Vocabulary.equalities, Vocabulary.connectives].joined() {
      table[found, default: []].insert(meant.spelling ?? "")
    }
    return table
  }()

  /// Words for settings, their values and the times of scripts, and for values of the app.
  private static let webKit: [String: Set<String>] = [
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
    "val": ["value", "flag"], "let": ["value", "flag"], "var": ["value", "flag"],
    "const": ["value", "flag"], "where": ["&&"], "with": ["&&"], "and": [","], "plus": [","],
  ]
}
