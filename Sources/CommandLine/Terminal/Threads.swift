#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif
import Generation

extension TaskRunner {
  /// Runs all tasks at the same time, each in a thread of its own; the last in the thread of the caller.
  static let threads = TaskRunner { tasks in
    let threads = tasks.dropLast().compactMap(thread)
    tasks.last?()
    for thread in threads { pthread_join(thread, nil) }
  }

  private final class Task: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread; runs the task at once and returns nil if the system has no more threads.
  private static func thread(_ run: @escaping @Sendable () -> Void) -> pthread_t? {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    // As much as a main thread has; macOS gives others less.
    pthread_attr_setstacksize(&attributes, 8 << 20)
    let task = Unmanaged.passRetained(Task(run))
    #if canImport(Darwin)
      var thread: pthread_t?
      let error = pthread_create(
        &thread, &attributes,
        { context in
          Unmanaged<Task>.fromOpaque(context).takeRetainedValue().run()
          return nil
        }, task.toOpaque())
    #else
      var thread = pthread_t()
      let error = pthread_create(
        &thread, &attributes,
        { context in
          if let context { Unmanaged<Task>.fromOpaque(context).takeRetainedValue().run() }
          return nil
        }, task.toOpaque())
    #endif
    if error == 0 { return thread }
    task.release()
    run()
    return nil
  }
}
