import Diagnostics

/// The received messages that are not handled yet, in their order.
struct Inbox {
  typealias Item = Result<Message, ResponseError>

  private var items: [Item?] = []
  /// The index of the next item.
  private var head = 0
  /// The number of waiting changes of each document, by its URI.
  private var changes: [String: Int] = [:]

  var isEmpty: Bool { head == items.count }

  mutating func add(_ item: Item) {
    if let uri = Self.changedDocument(item) { changes[uri, default: 0] += 1 }
    items.append(item)
  }

  /// Removes the first message and returns it.
  mutating func next() -> Item? {
    while head < items.count {
      let item = items[head]
      head += 1
      if head == items.count { (items, head) = ([], 0) }
      guard let item else { continue }
      if let uri = Self.changedDocument(item), let count = changes[uri] {
        changes[uri] = count > 1 ? count - 1 : nil
      }
      return item
    }
    return nil
  }

  /// Removes the request with the identifier.
  ///
  /// - Returns: false if no such request waits.
  mutating func removeRequest(_ id: JSON) -> Bool {
    let place = items.indices.suffix(from: head).first { index in
      guard case .success(.request(let other, _, _)) = items[index] else { return false }
      return other.bytes == id.bytes
    }
    guard let place else { return false }
    items[place] = nil
    if items[head...].allSatisfy({ $0 == nil }) { (items, head) = ([], 0) }
    return true
  }

  /// Returns whether a change of the document waits, so that answers about its present text would be outdated.
  func hasChange(ofDocument uri: String) -> Bool { changes[uri] != nil }

  /// Returns the URI of the document that a notification changes or closes.
  private static func changedDocument(_ item: Item) -> String? {
    guard case .success(.notification(let method, let params)) = item else { return nil }
    switch method {
    case "textDocument/didChange", "textDocument/didClose":
      return params?["textDocument"]?["uri"]?.string
    default: return nil
    }
  }
}
