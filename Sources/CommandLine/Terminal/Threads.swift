#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif
import Generation

/// POSIX threads: `Foundation.Thread` would double the time that the tool takes to start.
enum SystemThread {
  private final class Task: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread that runs the task; runs it at once if the system has no more threads.
  static func run(_ task: @escaping @Sendable () -> Void) {
    if let thread = start(task) { pthread_detach(thread) } else { task() }
  }

  /// Starts a thread that runs the task; returns nil if the system has no more threads.
  static func start(_ task: @escaping @Sendable () -> Void) -> pthread_t? {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    // As much as a main thread has; macOS gives others less.
    pthread_attr_setstacksize(&attributes, 8 << 20)
    let task = Unmanaged.passRetained(Task(task))
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
    return nil
  }
}

extension TaskRunner {
  /// Runs all tasks at the same time, each in a thread of its own; the last in the thread of the caller.
  static let threads = TaskRunner { tasks in
    var threads: [pthread_t] = []
    for task in tasks.dropLast() {
      if let thread = SystemThread.start(task) { threads.append(thread) } else { task() }
    }
    tasks.last?()
    for thread in threads { pthread_join(thread, nil) }
  }
}
