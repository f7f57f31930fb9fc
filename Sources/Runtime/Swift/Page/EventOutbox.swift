//: output BasculeEvents
//: needs PageDelivery WebEvent EventDispatch EventLine

extension PageBridge: WebEventDispatcher {
  /// - Parameter dispatch: the dispatch of events; nil for the first one in the rule files.
  public convenience init(
    _ runner: any JavaScriptRunner, contract app: BridgeContract, dispatch: EventDispatch?,
    waitsForPage: Bool = false
  ) {
    self.init(runner, contract: app, waitsForPage: waitsForPage)
    if let dispatch { events.dispatch = dispatch }
  }

  public var errorDelegate: (any WebEventErrorDelegate)? {
    get { events.errorDelegate }
    set { events.errorDelegate = newValue }
  }

  /// Returns whether the page knows the event; nil until the page sends its contract.
  public func supports<Event: WebEvent>(_ event: Event.Type) -> Bool? {
    contract?.events.contains(Event.name)
  }

  /// Returns whether the page has announced a listener of the event.
  public func isListening<Event: WebEvent>(to event: Event.Type) -> Bool {
    events.isListening(to: Event.name)
  }

  @discardableResult
  public func dispatch(_ event: any WebEvent) async throws -> EventDelivery {
    try await events.dispatch(event, within: PageDelivery.timeLimit)
  }

  @discardableResult
  public func dispatch(
    _ event: any WebEvent, within seconds: Double
  ) async throws -> EventDelivery {
    try await events.dispatch(event, within: seconds)
  }
}

/// The waiting events of one page, and the event that is on the way.
@MainActor final class EventOutbox {
  weak var errorDelegate: (any WebEventErrorDelegate)?
  var isLoaded = false
  var dispatch: EventDispatch

  private let delivery: PageDelivery
  private let waitsForPage: Bool
  /// The names of the events in the app's contract.
  private let known: [String]
  /// The names of the events that both the app and the page know; nil until the page sends its contract.
  private var pageKnows: [String]?
  private var listens: Set<String> = []

  /// The waiting events by their name, in the order in which they were sent.
  private var lines: [String: EventLine] = [:]
  /// The event that the page has not confirmed yet.
  private var sending: KeptEvent?
  private var lastNumber = 0

  init(
    _ delivery: PageDelivery, known: [String], dispatch: EventDispatch, waitsForPage: Bool
  ) {
    self.delivery = delivery
    self.known = known
    self.dispatch = dispatch
    self.waitsForPage = waitsForPage
  }

  /// True if no event is being sent.
  var isIdle: Bool { sending == nil }

  func isListening(to name: String) -> Bool { listens.contains(name) }

  // MARK: The page

  /// Drops all events that were sent while another page was shown.
  ///
  /// - Parameter former: the other page; nil before the first page.
  func start(after former: ShownPage?) {
    isLoaded = false
    listens = []
    pageKnows = nil
    if former != nil, former != delivery.shown { leave() }
    //: if TrustedOrigin
    dropWhatIsNotMeant()
    //: end
    keepWhatCannotBeSent()
  }

  /// Drops all events of the page.
  func leave() {
    for name in lines.keys.sorted() {
      drop(name, .pageLeft(name, count: 1)) { .pageLeft(name, count: $0) }
    }
  }

  /// Drops the events that the page does not know.
  func listen(to names: [String], of pageKnows: [String]) {
    self.pageKnows = pageKnows
    listens = Set(names)
    for name in lines.keys.sorted() where !isKnown(name) {
      drop(name, .unknownToPage(name))
    }
    keepWhatCannotBeSent()
  }

  /// Returns whether the page may know the event. An event that the rule files do not declare is in no contract.
  private func isKnown(_ name: String) -> Bool {
    guard let pageKnows, known.contains(name) else { return true }
    return pageKnows.contains(name)
  }
  //: if TrustedOrigin

  /// Drops the events that are not for the origin of the page. Such events were sent before the first page, or the app
  /// has changed their origin.
  private func dropWhatIsNotMeant() {
    guard let page = delivery.shown else { return }
    for name in lines.keys.sorted() {
      if let event = lines[name]?.first?.event, delivery.recipient(of: event) == nil {
        drop(name, .otherOrigin(name, page.origin))
      }
    }
  }
  //: end

  /// Drops all events of a name. One report contains the number of senders that no longer wait.
  private func drop(
    _ name: String, _ error: WebEventError, report: ((_ count: Int) -> WebEventError)? = nil
  ) {
    guard let line = lines.removeValue(forKey: name) else { return }
    if sending?.name == name { sending = nil }
    for event in line.waiting { event.sender?.resume(throwing: error) }
    let lost = line.waiting.filter { $0.sender == nil && !$0.isHandedOver }.count
    if lost > 0 { errorDelegate?.event(name, failedWith: report?(lost) ?? error) }
  }

  // MARK: Events

  func dispatch(_ event: any WebEvent, within seconds: Double) async throws -> EventDelivery {
    let name = type(of: event).name
    guard isKnown(name) else { throw WebEventError.unknownToPage(name) }
    //: if TrustedOrigin
    if delivery.shown != nil || !waitsForPage, delivery.recipient(of: event) == nil {
      throw WebEventError.otherOrigin(name, delivery.shown?.origin)
    }
    //: end
    lastNumber += 1
    let number = lastNumber
    let timer = Task { [weak self] in
      try? await Task.sleep(nanoseconds: UInt64(max(0, min(seconds, 1e9)) * 1e9))
      if !Task.isCancelled { self?.give(up: name, number, WebEventError.timedOut(name)) }
    }
    defer { timer.cancel() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { sender in
        if Task.isCancelled { return sender.resume(throwing: CancellationError()) }
        add(KeptEvent(number: number, event: event, sender: sender))
      }
    } onCancel: {
      Task { @MainActor [weak self] in self?.give(up: name, number, CancellationError()) }
    }
  }

