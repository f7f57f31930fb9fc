//: output BasculeMessages
//: needs MessageText

/// Keeps the messages of one web view in their order while long texts are decoded on other threads. Other web views do
/// not wait.
@MainActor final class MessageOrder {
  private var waiting: [(start: @MainActor () -> Void, longText: @MainActor () -> MessageText?)] =
    []
  private var isDecoding = false

  /// Starts a message after the earlier ones.
  ///
  /// - Parameter longText: returns the next text of the message to decode first, on another thread; nil if there is
  ///   none.
  func start(
    _ start: @escaping @MainActor () -> Void,
    after longText: @escaping @MainActor () -> MessageText?
  ) {
    if !isDecoding && longText() == nil { return start() }
    waiting.append((start, longText))
    if isDecoding { return }
    isDecoding = true
    Task {
      await startWaiting()
      isDecoding = false
    }
  }

  private func startWaiting() async {
    while !waiting.isEmpty {
      let next = waiting.removeFirst()
      while let text = next.longText() { await text.decodeElsewhere() }
      next.start()
    }
  }
}
