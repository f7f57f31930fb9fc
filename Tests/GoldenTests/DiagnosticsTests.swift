import Diagnostics
import Foundation
import Testing
import Text
import Workspace

@Suite struct DiagnosticsTests {
  static let files: [String] =
    ((try? FileManager.default.contentsOfDirectory(
      atPath: Golden.folder.appendingPathComponent("Diagnostics").path)) ?? [])
    .filter { $0.hasSuffix(".md") }.sorted()

  @Test func thereAreGoldenFiles() {
    #expect(!Self.files.isEmpty)
  }

  @Test(arguments: files)
  func golden(_ name: String) throws {
    let golden = try GoldenFile(Golden.folder.appendingPathComponent("Diagnostics/\(name)"))
    let source = try #require(golden.section("SOURCE"))
    let file = SourceFile(name: "rules.bascule", text: source)
    let findings = Workspace.check(RuleSetInput(files: [file]))

    let index = LineIndex(file)
    var codes: [Int: [String]] = [:]
    for finding in findings {
      codes[index.position(at: finding.location.span.start).line, default: []].append(finding.code)
    }
    #expect(codes.mapValues { $0.sorted() } == GoldenFile.marks(source))

    var renderer = HumanRenderer(files: [file], style: .plain)
    let shown = String(decoding: renderer.render(findings), as: UTF8.self)
    if golden.section("DIAGNOSTICS") != shown, Golden.isUpdating {
      try golden.replacing("DIAGNOSTICS", with: shown)
        .write(to: golden.url, atomically: true, encoding: .utf8)
    } else {
      #expect(golden.section("DIAGNOSTICS") == shown, "run Tests/update-golden and read its diff")
    }
  }
}
