import GeneratedNames

/// The text of a part of the run-time support in the form for generated code, read from the part's file.
///
/// Lines that begin with `//:` are directives, which are not written. Directives before the code are the
/// `SwiftRuntimeHeader`. Lines between `//: if PART` and `//: end` are written only together with that part.
///
/// `@_spi(Generated) public` is internal in generated code, `@_spi(GeneratedFile) public` is private to its file, and
/// another `public` or `open` is the access level that the user configures. Imports and an `#if` around the whole file
/// are left out, since the generator writes them.
struct SwiftRuntimeText {
  /// The sections of the text. Each section is written only together with the parts that it names.
  private(set) var sections: [SwiftRuntimeSection] = []

  /// The modules that declarations with the configured access level use. The compiler accepts `public import` only for
  /// a module that public declarations use.
  var exports: Set<SwiftModule> { hasPublicDeclarations ? publicImports : [] }

  private var publicImports: Set<SwiftModule> = []
  /// True if a declaration has the access level that the user configures.
  private var hasPublicDeclarations = false
  /// The access level, in generated code, for the declaration whose attribute was read last.
  private var restricted: String?

  private typealias Line = ArraySlice<UInt8>

  init(_ file: [UInt8]) {
    var lines: [Line] = []
    for line in file.split(separator: 0x0A, omittingEmptySubsequences: false) {
      add(line, to: &lines)
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    var conditions: [SwiftRuntime] = []
    for line in Self.joined(lines) {
      if line.code.starts(with: "//:".utf8) {
        read(directive: line, &conditions)
      } else if !sections.isEmpty || !line.isEmpty {
        if sections.last?.conditions != conditions {
          sections.append(SwiftRuntimeSection(conditions))
        }
        sections[sections.count - 1].append(line)
      }
    }
  }

  private func read(directive line: Line, _ conditions: inout [SwiftRuntime]) {
    let words = line.directiveWords
    switch words[0] {
    case "output", "needs": break
    case "if": conditions += words.dropFirst().map(SwiftRuntime.named)
    case "end": conditions.removeLast()
    default: preconditionFailure("unknown directive")
    }
  }

  // MARK: Lines

  /// Adds a line in the form for generated code, unless it is left out there.
  private mutating func add(_ line: Line, to lines: inout [Line]) {
    let code = line.code
    switch code.first {
    case UInt8(ascii: "/"): lines.append(line)
    case UInt8(ascii: "#"):
      // The condition is around the whole file, or around imports.
      let isOuter = code.count == line.count
      if isOuter || code.starts(with: "#endif".utf8) && Self.removeEmptyCondition(from: &lines) {
        return
      }
      lines.append(line)
    default:
      if isImport(code) { return }
      let marked = withAccessMarked(line)
      // A line that contains only an attribute is left out.
      if line.isEmpty || !marked.code.isEmpty { lines.append(marked) }
    }
  }

  private mutating func isImport(_ code: Line) -> Bool {
    let isPublic = code.starts(with: "public import ".utf8)
    guard isPublic || code.starts(with: "import ".utf8) else { return false }
    let name = code.dropFirst(isPublic ? 14 : 7)
    if isPublic, let module = SwiftModule(rawValue: String(decoding: name, as: UTF8.self)) {
      publicImports.insert(module)
    }
    return true
  }

  /// Removes the start of a condition that has no other lines. Returns false if there is none.
  private static func removeEmptyCondition(from lines: inout [Line]) -> Bool {
    guard
      let start = lines.lastIndex(where: { !$0.code.starts(with: "#elseif ".utf8) }),
      lines[start].code.starts(with: "#if ".utf8)
    else { return false }
    lines.removeSubrange(start...)
    return true
  }

  /// The beginnings of lines in which an access level can be changed.
  private static let starts = ["@", "public ", "nonisolated ", "open class ", "extension "]
    .map { Array($0.utf8) }

  /// Returns the line with a zero byte in place of the access level that the user configures.
  private mutating func withAccessMarked(_ line: Line) -> Line {
    var rest = line.code
    // Only attributes and `nonisolated` can precede the access level.
    guard Self.starts.contains(where: { rest.starts(with: $0) }) else { return line }
    var marked = line.prefix(line.count - rest.count)
    while let end = rest.firstIndex(of: UInt8(ascii: " ")) ?? (rest.isEmpty ? nil : rest.endIndex) {
      let word = rest[..<end]
      let following = rest[end...].dropFirst()
      if word.elementsEqual("@_spi(Generated)".utf8) {
        restricted = ""
      } else if word.elementsEqual("@_spi(GeneratedFile)".utf8) {
        restricted = "fileprivate "
      } else if word.elementsEqual("public".utf8) || rest.starts(with: "open class ".utf8) {
        hasPublicDeclarations = hasPublicDeclarations || restricted == nil
        marked += (restricted ?? "\0").utf8
        restricted = nil
        return marked + following
      } else if word.first == UInt8(ascii: "@") || word.elementsEqual("nonisolated".utf8) {
        marked += rest[..<following.startIndex]
      } else {
        if word.elementsEqual("extension".utf8) { restricted = nil }
        return marked + rest
      }
      rest = following
    }
    return marked
  }

  /// Joins each list of arguments with its line, if it fits there after its attributes were removed.
  private static func joined(_ lines: [Line]) -> [Line] {
    var joined: [Line] = []
    var index = 0
    while index < lines.count {
      let line = lines[index]
      index += 1
      joined.append(line)
      guard line.last == UInt8(ascii: "("), index + 1 < lines.count else { continue }
      let (arguments, end) = (lines[index].code, lines[index + 1].code)
      guard end.first == UInt8(ascii: ")") else { continue }
      let whole = line + arguments + end
      if !arguments.starts(with: "//".utf8), width(whole) <= CodeWriter.width {
        joined[joined.count - 1] = whole
      } else {
        joined += lines[index...(index + 1)]
      }
      index += 2
    }
    return joined
  }

  private static func width(_ line: Line) -> Int {
    line.reduce(0) { $0 + ($1 == 0 ? "public ".count : $1 & 0xC0 == 0x80 ? 0 : 1) }
  }

  // MARK: Writing

  /// Writes the text.
  ///
  /// - Parameters:
  ///   - parts: all parts that are written.
  ///   - access: an access level (`public `, `package ` or nothing).
  func write(among parts: SwiftRuntimeSet, _ access: String, _ out: inout CodeWriter) {
    for section in sections where section.isWritten(among: parts) {
      section.write(access, &out)
    }
  }
}

extension ArraySlice<UInt8> {
  /// The line without its indentation.
  fileprivate var code: ArraySlice { drop { $0 == UInt8(ascii: " ") } }
}
