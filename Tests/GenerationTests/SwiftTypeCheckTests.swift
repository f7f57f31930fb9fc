import Foundation
import Generation
import Testing

/// Generated Swift compiles wherever an app may put it.
@Suite(.serialized) struct SwiftTypeCheckTests {
  static let folders = ["account", "article", "game", "shop", "showcase"]

  @Test(arguments: folders) func compilesWithoutWarnings(_ folder: String) throws {
    let set = try SwiftRuleSet(folder: folder)
    #expect(set.faults.isEmpty)
    for platform in SwiftCompiler.Platform.allCases {
      let modules = try SwiftCompiler.standIn(platform)
      for (mode, access) in [("5", Access.public), ("6", .internal)] {
        let scratch = try SwiftCompiler.scratch("typecheck-\(folder)-\(platform)-\(mode)")
        let files = try set.write(to: scratch, access)
        let result = try SwiftCompiler.run(
          ["swiftc", "-emit-sil", "-wmo", "-o", "/dev/null", "-parse-as-library"]
            + SwiftCompiler.strict(mode: mode)
            // As an app's tests have it, and as a release has it.
            + (platform == .macOS ? [] : ["-D", "DEBUG"])
            + modules + files)
        #expect(result.status == 0, "\(folder) \(platform) \(mode): \(result.output)")
      }
    }
  }
}
