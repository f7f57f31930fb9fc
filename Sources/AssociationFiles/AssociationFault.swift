package import Text

/// An error or a likely mistake in an association file as data; the check with its code writes the message.
package struct AssociationFault: Sendable {
  package enum Kind: Sendable {
    /// No JSON, or a value of another type than the system reads.
    case invalid(String, help: String)
    /// More bytes than the system reads.
    case tooLarge(Int)
    /// A key that the system ignores.
    case unknownKey(String, candidates: [String])
    /// No app identifier, with the reason.
    case invalidApp(String)
    /// A variable that is neither declared nor predefined; nothing matches its patterns.
    case unknownVariable(String, candidates: [String])
    /// A path pattern that begins with a character other than a slash.
    case relativePath
    /// The `?` and what follows in a path, which is a pattern of paths only.
    case queryInPath
    /// A query key whose pattern also holds where the key is missing.
    case optionalKey(String)
    /// An older form beside a newer one that says something else, or instead of it.
    case olderForm(String, help: String)
  }

  package var kind: Kind
  package var location: Location
}
