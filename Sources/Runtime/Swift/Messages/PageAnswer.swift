//: output BasculeEvents
//: needs MessageText PageDelivery PageValue ScriptMessage

/// The dispatch of replies and errors to a page that does not get them by a promise.
public nonisolated struct PageAnswer: Sendable, Hashable {
  @_spi(Generated) public enum Target: Sendable, Hashable {
    /// Dispatches a `CustomEvent` of this type on `window`.
    case customEvent(String)
    /// Calls the function of the page at this path.
    case function(String)
    /// Calls the function whose path is in this field of the message.
    case functionNamed(by: [String])
  }

  private let target: Target
  private let replies: [PageValue]
  private let fails: [PageValue]

  @_spi(Generated) public init(to target: Target, replies: [PageValue], fails: [PageValue]) {
    self.target = target
    self.replies = replies
    self.fails = fails
  }

  /// Returns the type of the event, or the path of the function; nil if the message names none.
  @MainActor func target(of message: ScriptMessage) -> String? {
    switch target {
    case .customEvent(let type): return type
    case .function(let path): return path
    case .functionNamed(let field):
      guard case .string(let path) = message.field(field), Self.isPath(path) else { return nil }
      return path
    }
  }

  /// True if the answer contains fields of the message.
  var readsMessage: Bool {
    if case .functionNamed = target { return true }
    return (replies + fails).contains(where: \.readsMessage)
  }

  /// Returns whether the text is a path of identifiers with dots between them.
  private static func isPath(_ text: String) -> Bool {
    guard text.utf8.count <= 1_000 else { return false }
    return text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .allSatisfy { name in
        guard let first = name.first, !(0x30...0x39).contains(first) else { return false }
        return name.allSatisfy {
          (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
            || $0 == 0x5F || $0 == 0x24
        }
      }
  }

  /// Returns the arguments of `script` for an answer; nil if the message names no function.
  @MainActor func arguments(
    _ answer: ScriptMessageAnswer, to message: ScriptMessage
  ) -> [String: JSON]? {
    guard let target = target(of: message) else { return nil }
    let values: [JSON]
    switch answer {
    case .value(let reply):
      values = replies.map { $0.json([.reply: reply], of: message.field) }
    case .failure(let error):
      let parts: [PageValue: JSON] = [
        .errorCode: .string(error.reason ?? error.code.rawValue),
        .errorMessage: .string(error.message),
      ]
      values = fails.map { $0.json(parts, of: message.field) }
    }
    let style =
      switch self.target {
      case .customEvent: "event"
      case .function: "function"
      case .functionNamed: "own function"
      }
    return ["target": .string(target), "answer": .string(style), "values": .array(values)]
  }

  /// The script that passes the answer to the page. It follows a path that a message names through own properties only,
  /// and runs no text as a script.
  static let script = """
    if (answer === "event") {
      const event = new CustomEvent(target, { detail: values[0] });
      EventTarget.prototype.dispatchEvent.call(globalThis, event);
      return "sent";
    }
    const path = target.split(".");
    const last = path.pop();
    const get = (owner, key) => {
      const isOwn = owner != null && Object.prototype.hasOwnProperty.call(owner, key);
      return owner == null || answer === "own function" && !isOwn ? undefined : owner[key];
    };
    const owner = path.reduce(get, globalThis);
    const called = get(owner, last);
    if (typeof called !== "function") { return "missing"; }
    called.apply(owner, values);
    return "sent";
    """
}

extension PageBridge {
  /// Delivers the answer once, in the page that has sent the message.
  ///
  /// - Parameter sender: the page that has sent the message; nil if it was left already.
  func send(
    _ answer: ScriptMessageAnswer, to message: ScriptMessage, in sender: PageRecipient?,
    by handler: any ScriptMessageHandling
  ) async {
    guard let way = handler.pageAnswer(to: message), message.isMainFrame,
      let arguments = way.arguments(answer, to: message)
    else { return }
    do {
      guard let sender else { throw ScriptMessageError.pageLeft }
      let outcome = try await delivery.run(
        PageAnswer.script, arguments, in: sender, within: PageDelivery.timeLimit)
      switch outcome {
      case .result(.string("missing")):
        throw ScriptMessageError.noFunction(way.target(of: message).map { PageText.quoted($0) })
      case .result, .timedOut: return
      case .pageLeft: throw ScriptMessageError.pageLeft
      }
    } catch {
      handler.report(error, of: message)
    }
  }
}
