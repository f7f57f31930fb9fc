import Text

/// The fields of a value as an indented outline: `name: Type` or `name: text`. Places are lines and columns.
struct ValueDump {
  /// The line starts of each file.
  private let lines: [LineIndex]
  private(set) var text = ""
  /// The depth at which values are cut. No value is that deep by itself, since rules refer to declarations by
  /// indices.
  private static let depthLimit = 60

  init(_ files: [SourceFile]) { lines = files.map(LineIndex.init) }

  mutating func add(_ value: Any, label: String, file: FileID) {
    add(value, label, depth: 0, file)
  }

  private mutating func add(_ value: Any, _ label: String, depth: Int, _ file: FileID) {
    if let word = leaf(value, file) {
      line(label, word, depth)
      return
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
      if let inner = mirror.children.first { add(inner.value, label, depth: depth, file) }
    case .enum:
      addCase(value, mirror, label, depth: depth, file)
    case .collection, .set, .dictionary:
      if mirror.children.isEmpty { return }
      line(label, "\(mirror.children.count)", depth)
      for (number, child) in mirror.children.enumerated() {
        add(child.value, "\(number)", depth: depth + 1, file)
      }
    default:
      line(label, mirror.children.isEmpty ? "\(value)" : "\(mirror.subjectType)", depth)
      addChildren(mirror, depth, file)
    }
  }

  private mutating func addCase(
    _ value: Any, _ mirror: Mirror, _ label: String, depth: Int, _ file: FileID
  ) {
    guard let payload = mirror.children.first else {
      line(label, "\(value)", depth)
      return
    }
    let name = payload.label ?? "\(mirror.subjectType)"
    let inner = Mirror(reflecting: payload.value)
    if inner.displayStyle == .tuple {
      line(label, name, depth)
      addChildren(inner, depth, file)
    } else if let word = leaf(payload.value, file) {
      line(label, "\(name) \(word)", depth)
    } else {
      line(label, name, depth)
      add(payload.value, "value", depth: depth + 1, file)
    }
  }

  private mutating func addChildren(_ mirror: Mirror, _ depth: Int, _ file: FileID) {
    guard depth < Self.depthLimit else {
      line("…", "", depth + 1)
      return
    }
    for child in mirror.children {
      // The labels of a tuple's elements without names are `.0`, `.1` and so on.
      let label = child.label.map { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 } ?? "value"
      add(child.value, label, depth: depth + 1, file)
    }
  }

  /// The text of a value that is printed on one line; nil for a value with fields.
  private func leaf(_ value: Any, _ file: FileID) -> String? {
    switch value {
    case let span as Span: position(span, in: file)
    case let location as Location: position(location.span, in: location.file)
    case let text as String: Quoting.terminal("\"\(text)\"")
    case let number as any BinaryInteger: "\(number)"
    case let number as Double: "\(number)"
    case let flag as Bool: "\(flag)"
    default: nil
    }
  }

  private func position(_ span: Span, in file: FileID) -> String {
    let index = Int(file.index)
    guard lines.indices.contains(index) else { return "\(span.start)..<\(span.end)" }
    let (start, end) = (
      lines[index].position(at: span.start), lines[index].position(at: span.end)
    )
    return "\(start.line):\(start.column)-\(end.line):\(end.column)"
  }

  private mutating func line(_ label: String, _ word: String, _ depth: Int) {
    text += String(repeating: "  ", count: depth) + label + (word.isEmpty ? "" : ": " + word) + "\n"
  }
}
