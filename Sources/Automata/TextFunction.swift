/// A total function on texts that is evaluated byte by byte, such as the decoding of escapes.
///
/// Two functions are equal only if they are the same object.
package final class TextFunction: Hashable, Sendable {
  /// Returns for each byte the texts that the function maps, after the byte, to a member of the language.
  ///
  /// Both languages belong to the store.
  package typealias Derivatives = @Sendable (Language, LanguageStore) -> [Language]

  /// The value of the function for the empty text.
  let empty: [UInt8]
  let derivatives: Derivatives

  /// - Parameter derivatives: returns 256 languages, one for each byte.
  package init(empty: [UInt8] = [], derivatives: @escaping Derivatives) {
    self.empty = empty
    self.derivatives = derivatives
  }

  package static func == (one: TextFunction, other: TextFunction) -> Bool { one === other }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
