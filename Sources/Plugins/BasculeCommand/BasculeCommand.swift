import Foundation
import PackagePlugin

/// Runs `swift package bascule check|generate|format …` in the folder of the package.
@main struct BasculeCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    try Self.run(
      context.tool(named: "bascule").url, arguments, in: context.package.directoryURL)
  }

  private static func run(_ tool: URL, _ arguments: [String], in folder: URL) throws {
    let process = Process()
    process.executableURL = tool
    process.arguments = arguments
    process.currentDirectoryURL = folder
    try process.run()
    process.waitUntilExit()
    if process.terminationReason != .exit || process.terminationStatus != 0 {
      throw Failure(arguments: arguments, status: process.terminationStatus)
    }
  }

  private struct Failure: Error, CustomStringConvertible {
    var arguments: [String]
    var status: Int32

    var description: String {
      "bascule \(arguments.first ?? "") ended with exit code \(status)"
    }
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension BasculeCommand: XcodeCommandPlugin {
    func performCommand(context: XcodePluginContext, arguments: [String]) throws {
      // Xcode passes the selected targets first.
      var own = arguments
      while own.first == "--target" { own.removeFirst(2) }
      try Self.run(
        context.tool(named: "bascule").url, own, in: context.xcodeProject.directoryURL)
    }
  }
#endif
