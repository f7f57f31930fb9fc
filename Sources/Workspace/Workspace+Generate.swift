package import Diagnostics
package import Generation
import Semantics
package import Tasks
import Text

package struct GenerationOptions: Sendable {
  /// The options of generated Swift; nil to generate none.
  package var swift: SwiftOptions?
  /// The first line of the generated TypeScript; nil to generate none.
  package var typeScript: GeneratedHeading?

  package init(swift: SwiftOptions?, typeScript: GeneratedHeading?) {
    self.swift = swift
    self.typeScript = typeScript
  }
}

/// A generated file of one rule set.
package enum GeneratedPart: Sendable {
  case swift(SwiftFile)
  case typeScript
  /// A fake of the app in TypeScript, for tests of the page.
  case typeScriptTesting
}

extension GenerationOptions {
  /// The requested files. Their number does not depend on the rule set.
  fileprivate var parts: [GeneratedPart] {
    (swift == nil ? [] : SwiftFile.allCases.map { .swift($0) })
      + (typeScript == nil ? [] : [.typeScript, .typeScriptTesting])
  }
}

/// The generated files of one rule set.
package struct Output: Sendable {
  /// The generated Swift files, sorted, always with the same names; empty unless requested.
  package var swift: [GeneratedFile] = []
  package var typeScript: [UInt8]?
  /// The fake of the app for tests of the page.
  package var typeScriptTesting: [UInt8]?
  /// The files that scripts were read from, by their paths within the set's folder.
  package var resources: [String]
}

extension Workspace {
  /// Checks the set, and generates the code unless a finding is an error.
  package static func generate(
    _ input: RuleSetInput, _ options: GenerationOptions, _ severities: Severities = Severities(),
    tasks: TaskRunner = .inOrder
  ) -> (findings: [Finding], output: Output?) {
    let texts = options.parts.map { (part: $0, text: GeneratedText()) }
    var rest = texts[...]
    let (findings, resources) = generate(input, options, severities, tasks: tasks) { _ in
      rest.removeFirst().text.sink
    }
    guard let resources else { return (findings, nil) }
    var output = Output(resources: resources)
    for (part, text) in texts {
      switch part {
      case .swift(let file):
        let name = (options.swift?.prefix ?? "") + file.name
        output.swift.append(GeneratedFile(name: name, bytes: text.bytes))
      case .typeScript: output.typeScript = text.bytes
      case .typeScriptTesting: output.typeScriptTesting = text.bytes
      }
    }
    return (findings, output)
  }

  /// Checks the set, and generates the code unless a finding is an error.
  ///
  /// The generators begin before all findings are known, once the declarations have no errors.
  ///
  /// - Parameters:
  ///   - session: checks the set.
  ///   - tasks: runs the generators of the files.
  ///   - left: returns the findings that count. The others are discarded.
  ///   - open: returns the sink of a file. It is called in the order of the files, in the thread of the caller.
  /// - Returns: the findings, and the files that scripts were read from, by their paths within the set's folder. The
  ///   files are nil after an error; the sinks may then have received parts of their files.
  package static func generate(
    _ input: RuleSetInput, _ options: GenerationOptions, _ severities: Severities = Severities(),
    in session: RuleSetSession = RuleSetSession(isReused: false),
    tasks: TaskRunner = .inOrder,
    left: ([Finding]) -> [Finding] = { $0 },
    to open: @escaping (GeneratedPart) -> CodeSink
  ) -> (findings: [Finding], resources: [String]?) {
    var run: TaskRunner.Run?
    func begin(_ rules: RuleSet) -> TaskRunner.Run {
      let files = options.parts.map { (part: $0, sink: open($0)) }
      return tasks.start(stages(rules, input.sources, options, files))
    }
    let findings = left(session.check(input, severities) { run = begin($0) })
    if findings.contains(where: { $0.severity == .error }) {
      run?.cancel()
      return (findings, nil)
    }
    let rules = session.resolution.rules
    (run ?? begin(rules)).finish()
    let paths = rules.scripts.compactMap { $0.path } + rules.ruleLists.map { $0.path }
    return (findings, Set(paths).sorted())
  }

  /// The tasks in two stages: first the parts that several files need, then the files.
  private static func stages(
    _ rules: RuleSet, _ sources: [SourceFile], _ options: GenerationOptions,
    _ files: [(part: GeneratedPart, sink: CodeSink)]
  ) -> [[TaskRunner.Task]] {
    let contract = TaskResult<Contract>()
    let swift = TaskResult<SwiftGenerator>()
    var preparation: [TaskRunner.Task] = [{ contract.value = Contract(rules) }]
    if let options = options.swift {
      preparation.append { swift.value = SwiftGenerator(rules, sources: sources, options: options) }
    }
    let heading = options.typeScript ?? GeneratedHeading()
    let printing = files.sorted { $0.part.order < $1.part.order }.map {
      (part, sink) -> TaskRunner.Task in
      {
        guard let contract = contract.value else { return }
        switch part {
        case .swift(let file): swift.value?.write(file, contract, to: sink)
        case .typeScript:
          TypeScriptGenerator.writeModule(
            for: rules, heading: heading, contract: contract, to: sink)
        case .typeScriptTesting:
          TypeScriptGenerator.writeTesting(
            for: rules, heading: heading, contract: contract, to: sink)
        }
      }
    }
    return [preparation, printing]
  }
}

extension GeneratedPart {
  /// The order in which files are started. Larger files are first, so that the threads end at about the same time.
  fileprivate var order: Int {
    switch self {
    case .swift(.models): 0
    case .typeScript, .typeScriptTesting: 1
    case .swift(.navigation): 2
    case .swift: 3
    }
  }
}

/// A generated file in memory.
///
/// `@unchecked Sendable` is sound: one task writes the text, and it is read after all tasks.
private final class GeneratedText: @unchecked Sendable {
  private(set) var bytes: [UInt8] = []

  var sink: CodeSink { CodeSink { self.bytes.append(contentsOf: $0) } }
}
