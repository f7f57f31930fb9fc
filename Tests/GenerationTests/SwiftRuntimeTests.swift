import Foundation
import GeneratedNames
import ParsedRules
import TestSupport
import Testing

@testable import Generation

/// Tests the run-time support: its parts, its library, and two rule sets in one app.
@Suite(.serialized) struct SwiftRuntimeTests {
  private static let three = """
    chain Default {
      when host == "example.com" cancel
    }
    """

  private func lines(_ set: SwiftRuleSet) -> Int {
    set.swift().reduce(0) { $0 + $1.bytes.count { $0 == 0x0A } }
  }

  @Test func smallRuleSetsMakeFewLines() throws {
    #expect(lines(SwiftRuleSet(Self.three)) <= 1_190)
    #expect(lines(try SwiftRuleSet(folder: "shop")) <= 2_845)
  }

  @Test(arguments: ["shop", "showcase"]) func filesImportAModuleOnce(_ folder: String) throws {
    for file in try SwiftRuleSet(folder: folder).swift() {
      let imports = String(decoding: file.bytes, as: UTF8.self).split(separator: "\n")
        .map { $0.trimmingCharacters(in: .whitespaces) }.filter { $0.contains("import ") }
        .filter { !$0.hasPrefix("//") && !$0.hasPrefix("#") }
      #expect(Set(imports).count == imports.count, "\(file.name): \(imports)")
      #expect(imports.allSatisfy { $0.hasPrefix("import ") }, "\(file.name): \(imports)")
    }
  }

