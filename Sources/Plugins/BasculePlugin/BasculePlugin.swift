import Foundation
import PackagePlugin

/// Generates the Swift of the rule files of a target whenever one of them has changed.
@main struct BasculePlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let module = target as? any SourceModuleTarget else { return [] }
    return try Self.commands(
      tool: context.tool(named: "bascule").url, target: module.name,
      files: module.sourceFiles.map(\.url), workFolder: context.pluginWorkDirectoryURL)
  }

  /// The names of the generated files, which are always the same.
  private static let outputs = [
    "BasculeConfigurations", "BasculeDispatch", "BasculeEvents", "BasculeMessages",
    "BasculeModels", "BasculeNavigation", "BasculePatterns", "BasculeRequest", "BasculeTesting",
    "BasculeWebKit", "BasculeWire",
  ]

  /// Returns one command for all rule files, since they form one rule set.
  private static func commands(
    tool: URL, target: String, files: [URL], workFolder: URL
  ) throws -> [Command] {
    let rules = files.filter { $0.pathExtension == "bascule" }
      .sorted { $0.path < $1.path }
    if rules.isEmpty {
      Diagnostics.warning("the target `\(target)` has no rule files (`*.bascule`)")
      return []
    }
    let configurations = files.filter { $0.lastPathComponent == "bascule.json" }
    if configurations.count > 1 {
      let places = configurations.map(\.path).sorted().joined(separator: ", ")
      Diagnostics.error("the target `\(target)` has more than one rule set: \(places)")
      return []
    }
    // The folder that contains the scripts and `bascule.json`.
    let folder =
      configurations.first?.deletingLastPathComponent() ?? commonFolder(of: rules)
    if let stray = rules.first(where: { !$0.path.hasPrefix(folder.path + "/") }) {
      Diagnostics.error("`\(stray.path)` is outside of the rule set in `\(folder.path)`")
      return []
    }
    let output = workFolder.appendingPathComponent("Bascule", isDirectory: true)
    let settings = settings(of: configurations.first)
    return [
      .buildCommand(
        displayName: "Bascule \(target)", executable: tool,
        arguments: ["generate", folder.path, "--swift", output.path, "--format", "xcode"],
        inputFiles: inputs(of: folder, rules: rules) + configurations + settings.files,
        outputFiles: outputs.map {
          output.appendingPathComponent(settings.prefix + $0 + ".swift")
        })
    ]
  }

  /// Returns the files that `generate` reads in the folder: the rule files, including those that the target excludes,
  /// and the scripts and rule lists that they name, with any extension.
  private static func inputs(of folder: URL, rules: [URL]) -> [URL] {
    let manager = FileManager.default
    let all = manager.enumerator(
      at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    let excluded = (all?.allObjects as? [URL] ?? []).filter {
      $0.pathExtension == "bascule" && !rules.contains($0)
    }
    let texts = (rules + excluded).compactMap { try? String(contentsOf: $0, encoding: .utf8) }
    // Splitting at quotes finds all quoted texts. The texts between them are not names of existing files.
    let names = Set(texts.flatMap { $0.split(separator: "\"") }).filter { !$0.contains("\n") }
    let named = names.map { folder.appendingPathComponent(String($0)) }.filter {
      var isFolder: ObjCBool = false
      return manager.fileExists(atPath: $0.path, isDirectory: &isFolder) && !isFolder.boolValue
    }
    return rules + (excluded + named).sorted { $0.path < $1.path }
  }

  /// Returns the other files on which a `bascule.json` depends, which are those that it extends and the baseline, and
  /// the prefix `swift.prefix` of the names of the generated files.
  private static func settings(of configuration: URL?) -> (files: [URL], prefix: String) {
    var files: [URL] = []
    var (baseline, prefix): (URL?, String?)
    var next = configuration
    while let file = next {
      next = nil
      guard let data = try? Data(contentsOf: file),
        let content = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
      else { break }
      let folder = file.deletingLastPathComponent()
      func path(_ key: String) -> URL? {
        (content[key] as? String).map { folder.appendingPathComponent($0).standardizedFileURL }
      }
      prefix = prefix ?? (content["swift"] as? [String: Any])?["prefix"] as? String
      baseline = baseline ?? path("baseline")
      if let base = path("extends"), !files.contains(base) {
        files.append(base)
        next = base
      }
    }
    files += [baseline].compactMap { $0 }
    return (files.filter { FileManager.default.fileExists(atPath: $0.path) }, prefix ?? "")
  }

  private static func commonFolder(of files: [URL]) -> URL {
    var folder = files[0].deletingLastPathComponent()
    while !files.allSatisfy({ $0.path.hasPrefix(folder.path + "/") }) {
      folder = folder.deletingLastPathComponent()
    }
    return folder
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension BasculePlugin: XcodeBuildToolPlugin {
    func createBuildCommands(
      context: XcodePluginContext, target: XcodeTarget
    ) throws -> [Command] {
      try Self.commands(
        tool: context.tool(named: "bascule").url, target: target.displayName,
        files: target.inputFiles.map(\.url), workFolder: context.pluginWorkDirectoryURL)
    }
  }
#endif
