/// A pattern of texts that consist of components (separated by `/`) or labels (separated by `.`).
///
/// The whole text must match. For `path` the text is the canonical path: `/` and the decoded components joined by
/// `/`.
package struct Glob: Hashable, Sendable {
  package enum Element: Hashable, Sendable {
    /// The text itself; never empty, and never next to another literal.
    case literal(String)
    /// `*`: any characters except the separator, possibly none.
    case run
    /// `**` as part of a component or anywhere in a host: any characters, possibly none.
    case anything
    /// `/**`, with `**` as a whole component: nothing, or the separator and any characters. The separator belongs
    /// to this element, not to a literal.
    case components
    /// `{name}`: one whole component of at least one character. Has the index of the rule's capture.
    case capture(Int)
    /// `{name}` next to other text: at least one character except the separator, as few as the rest allows.
    case captureText(Int)
    /// `/{name**}`: nothing, with the capture "", or the separator and any characters, which are captured. This
    /// is always the last element.
    case captureRest(Int)
  }

  package var elements: [Element]
  /// The character between components: `/` or `.`.
  package var separator: Character
  /// The pattern as rules contain it.
  package var source: String

  package init(elements: [Element], separator: Character, source: String = "") {
    self.elements = elements
    self.separator = separator
    self.source = source
  }

  /// The only text that matches; nil if several match.
  package var literal: String? {
    if elements.isEmpty { return "" }
    if elements.count == 1, case .literal(let text) = elements[0] { return text }
    return nil
  }

  /// True for a host pattern with a wildcard, since it does not match hosts with an empty label.
  ///
  /// If the pattern ends in a literal, a dot at the end of the host makes no empty label.
  package var refusesEmptyLabels: Bool {
    separator == "." && !elements.isEmpty && literal == nil
  }

  /// True if the last element is a literal.
  package var endsInLiteral: Bool {
    if case .literal? = elements.last { true } else { false }
  }

  /// The indices of the captures, in the order of the elements.
  package var captures: [Int] { elements.compactMap { $0.capture } }

  /// Returns the glob with the index of every capture replaced.
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

  // Ignores the source, and compares literals by their bytes, since Swift's strings are equal if they are
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

/// A pattern of whole URLs, split into patterns of their parts.
package enum URLGlob: Hashable, Sendable {
  /// `https://*.a.com/shop/{id}?x=*#top`.
  case hierarchical(
    /// The scheme; nil for any scheme (`*`).
    scheme: String?,
    host: Glob,
    port: PortPattern,
    path: Glob,
    /// A pattern of the encoded query without `?`, in which `*` and `**` both match any characters; nil if the
    /// URL may have any query or none.
    query: Glob?,
    /// A pattern of the encoded fragment without `#`; otherwise like `query`.
    fragment: Glob?)
  /// `tel:*`: the scheme, and a pattern of the encoded text after the colon, up to the query or fragment.
  case opaque(scheme: String, rest: Glob, query: Glob?, fragment: Glob?)

  package enum PortPattern: Hashable, Sendable {
    /// No port in the normalized URL, which means the default port of its scheme.
    case byScheme
    case number(Int)
    /// `:*`, any port.
    case any
  }
}
