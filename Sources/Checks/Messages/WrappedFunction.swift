import Diagnostics
import Semantics
import Text

/// The check `wrapped-function`.
enum WrappedFunction {
  static func findings(_ input: CheckInput) -> [Finding] {
    let scripts = input.rules.scripts.map { (script: $0, names: ScriptNames($0.source)) }
    if scripts.isEmpty { return [] }
    return paths(input.rules).compactMap { path, user, location in
      let name = String(path.prefix { $0 != "." })
      let isElsewhere = scripts.contains { script, names in
        names.members.contains(name) || script.isGlobal && names.declared.contains(name)
      }
      guard !isElsewhere,
        let wrapped = scripts.first(where: { $0.names.declared.contains(name) })?.script
      else { return nil }
      return finding(name, user, wrapped, at: location, input)
    }
  }

  /// The paths of functions and values of the page, each with the declaration that uses it.
  private static func paths(_ rules: RuleSet) -> [(path: String, user: String, at: Location)] {
    let calls = rules.calls.filter { !$0.isRegistered }.map {
      (path: $0.identifier, user: "the call `\($0.name)`", at: $0.identifierLocation)
    }
    let ways = rules.dispatches.compactMap { way -> (path: String, user: String, at: Location)? in
      guard case .function(let path) = way.style else { return nil }
      let isNamed = way.declared.name != "default"
      return (path, isNamed ? "the dispatch `\(way.name)`" : "the dispatch", way.declared.location)
    }
    return calls + ways
  }

  private static func finding(
    _ name: String, _ user: String, _ script: Script, at location: Location, _ input: CheckInput
  ) -> Finding {
    let place = script.declared.location
    let canBeGlobal = script.origins.isEmpty && script.parameters.isEmpty && !script.isIsolated
    let reason =
      script.isIsolated ? "in the app's world" : "in a function of its own, as all scripts are"
    return page.finding(
      "\(user) does not find `\(name)`: the script `\(script.name)` declares it \(reason)",
      at: location, label: "not a name of the page",
      related: [.init("`\(name)` is declared in this script", at: place)],
      help: canBeGlobal
        ? "write `world page global` behind `at` and `frames` of the script"
        : "write `globalThis.\(name) = \(name)` in the script, or `world page global` in place of \(limits(script))"
    )
  }

  private static func limits(_ script: Script) -> String {
    script.isIsolated ? "`world app`" : script.origins.isEmpty ? "its values" : "`on`"
  }

  static let page = Page(
    "wrapped-function", .warning, "a function of a script that neither page nor app can call")
}