  private func add(_ event: KeptEvent) {
    let name = event.name
    var event = event
    if !canSend(name) {
      event.sender?.resume(returning: event.queue == .none ? .dropped : .kept)
      event.sender = nil
      if event.queue == .none { return }
    }
    lines[name, default: EventLine()].append(event)
    sendNext()
    drop(surplusOf: name, event.queue)
  }

  /// Ends the waiting of a sender with an error. If the event is on the way, it may have reached the page.
  private func give(up name: String, _ number: Int, _ error: any Error) {
    let event = lines[name]?.remove(number)
    event?.sender?.resume(throwing: error)
  }

  /// Returns whether the page can get events of the name, at once or after earlier ones.
  private func canSend(_ name: String) -> Bool {
    !waitsForPage || delivery.shown != nil && (isLoaded || listens.contains(name))
  }

  /// Resumes the senders whose events cannot be sent yet.
  private func keepWhatCannotBeSent() {
    for name in lines.keys.sorted() where !canSend(name) {
      lines[name]?.release(except: numberOnTheWay(name))
      if lines[name]?.isEmpty == true { lines[name] = nil }
    }
  }

  /// Drops the oldest events of a name while there are more than its queue allows. The event on the way does not count.
  private func drop(surplusOf name: String, _ queue: EventQueue) {
    let limit = if case .atMost(let count) = queue { count } else { 1 }
    while let old = lines[name]?.removeOldest(beyond: limit, except: numberOnTheWay(name)) {
      old.sender?.resume(returning: .dropped)
      if case .atMost = queue, !old.isHandedOver {
        errorDelegate?.event(name, failedWith: WebEventError.queueFull(name))
      }
    }
  }

  private func numberOnTheWay(_ name: String) -> Int? {
    sending?.name == name ? sending?.number : nil
  }

  /// Sends one event at a time, so that they arrive in their order.
  func sendNext() {
    guard sending == nil else { return }
    //: if OriginSource
    dropWhatIsNotMeant()
    //: end
    var next: (event: KeptEvent, hasEarlier: Bool)?
    for (name, line) in lines where canSend(name) {
      let found = line.next(again: !waitsForPage || listens.contains(name))
      if let found, found.event.number < next?.event.number ?? .max { next = found }
    }
    guard let (event, hasEarlier) = next, let recipient = delivery.recipient(of: event.event)
    else { return }
    sending = event
    Task {
      let outcome = await send(event, to: recipient, hasEarlier: hasEarlier)
      guard sending?.number == event.number else { return }
      sending = nil
      settle(event, outcome)
      keepWhatCannotBeSent()
      sendNext()
    }
  }

  private func send(
    _ event: KeptEvent, to recipient: PageRecipient, hasEarlier: Bool
  ) async -> Result<PageDelivery.Outcome, any Error> {
    let arguments: [String: JSON] = [
      "target": .string(dispatch.target), "name": .string(event.name),
      "payload": event.event.payload, "hasEarlier": .bool(hasEarlier), "waits": .bool(waitsForPage),
      "values": .array(dispatch.arguments(event.name, event.event.payload, event.number)),
    ]
    do {
      return .success(
        try await delivery.run(
          dispatch.script, arguments, in: recipient, within: PageDelivery.timeLimit))
    } catch {
      return .failure(error)
    }
  }

  private func settle(_ event: KeptEvent, _ outcome: Result<PageDelivery.Outcome, any Error>) {
    switch outcome {
    case .failure(let error): end(event, .failure(error))
    case .success(.pageLeft): end(event, .failure(WebEventError.pageLeft(event.name, count: 1)))
    case .success(.timedOut): end(event, .failure(WebEventError.timedOut(event.name)))
    case .success(.result(let told)): settle(event, told)
    }
  }

  /// Handles the page's answer to an event.
  ///
  /// - Parameter told: the value that the script of the dispatch has returned.
  private func settle(_ event: KeptEvent, _ told: JSON) {
    let name = event.name
    switch told {
    case .string("missing") where !waitsForPage:
      end(event, .failure(WebEventError.noFunction(name, path: dispatch.target)))
    case _ where !waitsForPage: end(event, .success(.sent))
    case .string("earlier first"):
      // The page has begun to listen, but its announcement arrives later.
      listens.insert(name)
    case .string("not loaded"):
      isLoaded = false
      listens.remove(name)
    case .string("missing"): keep(event, isHandedOver: false)
    //: if PageValue
    case .string("handed over") where dispatch.isOneWay: end(event, .success(.sent))
    //: end
    case .string("handed over"): keep(event, isHandedOver: true)
    default: end(event, .success(.sent))
    }
  }

  /// Keeps an event until the page listens, if its queue allows.
  private func keep(_ event: KeptEvent, isHandedOver: Bool) {
    listens.remove(event.name)
    if event.queue == .none { return end(event, .success(isHandedOver ? .sent : .dropped)) }
    lines[event.name]?.keep(event.number, isHandedOver: isHandedOver)
    drop(surplusOf: event.name, event.queue)
  }

  /// Removes the event and reports its result.
  private func end(_ event: KeptEvent, _ result: Result<EventDelivery, any Error>) {
    guard let event = lines[event.name]?.remove(event.number) else { return }
    if lines[event.name]?.isEmpty == true { lines[event.name] = nil }
    if let sender = event.sender {
      sender.resume(with: result)
    } else if case .failure(let error) = result {
      errorDelegate?.event(event.name, failedWith: error)
    }
  }
}
