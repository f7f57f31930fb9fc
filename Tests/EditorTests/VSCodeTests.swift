import Diagnostics
import Formatting
import Foundation
import Syntax
import TestSupport
import Testing
import Text
import Workspace

/// Tests the properties of the extension in `grammar/vscode` that can be tested without VS Code.
@Suite struct VSCodeTests {
  private static let folder = TestPackage.url("grammar/vscode")

  private static func object(_ name: String) throws -> [String: Any] {
    let data = try Data(contentsOf: folder.appendingPathComponent(name))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  private static let withoutPackage = ["DENO_NO_PACKAGE_JSON": "1"]

  @Test func clientHasTheRightTypes() throws {
    guard let deno = Tool.deno(for: "the extension for VS Code") else { return }
    try Editors.run(
      deno,
      [
        "check", "--quiet", "--config", "grammar/vscode/deno.json",
        "grammar/vscode/source/extension.ts",
      ], environment: Self.withoutPackage)
  }

  // MARK: - The client

  private static let rules = """
    flag unused
    screen Product(id: String, kind: Kind?)
    enum Kind { new, old }
    script Zoom at documentEnd from "zoom.js"
    configuration Default { chain Default  scripts Zoom }
    handler NativeScreens {
      when path[1] == "product" present Product(id: path[2], kind: query.kind) cancel
    }
    chain Default {
      use NativeScreens
      otherwise  allow
    }
    test Default {
      "https://example.com/product/1" present Product(id: "1") cancel
    }

    """

  @Test func clientWorksWithTheServer() throws {
    guard let deno = Tool.deno(for: "the extension for VS Code") else { return }
    let folder = try TemporaryFolder()
    try folder.write([
      "store.bascule": Self.rules, "zoom.js": "void 0;\n", "bascule.json": "{}\n",
      "broken": "#!/bin/sh\nprintf 'Content-Length: 3\\r\\n\\r\\n{]}'\nexec sleep 2\n",
    ])
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path("broken"))
    let output = try Editors.run(
      deno,
      [
        "run", "--quiet", "--no-prompt", "--no-check", "--allow-all", "--config",
        "Tests/tools/vscode_client.json", "Tests/tools/vscode_client.ts", TestPackage.program.path,
        folder.path, "store.bascule",
      ], environment: Self.withoutPackage)
    let seen = try #require(try JSONSerialization.jsonObject(with: output) as? [String: Any])

    let findings = try #require(seen["findings"] as? [[Any]])
    #expect(findings.map { $0[0] as? String } == ["unused-declaration"])
    // Every capability of the server was registered and returned a result.
    for (key, value) in seen where key.first?.isUppercase == true {
      let count = (value as? [Any])?.count ?? (value as? [String: Any])?.count ?? value as? Int ?? 0
      #expect(count > 0, "\(key): \(value)")
    }
    #expect((seen["providers"] as? [String])?.count == 24)
    #expect(seen["Rename"] as? Int == 3)
    #expect(seen["fileRename"] as? [String] == ["\"js/zoom.js\""])
    #expect((seen["refused"] as? String)?.isEmpty == false)
    #expect((seen["page"] as? String)?.contains("unused-declaration") == true)
    #expect((seen["broken"] as? String)?.contains("otherwis") == true)
    let hover = try #require(seen["Hover"] as? [String: Any])
    let contents = try #require((hover["contents"] as? [String: Any])?["value"] as? String)
    #expect(contents.contains("screen Product(id: String"))
    #expect(seen["reason"] as? [String] == [" -- $0"])
    let edits = try #require(seen["DocumentFormattingEdit"] as? [[String: Any]])
    #expect(edits.map { $0["newText"] as? String } == [""])
    let lenses = try #require(seen["CodeLens"] as? [[String: Any]])
    let titles = lenses.compactMap { ($0["command"] as? [String: Any])?["title"] as? String }
    #expect(titles.contains("used by 1 chain"))
    #expect(titles.contains { $0.hasPrefix("reached by \"https://") })
    let actions = try #require(seen["CodeActions"] as? [[String: Any]])
    #expect(actions.contains { $0["edit"] != nil })
    let messages = try #require(seen["messages"] as? [String])
    #expect(messages.contains("1 test passed"))
    #expect(!messages.contains { $0.contains("\n") })
    #expect(messages.contains { $0.hasPrefix("command editor.action.showReferences") })
    try expectTests(seen)
    try expectTraces(seen)
    #expect(seen["withoutLenses"] as? Int == 0)
    #expect(seen["providersAtEnd"] as? Int == 0)
    let commands = try #require(seen["commands"] as? [String])
    let package = try Self.object("package.json")
    let contributes = try #require(package["contributes"] as? [String: Any])
    for command in try #require(contributes["commands"] as? [[String: String]]) {
      #expect(commands.contains(command["command"] ?? ""))
    }
  }

  private func expectTests(_ seen: [String: Any]) throws {
    #expect(
      seen["tests"] as? [String]
        == ["\"https://example.com/product/1\" 13", "test Default 12"])
    let passed = "passed \"https://example.com/product/1\""
    let failed = """
      failed "https://example.com/product/1": - present Product(id: "2")
      + present Product(id: "1")
        cancel
      """
    #expect(seen["runs"] as? [[String]] == [[passed], [failed], [failed], [passed]])
  }

  private func expectTraces(_ seen: [String: Any]) throws {
    let trace = try #require(seen["trace"] as? [String: Any])
    #expect(trace["uri"] as? String == "bascule://pages/trace")
    let options = try #require(trace["options"] as? [String: Any])
    #expect(options["preserveFocus"] as? Bool == true && options["viewColumn"] as? Int == -2)
    let text = try #require(trace["text"] as? String)
    #expect(text.contains("present Product") && text.contains("decided at store.bascule:7:3"))
    #expect(seen["traceOfPalette"] as? String == text)
    let hints = try #require(trace["hints"] as? [String])
    #expect(hints.contains("✓") && hints.contains { $0.hasSuffix("decided at store.bascule:7:3") })
    #expect(seen["cleared"] as? Int == hints.count - 2)
    let edited = try #require(seen["editedTraces"] as? [String])
    #expect(edited.count == 4 && edited[3] == text)
    #expect(edited[0] == edited[2] && edited[0].contains("allow, decided at store.bascule:11:3"))
    let older = "This trace is of an earlier state of the rules: `Default` cannot be evaluated"
    #expect(edited[1].hasPrefix(older) && edited[1].hasSuffix(edited[0]))
  }

  // MARK: - The package

  @Test func packageIsComplete() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("bascule.vsix")
    guard let python = Tool.find("python3", for: "the package of the extension for VS Code"),
      Tool.find("esbuild", for: "the package of the extension for VS Code") != nil
    else { return }
    let script = Self.folder.appendingPathComponent("package").path
    try Editors.run(python, [script, file.path])
    let first = try Data(contentsOf: file)
    try Editors.run(python, [script, file.path])
    #expect(try Data(contentsOf: file) == first, "packing twice gives two files")

    let listing = """
      import json, sys, xml.dom.minidom, zipfile
      archive = zipfile.ZipFile(sys.argv[1])
      assert archive.testzip() is None
      for name in ("extension.vsixmanifest", "[Content_Types].xml"):
          xml.dom.minidom.parseString(archive.read(name))
      manifest = xml.dom.minidom.parseString(archive.read("extension.vsixmanifest"))
      identity = manifest.getElementsByTagName("Identity")[0]
      assets = [asset.getAttribute("Path") for asset in manifest.getElementsByTagName("Asset")]
      print(json.dumps({"names": archive.namelist(), "assets": assets,
          "version": identity.getAttribute("Version"), "id": identity.getAttribute("Id"),
          "script": archive.read("extension/extension.js").decode()}))
      """
    let output = try Editors.run(python, ["-c", listing, file.path])
    let packed = try #require(try JSONSerialization.jsonObject(with: output) as? [String: Any])
    let names = try #require(packed["names"] as? [String])
    let package = try Self.object("package.json")
    #expect(packed["version"] as? String == package["version"] as? String)
    #expect(packed["id"] as? String == package["name"] as? String)
    for asset in try #require(packed["assets"] as? [String]) { #expect(names.contains(asset)) }

    // Every path in package.json exists.
    let contributes = try #require(package["contributes"] as? [String: Any])
    var paths = [try #require(package["main"] as? String)]
    for one in try #require(contributes["grammars"] as? [[String: Any]]) {
      paths.append(try #require(one["path"] as? String))
    }
    for one in try #require(contributes["jsonValidation"] as? [[String: String]]) {
      #expect(one["fileMatch"] == "bascule.json")
      paths.append(try #require(one["url"]))
    }
    paths.append("./" + (try #require(package["icon"] as? String)))
    let icon = try Data(contentsOf: Self.folder.appendingPathComponent("icon.png"))
    // The header contains the width and the height.
    #expect(Array(icon[16..<24]) == [0, 0, 0, 128, 0, 0, 0, 128])
    for one in try #require(contributes["languages"] as? [[String: Any]]) {
      if let path = one["configuration"] as? String { paths.append(path) }
    }
    #expect(paths.count == 5)
    for path in paths { #expect(names.contains("extension/" + path.dropFirst(2)), "\(path)") }

    let text = try #require(packed["script"] as? String)
    #expect(text.contains("require(\"vscode\")"))
    let required = text.matches(of: /require\("([^"]+)"\)/).map { String($0.1) }
    #expect(Set(required) == ["vscode", "node:child_process", "node:buffer"])
    for word in ["activate", "deactivate"] { #expect(text.contains("\(word): () => \(word)")) }
  }

  // MARK: - Problem matcher, language

  @Test func problemMatcherReadsWhatCheckPrints() throws {
    let package = try Self.object("package.json")
    let contributes = try #require(package["contributes"] as? [String: Any])
    let matcher = try #require((contributes["problemMatchers"] as? [[String: Any]])?.first)
    let patterns = try #require(matcher["pattern"] as? [[String: Any]])
    let expressions = try patterns.map {
      try NSRegularExpression(pattern: try #require($0["regexp"] as? String))
    }
    func groups(_ index: Int, _ line: String) -> [String]? {
      let whole = NSRange(line.startIndex..., in: line)
      guard let match = expressions[index].firstMatch(in: line, range: whole) else { return nil }
      return (1..<match.numberOfRanges).map {
        Range(match.range(at: $0), in: line).map { String(line[$0]) } ?? ""
      }
    }
    let source = "flag unused\nchain A {\n  when path == \"/a\" cancel\n  use Missing\n}\nflag b\n"
    let files = [source, source.replacing("  use Missing\n", with: "")].enumerated().map {
      SourceFile(name: "a folder/\($0.offset).bascule", text: $0.element)
    }
    for file in files {
      let findings = Workspace.check(RuleSetInput(files: [file]))
      #expect(!findings.isEmpty)
      var renderer = HumanRenderer(files: [file], style: .plain)
      let lines = String(decoding: renderer.render(findings), as: UTF8.self)
        .components(separatedBy: "\n")
      var read: [[String]] = []
      for (line, next) in zip(lines, lines.dropFirst()) {
        if let head = groups(0, line), let place = groups(1, next) { read.append(head + place) }
      }
      let index = LineIndex(file)
      #expect(
        read
          == findings.map { finding in
            let place = index.position(at: finding.location.span.start)
            return [
              "\(finding.severity)", finding.code, finding.message, file.name, "\(place.line)",
              "\(place.column)",
            ]
          })
    }
  }

  @Test func languageConfiguration() throws {
    let language = try Self.object("language-configuration.json")
    var expressions: [String] = []
    if let word = language["wordPattern"] as? String { expressions.append(word) }
    let rules = try #require(language["indentationRules"] as? [String: String])
    expressions += rules.values
    for rule in try #require(language["onEnterRules"] as? [[String: Any]]) {
      expressions.append(try #require(rule["beforeText"] as? String))
    }
    #expect(expressions.count == 6)
    for expression in expressions { _ = try NSRegularExpression(pattern: expression) }
    func matches(_ pattern: String, _ line: String) throws -> Bool {
      let expression = try NSRegularExpression(pattern: pattern)
      return expression.firstMatch(in: line, range: NSRange(line.startIndex..., in: line)) != nil
    }
    let increase = try #require(rules["increaseIndentPattern"])
    #expect(try matches(increase, "chain A {"))
    #expect(try matches(increase, "  when host in [ // c"))
    #expect(try !matches(increase, "model A { a: Int }"))
    #expect(try !matches(increase, "// chain A {"))
    let decrease = try #require(rules["decreaseIndentPattern"])
    #expect(try matches(decrease, "  }") && !matches(decrease, "use A }"))
  }
}
