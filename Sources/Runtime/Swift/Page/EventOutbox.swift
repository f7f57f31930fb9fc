//: output BasculeEvents
//: needs PageBridge WebEvent EventDispatch

extension PageBridge: WebEventDispatcher {
  /// - Parameter dispatch: nil for the first one in the rule files.
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

  /// True if the page knows the event; nil until the page sends its contract.
  public func supports<Event: WebEvent>(_ event: Event.Type) -> Bool? {
    contract?.events.contains(Event.name)
  }

  /// True if the page has listened to the event since it was loaded.
  public func isListening<Event: WebEvent>(to event: Event.Type) -> Bool {
    events.isListening(to: Event.name)
  }

  @discardableResult
  public func dispatch(_ event: any WebEvent) async throws -> EventDelivery {
    try await events.dispatch(event)
  }
}

/// The events of one page that are sent or kept.
@MainActor final class EventOutbox {
  weak var errorDelegate: (any WebEventErrorDelegate)?
  var isLoaded = false

  private let runner: any JavaScriptRunner
  var dispatch: EventDispatch
  private let waitsForPage: Bool
  /// The events that the app's contract has.
  private let known: [String]
  /// Those of them that the page knows; nil until the page sends its contract.
  private var pageKnows: [String]?
  /// The load of a page that is shown; nil before the first.
  private var page: String?
  private var listens: Set<String> = []

  /// In the order in which they were sent.
  private var events: [KeptEvent] = []
  private var isSending = false
  private var lastNumber = 0

  init(
    _ runner: any JavaScriptRunner, known: [String], dispatch: EventDispatch, waitsForPage: Bool
  ) {
    self.runner = runner
    self.known = known
    self.dispatch = dispatch
    self.waitsForPage = waitsForPage
  }

  private struct KeptEvent {
    enum State {
      case new
      /// The page's answer has not come yet.
      case onTheWay
      case waitsForLoad
      /// The page is loaded but has not said that it listens; it may have got the event.
      case waitsForListener(isHandedOver: Bool)
    }

    let number: Int
    let event: any WebEvent
    var state = State.new
    /// The page that it is kept for; nil for the first one.
    var page: String?
    /// Waits until the delivery is known.
    var sender: CheckedContinuation<EventDelivery, any Error>?

    var name: String { type(of: event).name }

    /// True if it was found that it has to wait.
    var isKept: Bool {
      switch state {
      case .new, .onTheWay: false
      case .waitsForLoad, .waitsForListener: true
      }
    }

    /// True if it may have reached the page nevertheless.
    var isHandedOver: Bool {
      if case .waitsForListener(let isHandedOver) = state { isHandedOver } else { false }
    }
  }

  /// True if no event is being sent.
  var isIdle: Bool { !isSending }

  func isListening(to name: String) -> Bool { listens.contains(name) }

  // MARK: The page

  /// Drops the events that were kept for the last page.
  func start(_ page: String) {
    self.page = page
    isLoaded = false
    listens = []
    pageKnows = nil
    var lost: [(name: String, count: Int)] = []
    events.removeAll { event in
      guard event.isKept, let keptFor = event.page, keptFor != page else { return false }
      if event.isHandedOver { return true }
      if let index = lost.firstIndex(where: { $0.name == event.name }) {
        lost[index].count += 1
      } else {
        lost.append((event.name, 1))
      }
      return true
    }
    for index in events.indices { events[index].page = page }
    for (name, count) in lost { report(.pageLeft(name, count: count), name) }
  }

  /// Drops the events that the page does not know.
  func listen(to names: [String], of pageKnows: [String]) {
    self.pageKnows = pageKnows
    listens.formUnion(names)
    var unknown: Set<String> = []
    events.removeAll { event in
      guard event.isKept, !isKnown(event.name) else { return false }
      if !event.isHandedOver { unknown.insert(event.name) }
      return true
    }
    for name in unknown.sorted() { report(.unknownToPage(name), name) }
  }

  /// True if the page may know the event. An event that the rule files do not declare is in no
  /// contract.
  private func isKnown(_ name: String) -> Bool {
    guard let pageKnows, known.contains(name) else { return true }
    return pageKnows.contains(name)
  }

  // MARK: Events

