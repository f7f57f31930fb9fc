//: output BasculeEvents
//: needs JavaScriptRunner PageBridge PageText

/// The page that gets an answer, an event or a call. Only `PageDelivery` makes recipients.
nonisolated struct PageRecipient: Sendable {
  /// The page; nil for any page, if none has announced itself and the answer, event or call is for all origins.
  fileprivate let page: ShownPage?
}

/// The error of a script that the app runs in a page.
public nonisolated struct PageScriptError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The message of the engine, which can quote the page; escaped and cut.
  public let description: String

  /// Creates a short error with escaped characters; nil if the original error is like this already.
  fileprivate init?(_ error: any Error) {
    let text = "\(error)"
    description = PageText.quoted(text, limit: 1_000)
    if text == description { return nil }
  }
}

/// Runs the app's scripts in the page. There is no other way from the app into a page.
///
/// Each script is for one page, which has an identity and an origin. The app compares both before it runs the script.
/// The script compares them again in the page, since another page may be loaded in between.
@MainActor final class PageDelivery {
  /// The result of a script.
  nonisolated enum Outcome: Sendable {
    case result(JSON)
    /// The script was not run, because another page is shown or the page has another origin.
    case pageLeft
    case timedOut
  }

  /// The time limit in seconds. A page that is busy, or that replaces functions of JavaScript, may never answer.
  static let timeLimit = 60.0
  /// The number of scripts that can run at the same time. A page that answers none of them gets no more.
  static let maximalCount = 1_000

  //: if OriginSource
  weak var originSource: (any OriginSource)?
  //: end
  private let runner: any JavaScriptRunner
  /// The page that is shown; nil before the first page.
  private(set) var shown: ShownPage?
  /// The scripts that have not ended.
  private var running: [Int: Running] = [:]
  private var lastNumber = 0

  private nonisolated struct Running {
    let page: ShownPage?
    let caller: CheckedContinuation<Outcome, any Error>
    var timer: Task<Void, Never>?
  }

  init(_ runner: any JavaScriptRunner) { self.runner = runner }

  // MARK: The page

  /// Ends all scripts of other pages.
  func start(_ page: ShownPage) {
    shown = page
    for (number, script) in running where script.page != page {
      finish(number, .success(.pageLeft))
    }
  }

  /// Ends all scripts.
  func leave() {
    for number in running.keys { finish(number, .success(.pageLeft)) }
  }

  // MARK: Recipients

  //: if PageAnswer
  /// Returns the page that has sent a message; nil for a frame inside the page, and if another page is shown already.
  /// Call this method in WebKit's own call, since the next page may be shown later.
  func sender(of origin: WebOrigin, isMainFrame: Bool) -> PageRecipient? {
    guard let shown, isMainFrame, shown.origin == origin else { return nil }
    return PageRecipient(page: shown)
  }

  //: end
  //: if EventOutbox
  /// Returns the page that is shown; nil if the event is not for its origin.
  func recipient(of event: any WebEvent) -> PageRecipient? {
    //: if TrustedOrigin
    guard isShown(type(of: event).origins) else { return nil }
    //: end
    return PageRecipient(page: shown)
  }

  //: end
  //: if PageCalls
  /// Returns the page that is shown; nil if the call is not for its origin.
  func recipient<Call: WebCall>(of call: Call.Type) -> PageRecipient? {
    //: if TrustedOrigin
    guard isShown(Call.origins) else { return nil }
    //: end
    return PageRecipient(page: shown)
  }

  //: end
  //: if TrustedOrigin
  /// Returns whether the page that is shown has one of the origins. An empty list means all origins.
  private func isShown(_ origins: [TrustedOrigin]) -> Bool {
    if origins.isEmpty { return true }
    guard let shown else { return false }
    //: if OriginSource
    if originSource?.gives(shown.origin, as: origins) == true { return true }
    //: end
    return origins.contains { $0.contains(shown.origin) }
  }

  //: end
  // MARK: Scripts

  /// The first lines of each script, which compare the page. A page can set `__bascule.page` to any text, but cannot
  /// change its `location`.
  private static let head = """
    "use strict";
    const bridge = globalThis.__bascule;
    if (page !== null) {
      const address = location.protocol === "about:" ? self.origin : location.origin;
      let isThere = origin === null || address === origin;
      if (!isThere && location.protocol === scheme) {
        const text = location.host;
        let i = 0;
        while (i < text.length && (text[i] === host[i] || text[i] === capitals[i])) { i++; }
        isThere = i === text.length && i === host.length;
      }
      if (!bridge || bridge.page !== page || !isThere) { return "other page"; }
    }

    """

  /// Runs a script in the page of the recipient.
  ///
  /// - Parameters:
  ///   - body: the body of an asynchronous function, in which `bridge` is the page's `__bascule`.
  ///   - seconds: the time limit; nil to wait as long as the page is shown.
  func run(
    _ body: String, _ arguments: [String: JSON], in recipient: PageRecipient,
    within seconds: Double?
  ) async throws -> Outcome {
    if let page = recipient.page, page != shown { return .pageLeft }
    if running.count == Self.maximalCount { return .timedOut }
    var arguments = arguments
    arguments["page"] = recipient.page.map { .string($0.id) } ?? .null
    // A page without an origin has no address to compare.
    let origin = recipient.page?.origin
    arguments["origin"] =
      origin.flatMap { $0.scheme.isEmpty ? nil : .string("\($0)") } ?? .null
    // The host of an address that is not a web address can contain capital letters.
    if let origin, !["http", "https"].contains(origin.scheme) {
      let host = "\(origin)".dropFirst(origin.scheme.count + "://".count)
      let capitals = host.utf8.map { (0x61...0x7A).contains($0) ? $0 & 0xDF : $0 }
      arguments["host"] = .string(String(host))
      arguments["capitals"] = .string(String(decoding: capitals, as: UTF8.self))
      arguments["scheme"] = .string(origin.scheme + ":")
    } else {
      arguments["scheme"] = .null
    }
    lastNumber += 1
    let number = lastNumber
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { caller in
        running[number] = Running(page: recipient.page, caller: caller)
        if Task.isCancelled { return finish(number, .failure(CancellationError())) }
        if let seconds {
          running[number]?.timer = Task { [weak self] in
            try? await Task.sleep(nanoseconds: UInt64(max(0, min(seconds, 1e9)) * 1e9))
            if !Task.isCancelled { self?.finish(number, .success(.timedOut)) }
          }
        }
        start(number, Self.head + body, arguments)
      }
    } onCancel: {
      Task { @MainActor [weak self] in self?.finish(number, .failure(CancellationError())) }
    }
  }

  private func start(_ number: Int, _ script: String, _ arguments: [String: JSON]) {
    Task { [weak self, runner] in
      let result: Result<Outcome, any Error>
      do {
        // Another page may be shown since the task was created.
        guard self?.running[number] != nil else { return }
        let value = try await runner.run(script, arguments: arguments)
        result = .success(value == .string("other page") ? .pageLeft : .result(value))
      } catch {
        result = .failure(PageScriptError(error) ?? error)
      }
      self?.finish(number, result)
    }
  }

  private func finish(_ number: Int, _ result: Result<Outcome, any Error>) {
    guard let script = running.removeValue(forKey: number) else { return }
    script.timer?.cancel()
    script.caller.resume(with: result)
  }
}
