import Foundation
import Generation
import ParsedRules
import TestSupport
import Testing

/// Tests that each declaration of generated Swift and of the library states its isolation, since the app's module may
/// have the main actor as its default.
struct SwiftIsolationTests {
  /// A declaration that is not nested in another one.
  private struct Declaration {
    let line: String
    let kind: String
    let name: String
    var isOnMainActor: Bool
    var isNonisolated: Bool { line.contains("nonisolated ") }
  }

  /// Returns the declarations of a file. Those in an `#if` around the file are indented by two more columns.
  private func declarations(in text: String) throws -> [Declaration] {
    let pattern = try NSRegularExpression(
      pattern:
        "^(?:  )?(?:@?[A-Za-z_]\\w*(?:\\(\\w+\\))? )*(struct|class|enum|protocol|extension|func) ([\\w]+)"
    )
    let lines = text.components(separatedBy: "\n")
    let hasCondition = lines.contains { $0.hasPrefix("#if ") }
    var found: [Declaration] = []
    for (number, line) in lines.enumerated() {
      guard line.hasPrefix("  ") == hasCondition || !line.hasPrefix(" "),
        let match = pattern.firstMatch(in: line, range: NSRange(line.startIndex..., in: line)),
        let kind = Range(match.range(at: 1), in: line),
        let name = Range(match.range(at: 2), in: line)
      else { continue }
      let above = number > 0 ? lines[number - 1].trimmingCharacters(in: .whitespaces) : ""
      found.append(
        Declaration(
          line: line, kind: String(line[kind]), name: String(line[name]),
          isOnMainActor: line.contains("@MainActor ") || above == "@MainActor"))
    }
    return found
  }

  private func check(_ texts: [String], others: Set<String> = []) throws -> Int {
    let all = try texts.flatMap { try declarations(in: $0) }
    // Types of WebKit and of Apple's user interface are on the main actor.
    let isOnMainActor: (String) -> Bool = { name in
      name.hasPrefix("WK") || others.contains(name)
        || all.contains { $0.name == name && $0.isOnMainActor && $0.kind != "extension" }
    }
    for declaration in all {
      let isExtended = declaration.kind == "extension" && isOnMainActor(declaration.name)
      let count = [declaration.isNonisolated, declaration.isOnMainActor, isExtended].count { $0 }
      #expect(count == 1, "\(declaration.line)")
    }
    return all.count
  }

  private func library() throws -> [String] {
    let folder = SwiftCompiler.root.appendingPathComponent("Sources/Runtime/Swift")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return try (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }
  }

  @Test func theLibraryStatesTheIsolation() throws {
    #expect(try check(library()) > 200)
  }

  @Test(arguments: SwiftRuntimeSource.allCases, ["", "My"])
  func generatedCodeStatesTheIsolation(_ runtime: SwiftRuntimeSource, _ prefix: String) throws {
    var options = SwiftOptions(runtime: runtime, prefix: prefix)
    options.access = .public
    let files = try SwiftRuleSet(folder: "showcase").swift(options)
    let texts = files.map { String(decoding: $0.bytes, as: UTF8.self) }
    // Extensions of generated code on the main actor extend a class of the library.
    #expect(try check(texts, others: runtime == .package ? ["TestPage"] : []) > 40)
  }
}
