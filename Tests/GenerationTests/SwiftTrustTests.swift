import Foundation
import Testing

/// The senders that the app accepts, tested with valid and invalid senders.
@Suite struct SwiftTrustTests {
  @Test func onlyTrustedSendersAreHeard() throws {
    let root = SwiftCompiler.root
    let rules = root.appendingPathComponent("Tests/WebKit/rules/trust/trust.bascule")
    let set = SwiftRuleSet(try String(contentsOf: rules, encoding: .utf8))
    try #require(set.faults.isEmpty)
    let folder = try SwiftCompiler.scratch("program-trust")
    let source = root.appendingPathComponent("Tests/SwiftPrograms/trust.swift")
    let main = folder.appendingPathComponent("main.swift")
    try FileManager.default.copyItem(at: source, to: main)
    let result = try SwiftCompiler.buildAndRun(
      set, in: folder, sources: [main.path], platform: .iOS)
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains(" 0 failures"), "\(result.output)")
  }
}
