package import Text

/// The expectations of the parser at the cursor, where the text ends for it.
///
/// Every question of the parser about the token at the end is recorded until a fault is found there: it then recovers,
/// and its further questions are not about text that could follow.
package final class CursorRecorder {
  /// The declaration that contains the cursor.
  package struct Declaration: Hashable, Sendable {
    package var keyword: Keyword
    package var name: String
    /// True for `test responses` and for an invariant `for responses`.
    package var testsResponses: Bool
  }

  /// A call whose parentheses are open at the cursor.
  package struct OpenCall: Hashable, Sendable {
    package var callee: ExpectedSyntax.Callee
    /// The number of arguments before the current one.
    package var position = 0
    /// The label of the current argument.
    package var label: String?
  }

  /// The constructs that can follow, in the order in which the parser asks for them.
  package private(set) var expectations: [ExpectedSyntax] = []
  package private(set) var declaration: Declaration?
  package private(set) var call: OpenCall?
  private var isClosed = false

  fileprivate init() {}

  func record(_ expectation: ExpectedSyntax) {
    if !isClosed, !expectations.contains(expectation) { expectations.append(expectation) }
  }

  /// Ignores the rest, which the parser asks after a fault at the cursor.
  func close() { isClosed = true }

  /// Notes that the body or the clauses of a declaration begin.
  func enter(_ declaration: Declaration) {
    if !isClosed { self.declaration = declaration }
  }

  /// Notes that an argument of a call begins.
  func enter(_ call: OpenCall) {
    if !isClosed { self.call = call }
  }

  func leaveDeclaration() {
    if !isClosed { (declaration, call) = (nil, nil) }
  }

  func leaveCall() {
    if !isClosed { call = nil }
  }
}

extension SyntaxTree {
  /// Parses the text before an offset, and records what the parser accepts there.
  ///
  /// - Returns: the tree of the text before the offset; a rule without a decision at its end is part of it.
  package static func parse(
    _ file: SourceFile, before offset: Int
  ) -> (tree: SyntaxTree, cursor: CursorRecorder) {
    file.bytes[..<offset].withUnsafeBufferPointer { bytes in
      let recorder = CursorRecorder()
      var parser = Parser(bytes, recorder)
      return (parser.file(), recorder)
    }
  }
}
