import Syntax
import Text
package import Workspace

/// Completion for the editor of a page, which has no client of the protocol.
///
/// Places are numbers of UTF-16 code units from the start of the file.
package struct PageEditor {
  /// A text that can be written at a place.
  package struct Proposal {
    package let label: String
    /// The text that takes the place of the word.
    package let inserted: String
    /// The kind of the text, such as `keyword` or `variable`.
    package let kind: String
    package let detail: String?
    package let documentation: String?
  }

  private let snapshot: Snapshot
  private let file: Int

  /// - Parameter file: the number of a file of the rule set.
  package init(_ input: RuleSetInput, file: Int) {
    let names = input.files.map { $0.name }
    snapshot = Snapshot(
      input.files, uris: names, trees: input.files.map { .parse($0) }, folder: "",
      encoding: .utf16, areLinks: input.areLinks, resource: input.resource)
    self.file = file
  }

  private var bytes: [UInt8] { snapshot.files[file].bytes }

  /// Returns the texts that can be written at the place, the best first, and the word that they replace.
  package func proposals(at place: Int) -> (word: Range<Int>, proposals: [Proposal]) {
    let list = CompletionList.all(ClientCapabilities(), snapshot, file, at: offset(of: place))
    var units = UnitCounter(bytes)
    let start = units.count(upTo: Int(list.cursor.word.start))
    let end = units.count(upTo: Int(list.cursor.word.end))
    let items = list.items.sorted { $0.order.utf8.lexicographicallyPrecedes($1.order.utf8) }
    return (start..<end, items.map { Proposal($0) })
  }

  /// Returns the offset of a place. A place after the end becomes the end, and one inside of a scalar its start.
  private func offset(of place: Int) -> Int {
    var units = 0
    for (offset, byte) in bytes.enumerated() where byte & 0xC0 != 0x80 {
      let next = units + UnitCounter.units(byte)
      if next > place { return offset }
      units = next
    }
    return bytes.count
  }
}

/// Counts the UTF-16 code units before offsets, which must be given in ascending order.
private struct UnitCounter {
  private let bytes: [UInt8]
  private var offset = 0
  private var units = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the UTF-16 units of the scalar that begins with the byte.
  static func units(_ byte: UInt8) -> Int { byte >= 0xF0 ? 2 : 1 }

  mutating func count(upTo end: Int) -> Int {
    while offset < end {
      let byte = bytes[offset]
      if byte & 0xC0 != 0x80 { units += Self.units(byte) }
      offset += 1
    }
    return units
  }
}

extension PageEditor.Proposal {
  fileprivate init(_ item: CompletionList.Item) {
    label = item.label
    inserted = item.inserted
    kind = item.kind.name
    detail = item.detail
    documentation = item.documentation
  }
}

extension CompletionList.Kind {
  fileprivate var name: String {
    switch self {
    case .function: "function"
    case .field: "field"
    case .variable: "variable"
    case .class: "class"
    case .property: "property"
    case .value: "value"
    case .enum: "enum"
    case .keyword: "keyword"
    case .snippet: "snippet"
    case .constant: "constant"
    case .enumMember: "enumMember"
    case .struct: "struct"
    case .event: "event"
    case .operator: "operator"
    case .type: "type"
    }
  }
}
