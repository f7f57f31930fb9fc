package import Text

/// An error or a likely mistake in an association file, as data. The check with the fault's code writes the message.
package struct AssociationFault: Sendable {
  package enum Kind: Sendable {
    /// A text that is no JSON, or a value of a type that the system does not read.
    case invalid(String, help: String)
    /// A file that is larger than the system reads, with its number of bytes.
    case tooLarge(Int)
    /// A key that the system ignores.
    case unknownKey(String, candidates: [String])
    /// A text that is no app identifier, with the reason.
    case invalidApp(String)
    /// A variable that is neither declared nor predefined. No text matches its patterns.
    case unknownVariable(String, candidates: [String])
    /// A path pattern that begins with a character other than a slash.
    case relativePath
    /// A path pattern that contains a `?` with a query. Such patterns are compared with the path only.
    case queryInPath
    /// A query key whose pattern also matches if the key is missing.
    case optionalKey(String)
    /// A key of an older form that is used instead of the newer form, or disagrees with it.
    case olderForm(String, help: String)
  }

  package var kind: Kind
  package var location: Location
}
