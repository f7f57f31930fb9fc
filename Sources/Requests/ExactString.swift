/// A string that is compared by its bytes.
///
/// Two Swift strings are equal if they are canonically equivalent, such as the two encodings of `é`; in a URL
/// they differ.
package struct ExactString: Hashable, Sendable, ExpressibleByStringLiteral {
  package let string: String

  package init(_ string: String) { self.string = string }
  package init(stringLiteral value: String) { string = value }

  package var utf8: String.UTF8View { string.utf8 }

  package static func == (a: ExactString, b: ExactString) -> Bool {
    a.utf8.elementsEqual(b.utf8)
  }
}
