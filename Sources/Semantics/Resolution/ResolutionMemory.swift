import Syntax
import Text

/// What is kept of a resolution, so that the next one resolves only what has changed: what stands in
/// the handlers and chains of each file.
///
/// That depends on nothing but the file and the declarations that rules may speak of, wherever these
/// stand. What has faults is resolved anew each time, since faults tell of places in other files.
package struct ResolutionMemory: Sendable {
  private var surroundings: Surroundings?
  private var bodies: [FileBodies?] = []
  private var isUnchanged: [Bool] = []
  /// Whether rules may speak of the same as the last time.
  package private(set) var areSurroundingsSame = false

  package init() {}

  /// Says which files are as they were the last time; to be called before each resolution.
  ///
  /// - Parameter unchanged: by file; empty where files came or went.
  package mutating func expect(unchanged: [Bool]) { isUnchanged = unchanged }

  mutating func begin(_ files: Int, _ surroundings: Surroundings) {
    areSurroundingsSame = self.surroundings == surroundings
    self.surroundings = surroundings
    if !areSurroundingsSame || bodies.count != files || isUnchanged.count != files {
      bodies = Array(repeating: nil, count: files)
      isUnchanged = Array(repeating: false, count: files)
    }
  }

  func known(_ file: Int) -> FileBodies? { isUnchanged[file] ? bodies[file] : nil }

  mutating func keep(_ found: FileBodies, _ file: Int) {
    bodies[file] = found.isSound ? found : nil
  }
}

/// What stands in the handlers and chains of one file, in their order.
struct FileBodies: Sendable {
  var handlers: [[ChainItem]] = []
  var chains: [(frames: FrameSet, items: [ChainItem])] = []
  var uses = Uses()
  var isSound = true
}

/// All that rules may speak of, in the order of the declarations, and without the places.
struct Surroundings: Hashable {
  private struct Parameter: Hashable {
    var name: String
    var type: ValueType
    var defaultValue: Literal?

    init(_ field: Field) {
      name = field.name
      type = field.type
      defaultValue = field.defaultValue
    }
  }

  private struct Pattern: Hashable {
    var scheme: String
    var host: Glob
    var port: Int?
  }

  private var origins: [[Pattern]]
  private var screens: [[Parameter]]
  private var actions: [[Parameter]]
  private var results: [Action.Result]
  private var cases: [[[String]]]
  /// By kind, each in its order.
  private var names: [[String]]

  init(_ rules: RuleSet) {
    origins = rules.origins.map { origin in
      origin.patterns.map { Pattern(scheme: $0.scheme, host: $0.host, port: $0.port) }
    }
    screens = rules.screens.map { $0.parameters.map { Parameter($0) } }
    actions = rules.actions.map { $0.parameters.map { Parameter($0) } }
    results = rules.actions.map(\.result)
    cases = rules.enumerations.map { $0.cases.map { [$0.name, $0.rawValue] } }
    names = [
      rules.origins.map(\.name), rules.flags.map(\.name), rules.screens.map(\.name),
      rules.actions.map(\.name), rules.handlers.map(\.name), rules.chains.map(\.name),
      rules.models.map(\.name), rules.enumerations.map(\.name), rules.unions.map(\.name),
      rules.strategies.map(\.name), rules.channels.map(\.name), rules.events.map(\.name),
      rules.calls.map(\.name), rules.renders.map(\.name), rules.dispatches.map(\.name),
      rules.scripts.map(\.name), rules.configurations.map(\.name),
    ]
  }
}
