import Diagnostics
import Syntax
import Text
import WebURL

/// A mistaken key of a header or of the query, which no request has.
struct KeySlip {
  private let key: StringSyntax
  private let isHeader: Bool
  /// The key that is probably meant.
  private let meant: String

  init?(_ reference: ReferenceSyntax) {
    guard case .key(let key)? = reference.accesses.first, key.isMarkedKey(of: reference.base.text)
    else { return nil }
    isHeader = reference.base.text == "header"
    meant =
      isHeader
      ? key.value.filter { !$0.isWhitespace && $0 != ":" }
      : PercentEscapes.decode(key.value, as: .queryValue)
    // A URL can have a key that decoding does not change.
    if !isHeader, meant == key.value { return nil }
    self.key = key
  }

  func finding(in file: FileID) -> Finding {
    let location = Location(file, key.span)
    let isMeant = !isHeader || StringSyntax.isHeaderName(meant)
    return Page.suspiciousLiteral.finding(
      isHeader
        ? "no request has a header of this name" : "no usual query has this name",
      at: location,
      label: isHeader
        ? "names of headers contain no blank and no `:`"
        : "names are decoded before they are compared",
      help: isMeant ? "write `\(Quoting.rule(meant))`" : nil,
      fix: isMeant ? Fix([Edit(location, Quoting.rule(meant))], isSafe: false) : nil)
  }
}
