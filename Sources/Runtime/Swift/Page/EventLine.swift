//: output BasculeEvents
//: needs WebEvent

/// An event that the page does not have yet.
nonisolated struct KeptEvent {
  let number: Int
  let event: any WebEvent
  /// True if the page may have received the event, although it has not announced a listener.
  var isHandedOver = false
  /// The continuation of the sender, which waits until the delivery is known.
  var sender: CheckedContinuation<EventDelivery, any Error>?

  var name: String { type(of: event).name }
  var queue: EventQueue { type(of: event).queue }
}

/// The events of one name, in the order in which they were sent.
///
/// The first ones may have been tried: the page is loaded, but has not announced a listener.
nonisolated struct EventLine {
  private var events: [KeptEvent] = []
  /// The index of the first event; the elements before it are unused.
  private var start = 0
  /// The number of events that have been tried.
  private var tried = 0

  var isEmpty: Bool { start == events.count }
  var first: KeptEvent? { isEmpty ? nil : events[start] }
  var waiting: ArraySlice<KeptEvent> { events[start...] }

  mutating func append(_ event: KeptEvent) { events.append(event) }

  /// Returns the event to send now, and whether there are earlier ones.
  ///
  /// - Parameter again: true to begin with the events that have been tried.
  func next(again: Bool) -> (event: KeptEvent, hasEarlier: Bool)? {
    let index = start + (again ? 0 : tried)
    return index < events.count ? (events[index], index > start) : nil
  }

  /// Marks the event as tried, and resumes its sender.
  mutating func keep(_ number: Int, isHandedOver: Bool) {
    guard let index = index(of: number) else { return }
    events[index].isHandedOver = isHandedOver
    events[index].sender?.resume(returning: isHandedOver ? .sent : .kept)
    events[index].sender = nil
    tried = max(tried, index - start + 1)
  }

  /// Resumes all senders but one.
  mutating func release(except sending: Int?) {
    for index in (start..<events.count).reversed() where events[index].number != sending {
      guard let sender = events[index].sender else { continue }
      events[index].sender = nil
      let isKept = events[index].queue != .none
      sender.resume(returning: isKept ? .kept : .dropped)
      if !isKept { remove(at: index) }
    }
  }

  mutating func remove(_ number: Int) -> KeptEvent? {
    guard let index = index(of: number) else { return nil }
    let event = events[index]
    remove(at: index)
    return event
  }

  /// Removes the oldest event if there are more than `limit`. The event that is being sent stays and does not count.
  mutating func removeOldest(beyond limit: Int, except sending: Int?) -> KeptEvent? {
    let isSending = sending.flatMap { self.index(of: $0) } != nil
    guard events.count - start - (isSending ? 1 : 0) > limit else { return nil }
    let index = events[start].number == sending ? start + 1 : start
    let event = events[index]
    remove(at: index)
    return event
  }

  /// Returns the index of an event. Looks first at the events that may be on the way; others are looked up only if
  /// their task is cancelled.
  private func index(of number: Int) -> Int? {
    for index in [start, start + tried] where index < events.count {
      if events[index].number == number { return index }
    }
    return events[start...].firstIndex { $0.number == number }
  }

  /// Removes an event. Moves the events before it up, since there are few.
  private mutating func remove(at index: Int) {
    if index < start + tried { tried -= 1 }
    guard index <= start + 1 else {
      events.remove(at: index)
      return
    }
    if index > start { events[index] = events[start] }
    start += 1
    if start > events.count / 2 {
      events.removeFirst(start)
      start = 0
    }
  }
}
