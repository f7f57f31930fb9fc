import Foundation
import TestSupport

/// The uses among the files of a target, derived from their text.
///
/// A file uses another file if it mentions a name that only the other file declares: a type outside of other types, a
/// function or value outside of types, or a member of an extension. Comments and the texts of string literals are
/// ignored. Names that the file itself declares (including locals, parameters and labels) do not count, nor names that
/// two files declare. So the graph has too few edges rather than too many.
struct FileGraph {
  /// The paths from the target's folder, in order.
  let files: [String]
  /// For each file, the files that it uses by their index, with the names that it uses.
  private(set) var uses: [[Int: Set<String>]]

  init(_ sources: [(path: String, text: String)]) {
    files = sources.map(\.path)
    let outlines = sources.map { FileOutline($0.text) }
    var types: [String: Set<Int>] = [:]
    var members: [String: Set<Int>] = [:]
    var ambiguous = Self.commonMembers
    for (file, outline) in outlines.enumerated() {
      for name in outline.globals { types[name, default: []].insert(file) }
      for name in outline.extensionMembers { members[name, default: []].insert(file) }
      ambiguous.formUnion(outline.typeMembers)
    }
    uses = outlines.enumerated().map { file, outline in
      var used: [Int: Set<String>] = [:]
      for (index, word) in outline.words.enumerated() {
        guard word.first!.isLetter, !outline.own.contains(word) else { continue }
        var owners = types[word] ?? []
        if owners.isEmpty, !ambiguous.contains(word) { owners = members[word] ?? [] }
        guard owners.count == 1, let owner = owners.first, owner != file else { continue }
        let isGlobalValue = types[word] != nil && word.first!.isLowercase
        if isGlobalValue, index > 0, outline.words[index - 1] == "." { continue }
        used[owner, default: []].insert(word)
      }
      return used
    }
  }

  /// Members of types of the standard library. A mention of such a name more likely refers to these.
  private static let commonMembers: Set<String> = [
    "append", "contains", "count", "description", "dropFirst", "dropLast", "enumerated", "filter",
    "first", "hash",
    "index", "insert", "isEmpty", "joined", "last", "map", "max", "merge", "min", "next", "prefix",
    "remove",
    "reversed", "sorted", "split", "starts", "suffix", "union",
  ]

  /// Returns the strongly connected components of more than one file, the largest first (Tarjan's algorithm).
  func cycles() -> [[Int]] {
    var order: [Int?] = Array(repeating: nil, count: files.count)
    var low = Array(repeating: 0, count: files.count)
    var stack: [Int] = []
    var isOnStack = Array(repeating: false, count: files.count)
    var next = 0
    var found: [[Int]] = []
    func visit(_ file: Int) {
      order[file] = next
      low[file] = next
      next += 1
      stack.append(file)
      isOnStack[file] = true
      for other in uses[file].keys.sorted() {
        if let seen = order[other] {
          if isOnStack[other] { low[file] = min(low[file], seen) }
        } else {
          visit(other)
          low[file] = min(low[file], low[other])
        }
      }
      guard low[file] == order[file] else { return }
      var component: [Int] = []
      while let member = stack.popLast() {
        isOnStack[member] = false
        component.append(member)
        if member == file { break }
      }
      if component.count > 1 { found.append(component.sorted()) }
    }
    for file in files.indices where order[file] == nil { visit(file) }
    return found.sorted { ($1.count, $0[0]) < ($0.count, $1[0]) }
  }

  /// Returns the edges of a component with their names, one on each line.
  func explanation(of component: [Int]) -> String {
    component.flatMap { file in
      uses[file].keys.sorted().filter(component.contains).map { other in
        let names = uses[file][other]!.sorted().prefix(6).joined(separator: ", ")
        return "    \(files[file]) -> \(files[other]) (\(names))"
      }
    }.joined(separator: "\n")
  }
}

/// The names that a file declares, and all words of the file.
private struct FileOutline {
  /// The identifiers, keywords and single punctuation characters, in order.
  let words: [String]
  /// The types and functions outside of types that other files can see.
  private(set) var globals: Set<String> = []
  private(set) var extensionMembers: Set<String> = []
  /// The members declared in types themselves, and enum cases. The same name elsewhere can refer to any of them.
  private(set) var typeMembers: Set<String> = []
  /// All names that the file declares in any way.
  private(set) var own: Set<String> = []

  private enum Block { case type, `extension`, other }

  init(_ text: String) {
    words = SwiftWords.split(text)
    var blocks: [Block] = []
    var pending: Block?
    for (index, word) in words.enumerated() {
      let following = index + 1 < words.count ? words[index + 1] : ""
      let previous = index > 0 ? words[index - 1] : ""
      let isPrivate = words[max(0, index - 3)..<index].contains("private")
      switch word {
      case "struct", "class", "enum", "actor", "protocol", "typealias":
        guard previous != ".", following.first?.isLetter == true, following != "func",
          following != "var"
        else { break }
        own.insert(following)
        if blocks.isEmpty, !isPrivate { globals.insert(following) }
        if word != "typealias" { pending = .type }
      case "extension":
        pending = .extension
      case "func", "var", "let":
        own.insert(following)
        if word == "func" { pending = .other }
        guard !isPrivate, !blocks.contains(.other) else { break }
        switch blocks.last {
        case nil: globals.insert(following)
        case .extension where !blocks.contains(.type): extensionMembers.insert(following)
        default: typeMembers.insert(following)
        }
      case "case":
        addCases(after: index)
      case "{":
        blocks.append(pending ?? .other)
        pending = nil
      case "}":
        _ = blocks.popLast()
      default:
        if following == "in" || (following == ":" && previous != "?"), word.first!.isLetter {
          own.insert(word)
        }
      }
    }
  }

  /// Adds the names after a `case` of an enum. The patterns of other cases begin with a dot or `let`.
  private mutating func addCases(after start: Int) {
    var index = start + 1
    guard index < words.count, words[index].first!.isLetter, words[index] != "let" else { return }
    var depth = 0
    var isName = true
    let ends: Set<String> = [
      "{", "}", "case", "func", "var", "let", "init", "static", "package", "private",
    ]
    while index < words.count, !ends.contains(words[index]) {
      if isName {
        own.insert(words[index])
        typeMembers.insert(words[index])
      }
      switch words[index] {
      case "(", "[", "<": depth += 1
      case ")", "]", ">": depth -= 1
      default: break
      }
      isName = words[index] == "," && depth == 0
      index += 1
    }
  }
}
