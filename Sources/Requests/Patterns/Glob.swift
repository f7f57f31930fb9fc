/// A pattern over text that a separator splits into components (`/`) or labels (`.`).
///
/// The whole text must match. For `path` the text is the canonical path: `/` and the decoded
/// components joined by `/`.
package struct Glob: Hashable, Sendable {
  package enum Element: Hashable, Sendable {
    /// Exactly this text; never empty, never adjacent to another literal.
    case literal(String)
    /// `*`: any characters but the separator, possibly none.
    case run
    /// `**` that is not a whole component, or a whole host label: any characters, possibly none.
    case anything
    /// `/**`, with `**` as a whole component: nothing, or the separator and anything.
    /// It includes the separator, which is in no literal.
    case components
    /// `{name}`: one whole component, one character or more; index into the rule's captures.
    case capture(Int)
    /// `{name}` beside other text: one character or more but the separator, as few as the rest allows.
    case captureText(Int)
    /// `/{name**}`: nothing (captures ""), or the separator and anything, which is captured.
    /// Always the last element.
    case captureRest(Int)
  }

  package var elements: [Element]
  /// `/` or `.`.
  package var separator: Character
  /// As written.
  package var source: String

  package init(elements: [Element], separator: Character, source: String = "") {
    self.elements = elements
    self.separator = separator
    self.source = source
  }

  /// The only text that matches; nil if there are several.
  package var literal: String? {
    if elements.isEmpty { return "" }
    if elements.count == 1, case .literal(let text) = elements[0] { return text }
    return nil
  }

  /// True if texts with an empty label do not match: a host pattern with a wildcard.
  ///
  /// A dot at the end is no empty label if the pattern ends in a literal.
  package var refusesEmptyLabels: Bool {
    separator == "." && !elements.isEmpty && literal == nil
  }

  /// True if the last element is a literal.
  package var endsInLiteral: Bool {
    if case .literal? = elements.last { true } else { false }
  }

  /// The indices of the captures, in the order of the elements.
  package var captures: [Int] { elements.compactMap(\.capture) }

  /// Returns the glob with every capture's index replaced.
  package func mapCaptures(_ transform: (Int) -> Int) -> Glob {
    var copy = self
    copy.elements = elements.map { element in
      switch element {
      case .capture(let index): .capture(transform(index))
      case .captureText(let index): .captureText(transform(index))
      case .captureRest(let index): .captureRest(transform(index))
      case .literal, .run, .anything, .components: element
      }
    }
    return copy
  }

  // Ignores the source, and compares literals by their bytes: Swift's strings are equal if they are
  // canonically equivalent.
  package static func == (a: Glob, b: Glob) -> Bool {
    a.separator == b.separator && a.elements.elementsEqual(b.elements, by: Element.areSame)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(separator)
    hasher.combine(elements)
  }
}

extension Glob.Element {
  /// The index of the capture; nil for other elements.
  package var capture: Int? {
    switch self {
    case .capture(let index), .captureText(let index), .captureRest(let index): index
    case .literal, .run, .anything, .components: nil
    }
  }

  fileprivate static func areSame(_ a: Glob.Element, _ b: Glob.Element) -> Bool {
    if case (.literal(let a), .literal(let b)) = (a, b) { return a.utf8.elementsEqual(b.utf8) }
    return a == b
  }
}

/// A pattern over a whole URL, split into the parts that it constrains.
package enum URLGlob: Hashable, Sendable {
  /// `https://*.a.com/shop/{id}?x=*#top`.
  case hierarchical(
    /// nil: any scheme (`*`).
    scheme: String?,
    host: Glob,
    port: PortPattern,
    path: Glob,
    /// Over the query as written in the URL, without `?`; `*` and `**` are any characters.
    /// nil: any query, or none.
    query: Glob?,
    /// Over the fragment as written in the URL, without `#`; like `query`.
    fragment: Glob?)
  /// `tel:*`: the scheme, and a pattern over the text after the colon in the written URL, up to query and
  /// fragment.
  case opaque(scheme: String, rest: Glob, query: Glob?, fragment: Glob?)

  package enum PortPattern: Hashable, Sendable {
    /// The default port of the URL's scheme; the normalized URL contains no port.
    case byScheme
    case number(Int)
    /// `:*`.
    case any
  }
}
