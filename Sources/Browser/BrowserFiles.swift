import Text
import Workspace

/// The files of one rule set, as a page holds them.
struct BrowserFiles {
  let input: RuleSetInput
  /// The folder of the rule set, without `/` at its end; empty if it has none.
  let folder: String
  /// The files that rules can name, by their paths in the folder.
  let resources: [String: [UInt8]]

  /// - Parameter folder: nil for the innermost folder that all rule files share.
  init(_ files: [SourceFile], folder: String?) {
    let areLinks = files.count == 1 && Self.name(files[0]) == RuleSetInput.linksName
    let rules = files.filter { areLinks || $0.name.hasSuffix(".bascule") }
      .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    let folder = folder ?? Self.folder(of: rules)
    var resources: [String: [UInt8]] = [:]
    for file in files where !file.name.hasSuffix(".bascule") {
      resources[Self.path(file.name, in: folder)] = file.bytes
    }
    self.folder = folder
    self.resources = resources
    input = RuleSetInput(
      files: rules, paths: rules.map { Self.path($0.name, in: folder) }, areLinks: areLinks
    ) { [resources] path in
      resources[path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")]
    }
  }

  private static func name(_ file: SourceFile) -> String {
    file.name.split(separator: "/").last.map { String($0) } ?? ""
  }

  private static func folder(of files: [SourceFile]) -> String {
    let folders = files.map {
      $0.name.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    }
    guard let first = folders.first else { return "" }
    let count = first.indices.first { index in
      !folders.allSatisfy { index < $0.endIndex && $0[index] == first[index] }
    }
    return first.prefix(count ?? first.count).joined(separator: "/")
  }

  /// The path of a file in the folder; its whole name if the file is elsewhere.
  private static func path(_ name: String, in folder: String) -> String {
    guard !folder.isEmpty, name.hasPrefix(folder + "/") else { return name }
    return String(name.dropFirst(folder.count + 1))
  }
}
