/// Runs independent tasks, in any order or at the same time.
package struct TaskRunner: Sendable {
  /// Returns after the last task.
  private let run: @Sendable ([@Sendable () -> Void]) -> Void

  package init(_ run: @escaping @Sendable ([@Sendable () -> Void]) -> Void) { self.run = run }

  /// Runs one task after the other.
  package static let inOrder = TaskRunner { tasks in for task in tasks { task() } }

  /// The results in the order of the elements.
  package func map<Element: Sendable, Result: Sendable>(
    _ elements: [Element], _ body: @escaping @Sendable (Element) -> Result
  ) -> [Result] {
    let slots = elements.map { _ in Slot<Result>() }
    run(zip(elements, slots).map { element, slot in { slot.value = body(element) } })
    return slots.compactMap(\.value)
  }

  /// `@unchecked Sendable` is sound since one task writes the value, and it is read after all tasks.
  private final class Slot<Value>: @unchecked Sendable {
    var value: Value?
  }
}
