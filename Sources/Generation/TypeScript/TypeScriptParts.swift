/// The parts of TypeScript modules, and the parts that each of them needs.
///
/// A part is a top-level declaration with its comment, or several declarations without a blank line between them. It
/// needs the parts whose names it contains, if they are in its own file or its file imports them.
struct TypeScriptParts {
  struct Part {
    /// The names that the part declares.
    let names: [String]
    /// The text of the part, without `export` unless modules export it.
    let text: String
  }

  private(set) var all: [Part] = []
  /// The names that the file of each part declares or imports.
  private var scopes: [Set<String>] = []
  /// The index of the part that declares a name, by name.
  private var homes: [String: Int] = [:]

  /// - Parameters:
  ///   - files: the texts of the files in the order of their parts.
  ///   - exports: a file that exports those parts that modules export.
  init(files: [String], exports: String) {
    let exported = Self.importedNames(exports)
    for file in files {
      let first = all.count
      var scope: Set<String> = []
      for block in Self.blocks(file) {
        let names = block.compactMap(Self.declaredName)
        if names.isEmpty {
          scope.formUnion(Self.importedNames(block.joined(separator: "\n")))
          continue
        }
        for name in names { homes[name] = all.count }
        let isExported = names.contains(where: exported.contains)
        let lines = block.map {
          !isExported && $0.hasPrefix("export ") ? $0.dropFirst("export ".count) : $0
        }
        all.append(Part(names: names, text: lines.joined(separator: "\n")))
      }
      scope.formUnion(all[first...].flatMap { $0.names })
      scopes += Array(repeating: scope, count: all.count - first)
    }
  }

  /// Returns the indices of the parts that a part needs, sorted.
  func needs(of index: Int) -> [Int] {
    let named = TypeScriptWords.names(in: all[index].text, among: scopes[index])
    return Set(named.compactMap { homes[$0] }).subtracting([index]).sorted()
  }

  /// Splits a file at each blank line that precedes a line without indentation.
  private static func blocks(_ file: String) -> [[Substring]] {
    var blocks: [[Substring]] = [[]]
    var isAfterBlank = false
    for line in pieces(file, between: "\n") {
      if isAfterBlank, !line.isEmpty {
        if line.utf8.first == UInt8(ascii: " ") {
          blocks[blocks.count - 1].append("")
        } else {
          blocks.append([])
        }
      }
      isAfterBlank = line.isEmpty
      if !line.isEmpty { blocks[blocks.count - 1].append(line) }
    }
    return blocks
  }

  /// Returns the name of the declaration that begins on a line without indentation; nil if none does.
  private static func declaredName(_ line: Substring) -> String? {
    guard line.utf8.first.map(isInName) == true else { return nil }
    var words = line.utf8.split(maxSplits: 4) { !isInName($0) }.map(Substring.init)[...]
    if words.first == "export" { words.removeFirst() }
    if words.first == "async" { words.removeFirst() }
    switch words.popFirst() {
    case "function", "class", "interface", "type", "const", "let":
      return words.first.map(String.init)
    default: return nil
    }
  }

  /// Returns the names in `import { … } from` and `export { … } from`.
  private static func importedNames(_ statements: String) -> Set<String> {
    let parts = pieces(statements, between: "}")
    var imported: Set<String> = []
    for (part, following) in zip(parts, parts.dropFirst()) where following.hasPrefix(" from \"") {
      if let start = part.utf8.lastIndex(of: UInt8(ascii: "{")) {
        imported.formUnion(
          part[start...].utf8.split { !isInName($0) }.map { String(Substring($0)) })
      }
    }
    return imported
  }

  private static func isInName(_ byte: UInt8) -> Bool { TypeScriptWords.isInName(byte) }

  private static func pieces(_ text: String, between separator: Unicode.Scalar) -> [Substring] {
    text.utf8.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
      .map(Substring.init)
  }
}
