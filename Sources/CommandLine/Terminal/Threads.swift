#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif
import Tasks

/// A thread of the POSIX interface, since `Foundation.Thread` would double the start time of the tool.
enum SystemThread {
  private final class Task: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread that runs the task. If the system has no more threads, runs it at once.
  static func run(_ task: @escaping @Sendable () -> Void) {
    if let thread = start(task) { pthread_detach(thread) } else { task() }
  }

  /// Starts a thread that runs the task, and returns it; nil if the system has no more threads.
  static func start(_ task: @escaping @Sendable () -> Void) -> pthread_t? {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    // The main thread has this size too; other threads have less on macOS.
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
  /// Runs tasks in as many threads as there are processors. One of these is the caller's thread.
  static let threads = TaskRunner { stages in
    let queue = TaskQueue(stages)
    let widest = stages.map(\.count).max() ?? 0
    let processors = Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    let threads = (0..<max(0, min(widest, processors - 1))).compactMap { _ in
      SystemThread.start { queue.work() }
    }
    return Run { isComplete in
      if isComplete { queue.work() } else { queue.drop() }
      for thread in threads { pthread_join(thread, nil) }
    }
  }
}

/// The tasks of a run, which several threads share.
///
/// `@unchecked Sendable` is sound since the mutex guards the state.
private final class TaskQueue: @unchecked Sendable {
  private let stages: [[TaskRunner.Task]]
  private var stage = 0
  /// The number of tasks of the stage that have begun, and the number of those that have ended.
  private var begun = 0
  private var ended = 0
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init(_ stages: [[TaskRunner.Task]]) {
    self.stages = stages
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// Runs tasks until none is left.
  func work() {
    while let task = take() {
      task()
      pthread_mutex_lock(mutex)
      ended += 1
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
    }
  }

  /// Drops the tasks that have not begun yet.
  func drop() {
    pthread_mutex_lock(mutex)
    stage = stages.count
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(mutex)
  }

  /// Returns the next task, after the end of the stage before it; nil if no task is left.
  private func take() -> TaskRunner.Task? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while stage < stages.count {
      if begun < stages[stage].count {
        begun += 1
        return stages[stage][begun - 1]
      }
      if ended == begun {
        stage += 1
        (begun, ended) = (0, 0)
        continue
      }
      pthread_cond_wait(changed, mutex)
    }
    return nil
  }
}
