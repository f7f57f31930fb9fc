import Foundation
import Generation
import ParsedRules
import TestSupport
import Testing

/// Tests that the code on the pages of the guide compiles, and that its tests pass.
@Suite(.serialized) struct GuideTests {
  /// The pages about one app. The first one contains its rules.
  private static let pages = [
    "put-it-into-an-app", "swiftui-web-page", "running-sessions", "code-of-pages",
    "tests-of-both-sides",
  ]

  private let text: String

  init() throws {
    text = try Self.pages.map { try TestPackage.text("Sources/Documentation/\($0).md") }.joined()
  }

  /// Returns the blocks of one language on all pages, in order.
  private func blocks(_ language: String) -> [String] {
    text.components(separatedBy: "\n```\(language)\n").dropFirst().map { rest in
      (rest.components(separatedBy: "\n```").first ?? "") + "\n"
    }
  }

  private func rules() throws -> SwiftRuleSet {
    let set = SwiftRuleSet(try #require(blocks("bascule").first), named: "shop.bascule")
    try #require(set.faults.isEmpty, "\(set.faults)")
    return set
  }

  private func write(_ blocks: [String], _ name: String, to folder: URL) throws -> [String] {
    try blocks.enumerated().map { index, block in
      let path = folder.appendingPathComponent("\(name)\(index).swift")
      try Data(block.utf8).write(to: path)
      return path.path
    }
  }

  /// Tests the Swift code, also in a module on the main actor as in a new project of Xcode, where the app's types need
  /// no additional word.
  @Test(arguments: TestOptions.isLong ? ["5", "6"] : ["6"], ["MainActor", "nonisolated"])
  func swiftCompilesAndItsTestsPass(_ mode: String, _ isolation: String) throws {
    let modules = try SwiftCompiler.standIn(.iOS)
    let folder = try SwiftCompiler.scratch("guide-\(mode)-\(isolation)")
    // In a module on the main actor, the app's types need no mark.
    let mark = isolation == "MainActor" ? "@MainActor " : "no such text"
    let app = try write(
      blocks("swift").map { $0.replacingOccurrences(of: mark, with: "") }, "App", to: folder)
    #expect(app.count == 8)
    var arguments = [
      "-default-isolation", isolation,
      "-parse-as-library", "-emit-module", "-emit-library", "-static", "-enable-testing", "-D",
      "DEBUG", "-module-name", "ShopApp",
      "-o", "\(folder.path)/libShopApp.a",
      "-emit-module-path", "\(folder.path)/ShopApp.swiftmodule",
    ]
    arguments += SwiftCompiler.strict(mode: mode)
    if isolation == "MainActor" {
      let settings = ModuleSettings(mode: mode == "5" ? .swift5 : .swift6, features: .approachable)
      arguments += try settings.featureFlags()
    }
    arguments += modules
    arguments += try rules().write(to: folder)
    let library = try SwiftCompiler.compile(arguments + app)
    try #require(library.status == 0, "\(library.output)")

    let tests = try write(blocks("swift-test"), "Tests", to: folder)
    #expect(tests.count == 1)
    let main = folder.appendingPathComponent("Run.swift")
    try Data(
      """
      import Testing

      @main struct Run {
        static func main() async { await Testing.__swiftPMEntryPoint() as Never }
      }
      """.utf8
    ).write(to: main)
    let program = folder.appendingPathComponent("tests").path
    arguments = [
      "-parse-as-library", "-module-name", "ShopTests", "-o", program,
      "-I", folder.path, "-L", folder.path, "-lShopApp",
    ]
    arguments += SwiftCompiler.strict(mode: mode)
    arguments += modules
    arguments += tests
    let built = try SwiftCompiler.compile(arguments + [main.path])
    try #require(built.status == 0, "\(built.output)")
    let run = try SwiftCompiler.run([program, "--testing-library", "swift-testing"])
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.contains("6 tests"), "\(run.output)")
  }

  /// Tests the parts of an app that the guide shows separately, in an app whose rules need them.
  @Test func excerptsCompile() throws {
    let rules =
      blocks("bascule").joined() + """
        chain Excerpts {
          when frame == new && host == "help.example" popup Help
          when path == "/x" && url in Store && !exists header["A"]
            load url setting header["A"] = "1" cancel
          when scheme == "wallet" attempt open url cancel
          otherwise allow
        }
        configuration Help {
          chain Excerpts
          strategies ReaderMode
          channels Forms
        }

        """
    let set = SwiftRuleSet(rules, named: "shop.bascule")
    try #require(set.faults.isEmpty, "\(set.faults)")
    func excerpt(_ name: String) throws -> String { try #require(blocks("swift-" + name).first) }
    let app = """
      import UIKit
      import WebKit

      final class ShopWebView: WKWebView {}

      final class PopupViewController: UIViewController {
        init(_ webView: WKWebView) { super.init(nibName: nil, bundle: nil) }
        required init?(coder: NSCoder) { nil }
      }

      final class App: UIViewController, NavigationEnvironment {
        private var session: WebSession?
        private var popup: WebSession?

        func present(_ screen: Screen) {}
        func open(_ url: URL) { UIApplication.shared.open(url) }
        func load(_ url: URL) {}
        \(try excerpt("popup") + excerpt("headers") + excerpt("attempt"))
        func start(_ configuration: WebConfiguration) {
          \(try excerpt("session"))
          self.session = session
        }
      }

      """
    let folder = try SwiftCompiler.scratch("guide-excerpts")
    let arguments =
      try ["-typecheck", "-parse-as-library"] + SwiftCompiler.strict(mode: "6")
      + SwiftCompiler.standIn(.iOS) + set.write(to: folder) + write([app], "App", to: folder)
    let result = try SwiftCompiler.compile(arguments)
    #expect(result.status == 0, "\(result.output)")
  }

  @Test func typeScriptCompilesAndItsTestsPass() throws {
    guard TypeScriptTools.hasDeno("the TypeScript of the guide") else { return }
    _ = try TypeScriptModules.written.get()
    let folder = TypeScriptModules.root.appending(path: "guide")
    let rules = try rules().rules
    let page = try #require(blocks("ts").first)
    let tests = try #require(blocks("ts-test").first)
    for (name, bytes) in [
      ("bascule.ts", TypeScriptGenerator.module(for: rules)),
      ("bascule.testing.ts", TypeScriptGenerator.testing(for: rules)),
      ("shop.ts", Array(page.utf8)), ("shop_test.ts", Array(tests.utf8)),
    ] { try Data(bytes).write(to: folder.appending(path: name)) }
    let check = try TypeScriptTools.run(["check", "shop.ts", "shop_test.ts"], in: folder)
    #expect(check.status == 0, "\(check.output)")
    let run = try TypeScriptTools.run(["test", "--no-check", "shop_test.ts"], in: folder)
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.contains("4 passed | 0 failed"), "\(run.output)")
  }
}