  /// Tests that programs that check or change the style of an app's files do not change generated files.
  @Test func formattersLeaveTheFiles() throws {
    let folder = try SwiftCompiler.scratch("formatted")
    let files = try SwiftRuleSet(folder: "showcase").write(to: folder).map { URL(filePath: $0) }
    let texts = try files.map { try String(contentsOf: $0, encoding: .utf8) }
    for (file, text) in zip(files, texts) where !text.contains("need nothing in this file") {
      let head = text.split(separator: "\n").dropFirst().prefix(3)
      #expect(
        head == [
          "// swift-format-ignore-file", "// swiftlint:disable all", "// swiftformat:disable all",
        ], "\(file.lastPathComponent)")
    }
    let style = [
      "--configuration", #"{"version": 1, "indentation": {"spaces": 7}, "lineLength": 40}"#,
    ]
    let lint = try SwiftCompiler.run(
      ["swift", "format", "lint", "--strict", "-r", folder.path] + style)
    #expect(lint.status == 0, "\(lint.output)")
    let format = try SwiftCompiler.run(["swift", "format", "-i", "-r", folder.path] + style)
    #expect(format.status == 0, "\(format.output)")
    #expect(try files.map { try String(contentsOf: $0, encoding: .utf8) } == texts)
  }

  @Test func whatARuleSetDoesNotUseIsNotWritten() throws {
    func text(_ rules: String) -> String {
      SwiftRuleSet(rules).swift().map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    }
    let chain = text(Self.three)
    for name in ["Date", "WebEvent", "WebCall", "PageBridge", "ScriptMessage", "WireValue"] {
      #expect(!chain.contains(name), "\(name)")
    }
    let request = text(
      """
      action keep(request: Request)
      chain Main { when host == "a.example" perform keep(request) cancel }
      """)
    #expect(request.contains("urlRequest") && !request.contains("JSON"))
    let message = text("strategy Close\nconfiguration Main { strategies Close }")
    for name in [
      "NavigationRequest", "NavigationActionHandler", "NavigationEnvironment", "Date:", "WebEvent",
      "WebCall", "RequestText", "TextPattern",
    ] {
      #expect(!message.contains(name), "\(name)")
    }
    #expect(message.contains("PageBridge") && message.contains("WebSession"))
  }

  /// Tests that no declaration of a part is public if the access level is internal.
  @Test func internalCodeHasNoPublicDeclarations() throws {
    let set = try SwiftRuleSet(folder: "showcase")
    let folder = try SwiftCompiler.scratch("interface")
    let interface = folder.appendingPathComponent("Showcase.swiftinterface")
    let result = try SwiftCompiler.compile(
      [
        "-typecheck", "-parse-as-library", "-swift-version", "6", "-module-name",
        "Showcase", "-enable-library-evolution", "-emit-module-interface-path", interface.path,
      ] + set.write(to: folder))
    try #require(result.status == 0, "\(result.output)")
    let text = try String(contentsOf: interface, encoding: .utf8)
    #expect(!text.contains("public ") && !text.contains("extension "), "\(text)")
  }

  /// Tests that each file is embedded in the order of its name, and is a case of `SwiftRuntime` with this name.
  @Test func eachFileIsAPart() throws {
    let files = try EmbeddedFileList.files(in: "Runtime/Swift")
    let names = files.map { URL(filePath: $0).deletingPathExtension().lastPathComponent }
    #expect(names == names.sorted())
    #expect(names.map(SwiftNames.member) == SwiftRuntime.allCases.map { "\($0)" })
    #expect(Set(files) == Set(try EmbeddedFileList.contents(of: "Runtime/Swift", ".swift")))
  }

  /// Tests that the text contains no attributes of the library.
  @Test func attributesOfTheLibraryAreReplaced() {
    for part in SwiftRuntime.allCases {
      var out = CodeWriter()
      for section in part.text.sections { section.write("", &out) }
      let words = SwiftWords.split(String(decoding: out.bytes, as: UTF8.self))
      for word in ["_spi", "public", "import"] {
        #expect(!words.contains(word), "\(part) has `\(word)`")
      }
      #expect(!zip(words, words.dropFirst()).contains { $0 == ("open", "class") }, "\(part)")
    }
  }

  /// Tests that each part compiles with only the parts that it needs. A long run compiles every part, and other runs a
  /// sixth of them.
  @Test(arguments: TestOptions.isLong ? Array(0..<6) : [0]) func partsNeedWhatTheyDeclare(
    _ sixth: Int
  ) throws {
    let modules = try SwiftCompiler.standIn(.iOS)
    let folder = try SwiftCompiler.scratch("parts-\(sixth)")
    for part in SwiftRuntime.allCases where part.rawValue % 6 == sixth {
      var parts: SwiftRuntimeSet = [part]
      parts.close()
      var files: [String] = []
      for file in SwiftFile.allCases {
        var out = CodeWriter()
        let own = SwiftRuntime.allCases.filter { parts.contains($0) && $0.output == file }
        if own.isEmpty { continue }
        for module in file.imports { out.line("import ", module.rawValue) }
        for part in own { part.text.write(among: parts, "public ", &out) }
        let path = folder.appendingPathComponent(file.name)
        try Data(out.bytes).write(to: path)
        files.append(path.path)
      }
      let result = try SwiftCompiler.compile(
        ["-typecheck", "-parse-as-library", "-swift-version", "6"] + modules + files)
      #expect(result.status == 0, "\(part): \(result.output)")
    }
  }

  // MARK: Two rule sets in one app

  private static let account = """
    screen Login
    chain Default { when path[1] == "login" present Login cancel otherwise allow }
    strategy Name receives String
    event Renamed sends String
    configuration Default { chain Default strategies Name }
    """

  private static let shop = """
    screen Cart(items: Int)
    chain Default { when path like "/cart/{items: Int}" present Cart(items: items) cancel }
    strategy Name receives Int
    event Renamed sends Int
    configuration Default { chain Default strategies Name }
    """

  /// A folder with the module and the library that were built with the tests.
  private static let library = Result {
    let folder = try SwiftCompiler.scratch("runtime-library")
    let products = TestPackage.program.deletingLastPathComponent()
    try FileManager.default.copyItem(
      at: products.appendingPathComponent("Modules/BasculeRuntime.swiftmodule"),
      to: folder.appendingPathComponent("BasculeRuntime.swiftmodule"))
    let built = products.appendingPathComponent("BasculeRuntime.build")
    let objects = try FileManager.default.contentsOfDirectory(atPath: built.path)
      .filter { $0.hasSuffix(".swift.o") }.map { "\(built.path)/\($0)" }
    let result = try SwiftCompiler.run(
      ["ar", "rcs", folder.appendingPathComponent("libBasculeRuntime.a").path] + objects)
    try #require(result.status == 0 && !objects.isEmpty, "\(result.output)")
    return folder
  }

  /// Compiles a module.
  ///
  /// - Parameter library: a folder with modules that the files import.
  private static func compile(
    _ module: String, _ files: [String], in folder: URL, with library: URL? = nil
  ) throws {
    try SwiftCompiler.buildModule(
      module, files, in: folder,
      options: ["-I", (library ?? folder).path] + SwiftCompiler.strict(mode: "6"))
  }

  private func run(
    _ program: String, _ files: [String], _ libraries: [String], in folder: URL,
    with library: URL? = nil
  ) throws {
    let main = folder.appendingPathComponent("main.swift")
    try Data(program.utf8).write(to: main)
    let built = try SwiftCompiler.compile(
      [
        "-swift-version", "6", "-o", "\(folder.path)/program", "-I",
        folder.path, "-L", folder.path, main.path,
      ] + (library.map { ["-I", $0.path, "-L", $0.path] } ?? []) + files
        + libraries.map { "-l" + $0 })
    try #require(built.status == 0, "\(built.output)")
    let result = try SwiftCompiler.run(["\(folder.path)/program"])
    #expect(result.output == "login cancel allow cart 3 cancel\n", "\(result.output)")
  }

  private func subfolder(_ name: String, of folder: URL) throws -> URL {
    let result = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: result, withIntermediateDirectories: true)
    return result
  }

  /// Tests that the chains of both modules share one request type. Prefixes distinguish their own names.
  @Test(arguments: ["", "Prefixed"]) func twoModulesShareTheLibrary(_ kind: String) throws {
    let folder = try SwiftCompiler.scratch("two-modules" + kind)
    let library = try Self.library.get()
    let isPrefixed = !kind.isEmpty
    for (module, rules) in [("Account", Self.account), ("Shop", Self.shop)] {
      let options = SwiftOptions(
        access: .public, runtime: .package, prefix: isPrefixed ? module : "")
      try Self.compile(
        module, SwiftRuleSet(rules).write(to: subfolder("g" + module, of: folder), options),
        in: folder, with: library)
    }
    let names = isPrefixed ? ["Account", "Shop"] : ["Account.", "Shop."]
    try run(
      "import Account\nimport BasculeRuntime\nimport Foundation\nimport Shop\n"
        + Self.app(names[0], names[1]), [], ["Account", "Shop", "BasculeRuntime"], in: folder,
      with: library)
  }

  @Test func twoRuleSetsInOneModule() throws {
    let folder = try SwiftCompiler.scratch("one-module")
    let library = try Self.library.get()
    let generated = try subfolder("generated", of: folder)
    var files: [String] = []
    for (prefix, rules) in [("Account", Self.account), ("Shop", Self.shop)] {
      files += try SwiftRuleSet(rules)
        .write(to: generated, SwiftOptions(runtime: .package, prefix: prefix))
    }
    #expect(Set(files).count == 2 * SwiftFile.allCases.count)
    try run(
      "import BasculeRuntime\nimport Foundation\n" + Self.app("Account", "Shop"), files,
      ["BasculeRuntime"], in: folder, with: library)
  }

  /// Tests that two modules that embed their support are independent: each has its own request type.
  @Test func twoModulesWithEmbeddedSupport() throws {
    let folder = try SwiftCompiler.scratch("two-embedded")
    for (module, rules) in [("Account", Self.account), ("Shop", Self.shop)] {
      try Self.compile(
        module,
        SwiftRuleSet(rules).write(
          to: subfolder("g" + module, of: folder), SwiftOptions(access: .public)), in: folder)
    }
    try run(
      "import Account\nimport Foundation\nimport Shop\n"
        + Self.app("Account.", "Shop.", requests: ("Account.", "Shop.")), [], ["Account", "Shop"],
      in: folder)
  }

  /// Returns an app that runs the chains of both rule sets.
  private static func app(
    _ account: String, _ shop: String, requests: (String, String) = ("", "")
  ) -> String {
    """
    @MainActor final class AccountApp: \(account)NavigationEnvironment {
      var log: [String] = []
      func present(_ screen: \(account)Screen) { log.append("login") }
    }
    @MainActor final class ShopApp: \(shop)NavigationEnvironment {
      var log: [String] = []
      func present(_ screen: \(shop)Screen) {
        switch screen {
        case .cart(let items): log.append("cart \\(items)")
        }
      }
    }
    func url(_ path: String) -> URL { URL(string: "https://a.example" + path) ?? URL(fileURLWithPath: "/") }
    let one = AccountApp()
    let two = ShopApp()
    let accountChain = \(account)DefaultNavigationChain(environment: one)
    let shopChain = \(shop)DefaultNavigationChain(environment: two)
    let login = await accountChain.execute(\(requests.0)NavigationRequest(url: url("/login")))
    let other = await accountChain.execute(\(requests.0)NavigationRequest(url: url("/cart/3")))
    let cart = await shopChain.execute(\(requests.1)NavigationRequest(url: url("/cart/3")))
    print(one.log[0], login, other, two.log[0], cart)
    """
  }
}
