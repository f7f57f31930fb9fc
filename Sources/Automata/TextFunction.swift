/// A total function on texts that is read byte by byte, such as the decoding of escapes.
///
/// Two functions are the same only where they are one object.
package final class TextFunction: Hashable {
  /// What may follow each byte in a text that the function makes a member of the language.
  package typealias Derivatives = (Language) -> [Language]

  /// What is written for a text without bytes.
  let empty: [UInt8]
  let derivatives: Derivatives

  /// - Parameter derivatives: gives 256, one for each byte.
  package init(empty: [UInt8] = [], derivatives: @escaping Derivatives) {
    self.empty = empty
    self.derivatives = derivatives
  }

  package static func == (one: TextFunction, other: TextFunction) -> Bool { one === other }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
