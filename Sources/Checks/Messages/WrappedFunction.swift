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
    "wrapped-function", .warning, "a function of a script that neither page nor app can call",
    #"""
    Each script runs in a function of its own, so that its declarations and those of the page do not collide.
    A function that it declares is no property of the page: a call of it fails with `notImplemented`. With
    `world page global` the script is in no function, and what it declares at its top level is part of the page.
    Such a script runs in all pages: it cannot have `on` or values.

    Nothing is reported if some script of the set also assigns to the name, as in
    `globalThis.readOutline = readOutline`.

    ```bascule wrong
    script Outline at documentEnd """
      function readOutline() { return document.title; }
      """
    call Outline function "readOutline" replies String
    ```

    ```bascule right
    script Outline at documentEnd world page global """
      function readOutline() { return document.title; }
      """
    call Outline function "readOutline" replies String
    ```
    """#)
}
