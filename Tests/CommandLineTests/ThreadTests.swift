import Dispatch
import Generation
import Semantics
import Tasks
import Testing
import Text
import Workspace

@testable import CommandLine

/// Tests tasks in threads.
@Suite struct ThreadTests {
  @Test func resultsHaveTheOrderOfTheElements() {
    let numbers = TaskRunner.threads.map(Array(0..<100)) { number in
      TaskRunner.threads.map([1, 2, 3]) { $0 * number }.reduce(0, +)
    }
    #expect(numbers == (0..<100).map { $0 * 6 })
    #expect(TaskRunner.threads.map([Int]()) { $0 }.isEmpty)
  }

  /// Tests that a stage begins after the end of the stage before it.
  @Test(arguments: [TaskRunner.inOrder, .threads]) func stagesFollowEachOther(_ tasks: TaskRunner) {
    let squares = (0..<100).map { _ in TaskResult<Int>() }
    let sums = (0..<10).map { _ in TaskResult<Int>() }
    tasks.start([
      squares.enumerated().map { number, result in { result.value = number * number } },
      [],
      sums.map { sum in { sum.value = squares.reduce(0) { $0 + ($1.value ?? 0) } } },
    ]).finish()
    #expect(sums.allSatisfy { $0.value == 328_350 })
  }

  @Test(arguments: [TaskRunner.inOrder, .threads]) func cancelledTasksDoNotBegin(
    _ tasks: TaskRunner
  ) {
    let late = TaskResult<Bool>()
    let blocking = DispatchSemaphore(value: 0)
    let run = tasks.start([
      (0..<100_000).map { _ in { blocking.wait() } }, [{ late.value = true }],
    ])
    // The timer ends tasks one by one, and far fewer than there are, until all tasks that have begun have ended.
    let timer = DispatchSource.makeTimerSource(queue: .global())
    timer.setEventHandler { blocking.signal() }
    timer.schedule(deadline: .now(), repeating: .milliseconds(1))
    timer.resume()
    run.cancel()
    timer.cancel()
    #expect(late.value == nil)
  }

  @Test func outputIsTheSameWithThreads() throws {
    let text = """
      model Item { name: String, parts: [Item] }
      union Reply by "kind" { done(item: Item), failed(code: Int) }
      event Changed sends Item
      strategy Save receives Item replies Reply
      chain Main { when path like "/{id}/a" && host matches /a+/ open url cancel }
      configuration Main { chain Main  strategies Save }
      """
    let input = RuleSetInput(files: [SourceFile(name: "a.bascule", bytes: Array(text.utf8))])
    let options = GenerationOptions(swift: SwiftOptions(), typeScript: GeneratedHeading())
    let expected = try #require(Workspace.generate(input, options).output)
    let output = try #require(Workspace.generate(input, options, tasks: .threads).output)
    #expect(output.swift.map(\.name) == expected.swift.map(\.name))
    #expect(output.swift.map(\.bytes) == expected.swift.map(\.bytes))
    #expect(output.typeScript == expected.typeScript)
    #expect(output.typeScriptTesting == expected.typeScriptTesting)
    #expect(output.typeScript?.isEmpty == false)
  }

  /// Tests that findings are the same if threads resolve parts of the files. The number of suggested names is limited
  /// for all threads together.
  @Test func findingsAreTheSameWithThreads() {
    var files = (0..<3).map { file in
      let handlers = (0..<300).map { number in
        """
        handler H\(file)x\(number) {
          when path == "a\(number)" && isHome present Screen\(number) cancel
          when host == "h\(number)" && header["a b"] == "x" present Scren\(number) cancel
        }
        """
      }
      return handlers.joined(separator: "\n")
    }
    files.append("flag isHom\n" + (0..<400).map { "screen Screen\($0)" }.joined(separator: "\n"))
    files.append("strategy One \"a\"\nstrategy Two \"a\"\nmodel Empty {}\nmodel Type { a: String }")
    let input = RuleSetInput(
      files: files.enumerated().map { number, text in
        SourceFile(name: "\(number).bascule", bytes: Array(text.utf8))
      })
    func findings(_ tasks: TaskRunner) -> [String] {
      RuleSetSession(isReused: false, tasks: tasks).check(input).map { "\($0)" }
    }
    let expected = findings(.inOrder)
    #expect(findings(.threads) == expected)
    #expect(Set(expected).count == expected.count)
    let unknown = expected.filter { $0.contains("Scren") }
    #expect(unknown.count == 900)
    #expect(unknown.first?.contains("`Screen0`") ?? false)
    #expect(!(unknown.last?.contains("`Screen299`") ?? true))
  }
}
