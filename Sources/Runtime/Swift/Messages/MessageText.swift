//: output BasculeMessages
//: needs MessageOrder JSONText JSONFoundation

import Foundation

/// The JSON text of a message. It is decoded once, even if its value is read several times.
@MainActor final class MessageText {
  /// The length in bytes of the longest text that the main thread decodes. Decoding it takes less time than the screen
  /// shows one frame.
  static let maximalShortLength = 65_536
  /// The stack size of the decoding thread. The system's pools have stacks of 512 kB, too little for
  /// `JSON.maximalDepth` levels.
  private static let stackSize = 16 << 20

  private let text: String
  private let decode: @Sendable (String) throws -> JSON
  private var result: Result<JSON, any Error>?

  init(
    _ text: String, _ decode: @escaping @Sendable (String) throws -> JSON = { try JSON(text: $0) }
  ) {
    self.text = text
    self.decode = decode
  }

  /// True if the text should not be decoded on the main thread.
  var isLong: Bool { result == nil && text.utf8.count > Self.maximalShortLength }

  var value: JSON {
    get throws {
      let result = result ?? Result { try decode(text) }
      self.result = result
      return try result.get()
    }
  }

  /// Decodes the text on a thread of its own.
  func decodeElsewhere() async {
    let (text, decode) = (text, decode)
    result = await withCheckedContinuation { caller in
      let thread = Thread { caller.resume(returning: Result { try decode(text) }) }
      thread.stackSize = Self.stackSize
      thread.start()
    }
  }
}
//: if ScriptMessageChannel

/// The JSON text in the payload of a channel's message.
@MainActor final class PayloadText {
  /// The text of the payload; nil before the envelope is opened, and for a payload that is not JSON text.
  var text: MessageText?
}
//: end
