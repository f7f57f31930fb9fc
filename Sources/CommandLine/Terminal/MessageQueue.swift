#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif
import LanguageServer

/// The received messages that are not handled yet. A thread reads them from standard input, so that neither
/// side waits for the other to read.
///
/// The lock is a POSIX mutex because `Synchronization.Mutex` needs macOS 15 and has no condition variable, which the
/// server needs to wait for messages. `@unchecked Sendable` is sound since the mutex guards every stored variable.
final class MessageQueue: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  /// Guarded by the mutex.
  private var items: [(item: MessageFramer.Item, isEdit: Bool)] = []
  /// Guarded by the mutex.
  private var hasRequest = false
  /// Guarded by the mutex.
  private var isEnded = false

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    pthread_cond_destroy(condition)
    mutex.deallocate()
    condition.deallocate()
  }

  /// Removes and returns all messages, or those before the first edit; nil once the input has ended and none is left.
  ///
  /// - Parameters:
  ///   - waits: whether to wait for a message if there is none.
  ///   - beforeEdits: whether to leave the first edit, and what follows it.
  ///   - client: the process of the client, whose end is the end of the input: another process may hold the pipe open.
  func take(waits: Bool, beforeEdits: Bool = false, client: Int32?) -> [MessageFramer.Item]? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while waits, items.isEmpty, !isEnded {
      guard let client else {
        pthread_cond_wait(condition, mutex)
        continue
      }
      var limit = timespec(tv_sec: time(nil) + 2, tv_nsec: 0)
      pthread_cond_timedwait(condition, mutex, &limit)
      if items.isEmpty, !Self.isRunning(client) { isEnded = true }
    }
    if items.isEmpty, isEnded { return nil }
    let count = beforeEdits ? items.firstIndex(where: \.isEdit) ?? items.count : items.count
    let taken = items[..<count].map(\.item)
    items.removeFirst(count)
    if items.isEmpty { hasRequest = false }
    return taken
  }

  static func isRunning(_ process: Int32) -> Bool { kill(process, 0) == 0 || errno == EPERM }

  /// True if a request or notification waits, or the input has ended.
  var hasWaitingRequest: Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return hasRequest || isEnded
  }

  /// True if the first message that waits is a request, or the input has ended.
  var startsWithRequest: Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return hasRequest && !(items.first?.isEdit ?? false) || isEnded
  }

  /// True for requests and notifications, and for responses that contain the word `method`.
  private static func isRequest(_ item: MessageFramer.Item) -> Bool {
    guard case .message(let bytes) = item else { return true }
    return contains("\"method\"", bytes)
  }

  /// True for notifications such as `textDocument/didChange`, and for other messages that contain `/did`.
  private static func isEdit(_ item: MessageFramer.Item) -> Bool {
    guard case .message(let bytes) = item else { return false }
    return contains("/did", bytes)
  }

  private static func contains(_ text: StaticString, _ bytes: [UInt8]) -> Bool {
    text.withUTF8Buffer { text in
      guard bytes.count >= text.count else { return false }
      return (0...bytes.count - text.count).contains { start in
        bytes[start] == text[0] && bytes[start..<start + text.count].elementsEqual(text)
      }
    }
  }

  /// Adds messages.
  func add(_ new: [MessageFramer.Item]) {
    let isRequest = new.contains(where: Self.isRequest)
    let marked = new.map { ($0, isEdit: Self.isEdit($0)) }
    pthread_mutex_lock(mutex)
    items += marked
    hasRequest = hasRequest || isRequest
    pthread_cond_signal(condition)
    pthread_mutex_unlock(mutex)
  }

  func start() { SystemThread.run { self.readAll() } }

  private func readAll() {
    var framer = MessageFramer()
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(STDIN_FILENO, &block, block.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      framer.append(block[..<count])
      var new: [MessageFramer.Item] = []
      while let item = framer.next() { new.append(item) }
      if !new.isEmpty { add(new) }
    }
    pthread_mutex_lock(mutex)
    if !framer.isEmpty { items.append((.fault("the input ended within a message"), isEdit: false)) }
    isEnded = true
    pthread_cond_signal(condition)
    pthread_mutex_unlock(mutex)
  }
}
