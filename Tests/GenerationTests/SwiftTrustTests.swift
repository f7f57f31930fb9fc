import Foundation
import ParsedRules
import Testing

/// Tests the senders that the app accepts, and the pages to which it sends, with valid and invalid ones.
@Suite struct SwiftTrustTests {
  @Test func onlyTrustedSendersAreHeard() throws { try run("trust") }

  /// Tests answers, events and calls for a page while other pages are loaded.
  @Test func whatIsForAPageReachesNoOther() throws { try run("deliveries") }

  /// Runs a program with the rules of a suite in WebKit.
  private func run(_ name: String) throws {
    let root = SwiftCompiler.root
    let rules = root.appendingPathComponent("Tests/WebKit/rules/\(name)/\(name).bascule")
    let set = SwiftRuleSet(try String(contentsOf: rules, encoding: .utf8))
    try #require(set.faults.isEmpty)
    let folder = try SwiftCompiler.scratch("program-" + name)
    let source = root.appendingPathComponent("Tests/SwiftPrograms/\(name).swift")
    let main = folder.appendingPathComponent("main.swift")
    try FileManager.default.copyItem(at: source, to: main)
    let result = try SwiftCompiler.buildAndRun(
      set, in: folder, sources: [main.path], platform: .iOS)
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains(" 0 failures"), "\(result.output)")
  }
}
