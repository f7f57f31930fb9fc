/// Runs tasks, one after the other or concurrently.
package struct TaskRunner: Sendable {
  package typealias Task = @Sendable () -> Void

  /// A started run of tasks; its owner must finish or cancel it.
  package struct Run {
    private let end: (_ isComplete: Bool) -> Void

    package init(_ end: @escaping (_ isComplete: Bool) -> Void) { self.end = end }

    /// Waits for all tasks.
    package func finish() { end(true) }

    /// Drops the tasks that have not begun, and waits for the others.
    package func cancel() { end(false) }
  }

  private let begin: @Sendable ([[Task]]) -> Run

  /// The runner itself, or nil if it runs one task after the other. Plain code is faster in that case.
  package var concurrent: TaskRunner? { isInOrder ? nil : self }
  private let isInOrder: Bool

  package init(
    isInOrder: Bool = false, _ begin: @escaping @Sendable ([[Task]]) -> Run
  ) {
    self.isInOrder = isInOrder
    self.begin = begin
  }

  /// Runs one task after the other, at the time when the caller waits for them.
  package static let inOrder = TaskRunner(isInOrder: true) { stages in
    Run { isComplete in
      if isComplete { for stage in stages { for task in stage { task() } } }
    }
  }

  /// Starts the tasks of each stage after those of the earlier stages. The tasks of a stage are independent of each
  /// other. The caller must finish or cancel the run.
  package func start(_ stages: [[Task]]) -> Run { begin(stages) }

  /// The results of `body` in the order of the elements.
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
/// `@unchecked Sendable` is sound: one task writes the value, and only later stages, or code that waited for all
/// tasks, read it.
package final class TaskResult<Value>: @unchecked Sendable {
  package var value: Value?

  package init() {}
}
