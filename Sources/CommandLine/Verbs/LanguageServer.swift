import Diagnostics
import LanguageServer

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension Verb {
  static let lsp = Verb(
    name: "lsp",
    summary: "Serve an editor by the language server protocol",
    description: [
      """
      Speaks the language server protocol, version 3.17, over standard input and output, for as \
      long as the editor wants. Editors start it themselves: see `Sources/Documentation/Editors`.
      """,
      """
      The rule sets are those of the editor's folders, as `check` finds them; what the editor holds \
      unsaved counts, and not what the disk says. A file outside of those folders is looked at with \
      the rule files beside it.
      """,
    ],
    operand: Operand(
      name: "FOLDER", kind: .path, isRepeated: false,
      help: "The folder to serve where the editor names none."),
    options: [
      Option("stdio", .none, "Accepted because some editors pass it; there is no other way.")
    ],
    examples: [
      Example("bascule lsp", "What an editor runs.")
    ],
    exitCodes: [
      (.success, "The editor shut the server down before it ended it."),
      (.findings, "The editor went away without shutting the server down."),
      (.usage, "Wrong usage."),
    ]
  ) { (arguments, console) throws(UsageError) in
    let server = LanguageServer(
      host: DiskHost(folder: arguments.operands.first), version: Bascule.version)
    let queue = MessageQueue()
    queue.start()
    while server.exitCode == nil {
      let items = queue.take(waits: !server.hasWork)
      if let items {
        var batch: [[UInt8]] = []
        for item in items {
          switch item {
          case .message(let message): batch.append(message)
          case .fault(let reason):
            server.receive(batch)
            batch = []
            server.receiveFault(reason)
          }
        }
        server.receive(batch)
        if items.isEmpty { server.work(unless: { queue.isAsked }) }
      } else {
        server.inputEnded()
      }
      for message in server.takeOutput() { console.output.write(MessageFramer.framed(message)) }
      console.output.flush()
    }
    return server.exitCode == 0 ? .success : .findings
  }
}

/// The messages that have come and are not handled yet; a thread of its own reads them, so that
/// neither side waits for the other to read.
private final class MessageQueue: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  /// Guarded by the mutex.
  private var items: [MessageFramer.Item] = []
  /// Guarded by the mutex.
  private var hasAsked = false
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

  /// All that has come; nil once the input has ended and all has been taken.
  func take(waits: Bool) -> [MessageFramer.Item]? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while waits, items.isEmpty, !isEnded { pthread_cond_wait(condition, mutex) }
    if items.isEmpty, isEnded { return nil }
    defer { (items, hasAsked) = ([], false) }
    return items
  }

  /// Whether a request or notification waits, or nothing more will come.
  var isAsked: Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return hasAsked || isEnded
  }

  /// Of what is no response, and of some of those.
  private static func asks(_ item: MessageFramer.Item) -> Bool {
    guard case .message(let bytes) = item else { return true }
    let name = Array("\"method\"".utf8)
    guard bytes.count >= name.count else { return false }
    return (0...bytes.count - name.count).contains { start in
      bytes[start] == name[0] && bytes[start..<start + name.count].elementsEqual(name)
    }
  }

  func start() {
    let context = Unmanaged.passRetained(self).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
      pthread_create(
        &thread, nil,
        { context in
          Unmanaged<MessageQueue>.fromOpaque(context).takeRetainedValue().readAll()
          return nil
        }, context)
    #else
      var thread = pthread_t()
      pthread_create(
        &thread, nil,
        { context in
          Unmanaged<MessageQueue>.fromOpaque(context!).takeRetainedValue().readAll()
          return nil
        }, context)
    #endif
  }

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
      if new.isEmpty { continue }
      let asks = new.contains(where: Self.asks)
      pthread_mutex_lock(mutex)
      items += new
      hasAsked = hasAsked || asks
      pthread_cond_signal(condition)
      pthread_mutex_unlock(mutex)
    }
    pthread_mutex_lock(mutex)
    if !framer.isEmpty { items.append(.fault("the input ended within a message")) }
    isEnded = true
    pthread_cond_signal(condition)
    pthread_mutex_unlock(mutex)
  }
}
