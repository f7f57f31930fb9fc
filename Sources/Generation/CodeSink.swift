/// Receives the text of one generated file in pieces, so that the whole text is never in memory.
package struct CodeSink: Sendable {
  /// Receives the next piece, which is valid only during the call.
  package let write: @Sendable (UnsafeRawBufferPointer) -> Void

  package init(_ write: @escaping @Sendable (UnsafeRawBufferPointer) -> Void) { self.write = write }
}
