import Account
import Article
import Bridges
import Crossing
import Deliveries
import Floods
import Foundation
import Game
import Harness
import Shop
import Showcase
import Trust
import WebKit

/// The suites by their names. `webkit-tests SUITE` runs one, with WEBKIT_PAGES and the variables of `LoopbackSite` in
/// the environment. Without a suite, the program lists them.
let suites: [(name: String, run: @MainActor (TestRun) async throws -> Void)] = [
  ("account", account), ("article", article), ("game", game), ("shop", shop),
  ("showcase", showcase), ("messages", messages), ("hostile", hostile), ("events", events),
  ("calls", calls), ("popups", popups), ("attach", attach), ("isolation", isolation),
  ("soak", soak),
  ("trust", trust), ("bridges", bridges), ("deliveries", deliveries), ("floods", floods),
  ("crossing", crossing), ("breakout", breakout),
]

guard let name = CommandLine.arguments.dropFirst().first else {
  // The long suite is only run by its name.
  for suite in suites where suite.name != "soak" { print(suite.name) }
  exit(0)
}
guard let suite = suites.first(where: { $0.name == name }) else {
  print("no suite `\(name)`")
  exit(2)
}
guard WebEngine.start() else {
  print("no display")
  exit(2)
}

Task { @MainActor in
  let environment = ProcessInfo.processInfo.environment
  do {
    let run = TestRun(
      name, site: try LoopbackSite(), pages: URL(filePath: environment["WEBKIT_PAGES"] ?? ""))
    try await suite.run(run)
    await run.end()
    print("\(name): \(run.passed) passed, \(run.failed) failed")
    exit(run.failed == 0 ? 0 : 1)
  } catch {
    print("\(name): ended by an error: \(error)")
    exit(1)
  }
}
WebEngine.run()
