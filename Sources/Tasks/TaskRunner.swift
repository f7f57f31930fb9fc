/// Runs tasks, in order or at the same time.
package struct TaskRunner: Sendable {
  package typealias Task = @Sendable () -> Void

  /// Tasks that have been handed over.
  package struct Run {
    private let end: (_ isComplete: Bool) -> Void

    package init(_ end: @escaping (_ isComplete: Bool) -> Void) { self.end = end }

    /// Returns after the last task.
    package func finish() { end(true) }

    /// Drops the tasks that have not begun; returns after the others.
    package func cancel() { end(false) }
  }

  private let begin: @Sendable ([[Task]]) -> Run

  /// Nil if it runs one task after the other: then plain code is faster.
  package var concurrent: TaskRunner? { isInOrder ? nil : self }
  private let isInOrder: Bool

  package init(
    isInOrder: Bool = false, _ begin: @escaping @Sendable ([[Task]]) -> Run
  ) {
    self.isInOrder = isInOrder
    self.begin = begin
  }

  /// Runs one task after the other, when the caller waits for them.
  package static let inOrder = TaskRunner(isInOrder: true) { stages in
    Run { isComplete in
      if isComplete { for stage in stages { for task in stage { task() } } }
    }
  }

  /// Begins to run the tasks of each stage, which are independent of each other, after those of the stages before
  /// it. The caller ends the run.
  package func start(_ stages: [[Task]]) -> Run { begin(stages) }

  /// The results in the order of the elements.
  package func map<Element: Sendable, Result: Sendable>(
    _ elements: [Element], _ body: @escaping @Sendable (Element) -> Result
  ) -> [Result] {
    // Loops instead of `map`: this generic function is not specialized in other modules, and the runtime would look
    // up conformances for each call at the start of the program.
    var slots: [TaskResult<Result>] = []
    var tasks: [Task] = []
    for element in elements {
      let slot = TaskResult<Result>()
      slots.append(slot)
      tasks.append { slot.value = body(element) }
    }
    start([tasks]).finish()
    var results: [Result] = []
    for slot in slots {
      if let value = slot.value { results.append(value) }
    }
    return results
  }
}

/// The result of a task.
///
/// `@unchecked Sendable` is sound since one task writes the value, and it is read by later stages or after all tasks.
package final class TaskResult<Value>: @unchecked Sendable {
  package var value: Value?

  package init() {}
}
