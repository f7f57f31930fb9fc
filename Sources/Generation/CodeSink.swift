/// Gets the text of one generated file in pieces, so that nothing has to hold the whole.
package struct CodeSink: Sendable {
  /// Takes the next piece, which is valid only during the call.
  package let write: @Sendable (UnsafeRawBufferPointer) -> Void

  package init(_ write: @escaping @Sendable (UnsafeRawBufferPointer) -> Void) { self.write = write }
}