  func dispatch(_ event: any WebEvent) async throws -> EventDelivery {
    let name = type(of: event).name
    guard isKnown(name) else { throw WebEventError.unknownToPage(name) }
    lastNumber += 1
    let number = lastNumber
    return try await withCheckedThrowingContinuation { sender in
      events.append(KeptEvent(number: number, event: event, sender: sender))
      sendNext()
    }
  }

  private func canSend(_ event: KeptEvent) -> Bool {
    if !waitsForPage { return true }
    if page == nil { return false }
    switch event.state {
    case .new, .waitsForLoad: return isLoaded || listens.contains(event.name)
    case .waitsForListener: return listens.contains(event.name)
    case .onTheWay: return false
    }
  }

  /// Sends one event at a time, so that they arrive in their order.
  func sendNext() {
    for event in events where !event.isKept && !canSend(event) {
      if case .new = event.state { keep(event.number, .waitsForLoad) }
    }
    guard !isSending, let next = events.firstIndex(where: { canSend($0) }) else { return }
    isSending = true
    events[next].state = .onTheWay
    let event = events[next]
    let hasEarlier = events[..<next].contains { $0.name == event.name }
    Task {
      await send(event, hasEarlier: hasEarlier)
      isSending = false
      sendNext()
    }
  }

  private func send(_ event: KeptEvent, hasEarlier: Bool) async {
    let arguments: [String: JSON] = [
      "target": .string(dispatch.target), "name": .string(event.name),
      "payload": event.event.payload, "hasEarlier": .bool(hasEarlier), "waits": .bool(waitsForPage),
    ]
    do {
      let outcome = try await runner.run(dispatch.script, arguments: arguments)
      settle(event, outcome)
    } catch {
      settle(event.number, .failure(error))
    }
  }

  private func settle(_ event: KeptEvent, _ outcome: JSON) {
    switch outcome {
    case .string("missing") where !waitsForPage:
      let error = WebEventError.noFunction(event.name, path: dispatch.target)
      settle(event.number, .failure(error))
    case _ where !waitsForPage: settle(event.number, .success(.sent))
    case .string("earlier first"):
      // The page has begun to listen; its message about that comes later.
      listens.insert(event.name)
      change(event.number) { $0.state = .new }
    case .string("not loaded"):
      isLoaded = false
      listens.remove(event.name)
      keep(event.number, .waitsForLoad)
    case .string("missing"):
      listens.remove(event.name)
      keep(event.number, .waitsForListener(isHandedOver: false))
    case .string("handed over"):
      listens.remove(event.name)
      keep(event.number, .waitsForListener(isHandedOver: true))
    default: settle(event.number, .success(.sent))
    }
  }

  /// Keeps an event that cannot be sent, if its queue allows.
  private func keep(_ number: Int, _ state: KeptEvent.State) {
    change(number) { event in
      event.state = state
      event.page = event.page ?? page
    }
    guard let index = events.firstIndex(where: { $0.number == number }) else { return }
    let event = events[index]
    let queue = type(of: event.event).queue
    if queue == .none {
      return settle(number, .success(event.isHandedOver ? .sent : .dropped))
    }
    change(number) { event in
      event.sender?.resume(returning: event.isHandedOver ? .sent : .kept)
      event.sender = nil
    }
    var surplus = events.filter { $0.isKept && $0.name == event.name }
    switch queue {
    case .atMost(let count): surplus.removeLast(min(count, surplus.count))
    case .newest: surplus.removeLast()
    case .none: break
    }
    for old in surplus {
      settle(old.number, .success(.dropped))
      if queue != .newest, !old.isHandedOver { report(.queueFull(old.name), old.name) }
    }
  }

  private func change(_ number: Int, _ body: (inout KeptEvent) -> Void) {
    if let index = events.firstIndex(where: { $0.number == number }) { body(&events[index]) }
  }

  /// Removes the event and reports its result.
  private func settle(_ number: Int, _ result: Result<EventDelivery, any Error>) {
    guard let index = events.firstIndex(where: { $0.number == number }) else { return }
    let event = events.remove(at: index)
    if let sender = event.sender {
      sender.resume(with: result)
    } else if case .failure(let error) = result {
      errorDelegate?.event(event.name, failedWith: error)
    }
  }

  private func report(_ error: WebEventError, _ name: String) {
    errorDelegate?.event(name, failedWith: error)
  }
}
