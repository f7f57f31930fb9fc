import Foundation
import ParsedRules
import Testing

/// Runs generated code: messages, values, requests, and the WebKit classes with a stand-in for WebKit.
@Suite(.serialized) struct SwiftProgramTests {
  @Test(arguments: ["showcase", "bridge", "testing"])
  func programRuns(_ name: String) throws {
    let folder = try SwiftCompiler.scratch("program-" + name)
    let source = SwiftCompiler.root.appendingPathComponent("Tests/SwiftPrograms/\(name).swift")
    let main = folder.appendingPathComponent("main.swift")
    try FileManager.default.copyItem(at: source, to: main)
    let result = try SwiftCompiler.buildAndRun(
      [main.path], in: folder, options: SwiftCompiler.showcase.get())
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains(" 0 failures"), "\(result.output)")
  }

  @Test(arguments: [SwiftCompiler.Platform.iOS, .macOS])
  func panelsAreAnsweredOnce(on platform: SwiftCompiler.Platform) throws {
    let set = SwiftRuleSet(
      """
      configuration Native { panels native  mediaCapture grant }
      configuration Own { panels app  mediaCapture deny }
      configuration Plain {}
      """)
    try #require(set.faults.isEmpty)
    let folder = try SwiftCompiler.scratch("program-panels-\(platform)")
    let main = folder.appendingPathComponent("main.swift")
    try FileManager.default.copyItem(
      at: SwiftCompiler.root.appendingPathComponent("Tests/SwiftPrograms/panels.swift"), to: main)
    let result = try SwiftCompiler.buildAndRun(
      set, in: folder, sources: [main.path], platform: platform)
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains(" 0 failures"), "\(result.output)")
  }

  /// Tests that calls of WebKit are passed to the delegates of the app, as the guide's table says. The code for systems
  /// with Objective-C runs here with a superclass that has the methods of Objective-C's run time.
  @Test func delegatesOfTheAppGetTheOtherCalls() throws {
    let set = SwiftRuleSet(
      """
      chain Default { when path == "/a" cancel when path == "/b" download otherwise allow }
      chain Pages { when frame == new popup Plain otherwise allow }
      responses Default { when status == 500 cancel otherwise allow }
      configuration Default {
        chain Default  responses Default  panels native  mediaCapture deny
      }
      configuration Plain { chain Default }
      configuration Pages { chain Pages }
      configuration Blank {}
      """)
    try #require(set.faults.isEmpty)
    let folder = try SwiftCompiler.scratch("program-forwarding")
    let files = try set.write(to: folder)
    let file = folder.appendingPathComponent("BasculeWebKit.swift")
    var text = try String(contentsOf: file, encoding: .utf8)
    for (old, new) in [
      ("#if canImport(ObjectiveC)", "#if canImport(WebKit)"),
      (
        "class ChainNavigationDelegate: NSObject,",
        "class ChainNavigationDelegate: ObjectiveCObject, @unchecked Sendable,"
      ),
    ] {
      try #require(text.contains(old))
      text = text.replacingOccurrences(of: old, with: new)
    }
    // The stand-in has no optional methods.
    text.replace(/(webView\w*)\?\(/) { "\($0.output.1)(" }
    try Data(text.utf8).write(to: file)
    let table = folder.appendingPathComponent("DelegateTable.swift")
    try Data(DelegateTable(generated: text).program.utf8).write(to: table)
    let programs = SwiftCompiler.root.appendingPathComponent("Tests/SwiftPrograms")
    let main = folder.appendingPathComponent("main.swift")
    try FileManager.default.copyItem(
      at: programs.appendingPathComponent("forwarding.swift"), to: main)
    let program = folder.appendingPathComponent("program").path
    let built = try SwiftCompiler.compile(
      ["-o", program] + SwiftCompiler.strict(mode: "6")
        + SwiftCompiler.standIn(.iOS) + files
        + [programs.appendingPathComponent("Checks.swift").path, table.path, main.path])
    try #require(built.status == 0, "\(built.output)")
    let result = try SwiftCompiler.run([program])
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains(" 0 failures"), "\(result.output)")
  }

  /// Tests that the actions that pages start are limited.
  @Test func pagesAreLimited() throws {
    let set = SwiftRuleSet(
      """
      screen Product(id: String)
      screen Asked
      action ask(url: URL) async -> Bool
      handler Later { when path == "/ask" present Product(id: "later") cancel }
      chain Default {
        frames all
        when path == "/ask" attempt ask(url: url) present Asked cancel
        when path == "/ask" present Product(id: "after") cancel
        use Later
        when frame == new && path == "/window" attempt ask(url: url) popup Default
        when frame == new && path == "/popup" popup Default
        when path == "/p" present Product(id: query.id) cancel
        when scheme == "mailto" open url cancel
        when scheme == "wallet" attempt open url cancel
        otherwise allow
      }
      configuration Default { chain Default  scheme "shop" handler Files }
      """)
    try #require(set.faults.isEmpty, "\(set.faults)")
    let folder = try SwiftCompiler.scratch("program-limits")
    let main = folder.appendingPathComponent("main.swift")
    try FileManager.default.copyItem(
      at: SwiftCompiler.root.appendingPathComponent("Tests/SwiftPrograms/limits.swift"), to: main)
    let result = try SwiftCompiler.buildAndRun(
      set, in: folder, sources: [main.path], platform: .iOS)
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains(" 0 failures"), "\(result.output)")
  }

  /// Tests that a web view that the app has created keeps the protection of its delegates.
  @Test(arguments: [SwiftCompiler.Platform.iOS, .macOS])
  func adoptionRemovesNoProtection(on platform: SwiftCompiler.Platform) throws {
    let set = SwiftRuleSet(
      """
      chain Default { when path == "/a" cancel when path == "/b" download otherwise allow }
      chain Windows { when frame == new popup Default  otherwise allow }
      configuration Default { chain Default }
      configuration Windows { chain Windows }
      configuration Blank {}
      """)
    try #require(set.faults.isEmpty)
    let isDebug = platform == .iOS
    let folder = try SwiftCompiler.scratch("program-adoption-\(platform)")
    let main = folder.appendingPathComponent("main.swift")
    try FileManager.default.copyItem(
      at: SwiftCompiler.root.appendingPathComponent("Tests/SwiftPrograms/adoption.swift"), to: main)
    let result = try SwiftCompiler.buildAndRun(
      set, in: folder, sources: [main.path], platform: platform,
      options: ["-swift-version", "6"] + (isDebug ? ["-D", "DEBUG"] : []))
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains(" 0 failures"), "\(result.output)")
    // Only a debug build logs the methods that the rules replace.
    let log = "methods of your delegates are not called: webView"
    #expect(result.output.contains(log) == isDebug, "\(result.output)")
  }
}
