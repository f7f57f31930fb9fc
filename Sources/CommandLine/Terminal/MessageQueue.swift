#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif
import LanguageServer

/// The received messages that are not handled yet. A thread reads them from standard input, so that neither side waits
/// for the other to read.
///
/// The lock is a POSIX mutex, because `Synchronization.Mutex` needs macOS 15 and has no condition variable, which the
/// server needs to wait for messages. `@unchecked Sendable` is sound since the mutex guards every stored variable.
final class MessageQueue: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  /// The waiting messages, guarded by the mutex.
  private var items: [MessageFramer.Item] = []
  /// Guarded by the mutex.
  private var closures: [@Sendable () -> Void] = []
  /// True if a request or notification waits, guarded by the mutex.
  private var hasRequest = false
  /// True if the input has ended, guarded by the mutex.
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

  /// Removes and returns all messages; nil once the input has ended and no message is left.
  ///
  /// - Parameters:
  ///   - waits: true to wait for a message if there is none.
  ///   - client: the process of the client. Its end counts as the end of the input, since another process may hold the
  ///     pipe open.
  func take(waits: Bool, client: Int32?) -> [MessageFramer.Item]? {
    let (items, closures) = wait(waits: waits, client: client)
    for closure in closures { closure() }
    return items
  }

  private func wait(
    waits: Bool, client: Int32?
  ) -> (items: [MessageFramer.Item]?, closures: [@Sendable () -> Void]) {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while waits, items.isEmpty, closures.isEmpty, !isEnded {
      guard let client else {
        pthread_cond_wait(condition, mutex)
        continue
      }
      var limit = timespec(tv_sec: time(nil) + 2, tv_nsec: 0)
      pthread_cond_timedwait(condition, mutex, &limit)
      if items.isEmpty, closures.isEmpty, !Self.isRunning(client) { isEnded = true }
    }
    defer { (items, closures, hasRequest) = ([], [], false) }
    return (items.isEmpty && isEnded ? nil : items, closures)
  }

  static func isRunning(_ process: Int32) -> Bool { kill(process, 0) == 0 || errno == EPERM }

  /// True if a request or notification waits, or the input has ended.
  var hasWaitingRequest: Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return hasRequest || isEnded
  }

  /// Returns true for requests and notifications, and also for responses that contain the word `method`.
  private static func isRequest(_ item: MessageFramer.Item) -> Bool {
    guard case .message(let bytes) = item else { return true }
    let name = Array("\"method\"".utf8)
    guard bytes.count >= name.count else { return false }
    return (0...bytes.count - name.count).contains { start in
      bytes[start] == name[0] && bytes[start..<start + name.count].elementsEqual(name)
    }
  }

  /// Adds messages.
  func add(_ new: [MessageFramer.Item]) {
    let isRequest = new.contains(where: Self.isRequest)
    pthread_mutex_lock(mutex)
    items += new
    hasRequest = hasRequest || isRequest
    pthread_cond_signal(condition)
    pthread_mutex_unlock(mutex)
  }

  /// Adds a closure, which runs when messages are taken next.
  func add(_ closure: @escaping @Sendable () -> Void) {
    pthread_mutex_lock(mutex)
    closures.append(closure)
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
    if !framer.isEmpty { items.append(.fault("the input ended within a message")) }
    isEnded = true
    pthread_cond_signal(condition)
    pthread_mutex_unlock(mutex)
  }
}
