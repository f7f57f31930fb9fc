//: output BasculeMessages
//: needs ScriptMessage

/// Reports messages that were not handled. A page can send any number of them, so only the first ones are reported one
/// by one. Of the others, only the number is reported.
@MainActor final class MessageReports {
  static let maximalCount = 1_000
  /// The seconds after which `maximalCount` messages can be reported again.
  private static let pauseLength = 10.0

  private var count = 0
  private var leftOut = 0
  private let wait: @MainActor () async -> Void

  /// - Parameter wait: waits until `maximalCount` messages can be reported again.
  init(_ wait: @escaping @MainActor () async -> Void = { await MessageReports.pause() }) {
    self.wait = wait
  }

  private static func pause() async {
    try? await Task.sleep(nanoseconds: UInt64(pauseLength * 1e9))
  }

  func report(_ error: any Error, by handler: any ScriptMessageHandling) {
    count += 1
    if count <= Self.maximalCount {
      handler.errorDelegate?.scriptMessage(handler.identifier, failedWith: error)
    } else {
      leftOut += 1
    }
    if count != 1 { return }
    let (identifier, wait) = (handler.identifier, wait)
    Task { [weak self, weak delegate = handler.errorDelegate] in
      await wait()
      guard let self else { return }
      let number = leftOut
      (count, leftOut) = (0, 0)
      if number > 0 {
        delegate?.scriptMessage(identifier, failedWith: ScriptMessageError.notReported(number))
      }
    }
  }
}
