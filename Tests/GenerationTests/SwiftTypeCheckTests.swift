import Foundation
import GeneratedNames
import Generation
import ParsedRules
import TestSupport
import Testing

/// Tests that generated Swift compiles with names and origins of all kinds, and that finished configurations cannot be
/// changed.
@Suite(.serialized) struct SwiftTypeCheckTests {
  private static let givenOrigins = """
    origin Store = "https://a.example"
    value server: URL
    value base: URL?
    value pages: [URL]
    @deprecated("x")
    origin Home = server
    origin Base = base
    origin Pages = pages
    strategy Save receives String from Home
    strategy Plain from Store
    @deprecated("old")
    strategy Old replies Int from Base, Store
    channel App "app" by "kind" { strategy Open from Pages  strategy Shut from Store }
    channel Other "other" by "kind" { strategy Shot from Store }
    event Told sends String queue 3 to Pages, Store
    call Ask replies Int to Home
    script S at documentEnd on Home, Store "f();"
    @deprecated("no")
    script T at documentStart on Pages "g();"
    configuration Main { strategies Save, Plain, Old  channels App, Other  scripts S, T }
    @deprecated("no")
    configuration Gone { strategies Save  scripts T }
    """

  /// Tests origins that the app gives, in every place, without rules about requests.
  @Test(arguments: ["5", "6"]) func givenOriginsCompile(_ mode: String) throws {
    let set = SwiftRuleSet(Self.givenOrigins)
    try #require(set.faults.isEmpty, "\(set.faults)")
    let scratch = try SwiftCompiler.scratch("given-origins-\(mode)")
    let files = try set.write(to: scratch, SwiftOptions(access: .public, prefix: "My"))
    let result = try SwiftCompiler.compile(
      ["-typecheck", "-parse-as-library", "-D", "DEBUG"]
        + SwiftCompiler.strict(mode: mode) + SwiftCompiler.standIn(.iOS) + files)
    #expect(result.status == 0, "\(result.output)")
  }

  /// Rules that use the names of types in the generated code, for every kind of name that becomes a variable, a
  /// parameter or a member.
  private static var namesOfTypes: String {
    let names = SwiftNames.fixed.union(SwiftNames.imported).subtracting(["constantURL"]).sorted()
    func list(_ names: some Sequence<String>, _ end: String) -> String {
      names.map { $0 + end }.joined(separator: ", ")
    }
    let defaults = "url: URL = \"https://a.example/\", urls: [URL] = [\"https://a.example/\"]"
    var text = """
      enum Kind {
        new
        @deprecated("x") old
      }
      enum places { a, b }
      origin Own = "https://a.example"
      value server: URL
      origin Given = server
      model Fields { \(list(names, ": Kind = old")), other: [Kind] = [old], \(defaults) }
      union Values by "by" { all(\(list(names, ": Kind = old")), \(defaults)) }
      strategy Take receives Fields replies Values from Own
      script Plain(\(list(names, ": String"))) at documentEnd on Own "f();"
      script Late(\(list(names, ": String")), environment: Int, constants: Int, constantURL: Int)
        at documentEnd on Own, Given "f();"
      action take(Kind: Kind, kind: places, again: places, URL: URL, Double: Double) -> Bool
      configuration Main { chain Main  strategies Take }

      """
    var rules = ""
    for start in stride(from: 0, to: names.count, by: 20) {
      let part = names[start..<min(start + 20, names.count)]
      text += "screen S\(start)(\(list(part, ": Kind")), last: Kind, site: URL, given: Kind?)\n"
      rules += """
          when path[1] == "\(start)"
            present S\(start)(\(list(part, ": query.a")), last: query.b, site: "https://a.example/", given: old)
            cancel

        """
    }
    return text + """
      chain Main {
        when path like "/{Kind}/{kind}/{URL}"
          attempt take(Kind: Kind, kind: kind, again: query.c, URL: URL, Double: query.d) cancel
      \(rules)
        otherwise allow
      }

      """
  }

  @Test(arguments: ["5", "6"]) func namesOfTypesCompile(_ mode: String) throws {
    let set = SwiftRuleSet(Self.namesOfTypes)
    try #require(set.faults.isEmpty, "\(set.faults)")
    let scratch = try SwiftCompiler.scratch("names-of-types-\(mode)")
    let files = try set.write(to: scratch, SwiftOptions(access: mode == "5" ? .public : .internal))
    let result = try SwiftCompiler.compile(
      ["-typecheck", "-parse-as-library", "-D", "DEBUG"]
        + SwiftCompiler.strict(mode: mode) + SwiftCompiler.standIn(.iOS) + files)
    #expect(result.status == 0, "\(result.output)")
  }

  /// Tests that code of the same module cannot change a finished configuration. Each statement is in a separate
  /// function, on the line of its number.
  @Test func aFinishedConfigurationStays() throws {
    let statements: [(text: String, error: String?)] = [
      ("_ = configuration.scripts", nil),
      ("configuration.scripts.append(.disableZoom)", "'scripts' is a 'let' constant"),
      ("configuration.settings.title = .web", "'settings' is a 'let' constant"),
      ("configuration.messageHandlers.removeAll()", "'messageHandlers' is a 'let' constant"),
      ("_ = configuration.headNavigationHandler", "'headNavigationHandler' is inaccessible"),
      (
        "_ = WebConfiguration(Configurator(contract: .app), url: configuration.url)",
        "is inaccessible"
      ),
      ("_ = UserScript(\"x\", atStart: true, mainFrameOnly: false)", "is inaccessible"),
      ("channel.add(strategy)", "'add' is inaccessible"),
      ("strategy.receiver = nil", "'receiver' is inaccessible"),
    ]
    let folder = try SwiftCompiler.scratch("finished")
    let files = try SwiftRuleSet(folder: "showcase").write(to: folder)
    let use = folder.appendingPathComponent("Use.swift")
    let functions = statements.enumerated().map { number, statement in
      "@MainActor func use\(number)(_ configuration: inout WebConfiguration,"
        + " _ channel: AppScriptMessageChannel, _ strategy: CartScriptMessageStrategy)"
        + " { \(statement.text) }\n"
    }
    try Data(functions.joined().utf8).write(to: use)
    let result = try SwiftCompiler.compile(
      ["-typecheck", "-parse-as-library", "-swift-version", "6"] + files + [use.path])
    let errors = result.output.split(separator: "\n").filter { $0.contains(": error: ") }
    for (number, statement) in statements.enumerated() {
      let own = errors.filter { $0.contains("Use.swift:\(number + 1):") }
      #expect(own.isEmpty == (statement.error == nil), "\(statement.text): \(own)")
      if let error = statement.error {
        #expect(own.contains { $0.contains(error) }, "\(statement.text): \(own)")
      }
    }
    #expect(errors.allSatisfy { $0.contains("Use.swift:") }, "\(errors)")
  }
}
