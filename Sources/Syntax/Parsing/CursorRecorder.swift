package import Text

/// The constructs that the parser accepts at the cursor. The text ends there for the parser.
///
/// Each construct that the parser tries at the end is recorded until the parser finds a fault there. After a fault it
/// recovers, so what it tries next could not follow the text.
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

  /// The constructs that can follow, in the order in which the parser tries them.
  package private(set) var expectations: [ExpectedSyntax] = []
  package private(set) var declaration: Declaration?
  package private(set) var call: OpenCall?
  private var isClosed = false

  fileprivate init() {}

  func record(_ expectation: ExpectedSyntax) {
    if !isClosed, !expectations.contains(expectation) { expectations.append(expectation) }
  }

  /// Ends the recording, since the parser has found a fault at the cursor.
  func close() { isClosed = true }

  /// Records that the body or the clauses of a declaration begin.
  func enter(_ declaration: Declaration) {
    if !isClosed { self.declaration = declaration }
  }

  /// Records that an argument of a call begins.
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
  /// - Returns: the tree of the text before the offset. It may end with a rule without a decision.
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
