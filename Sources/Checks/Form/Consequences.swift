import Diagnostics
import Syntax
import Text

/// The findings that are consequences of a syntax error: its repair removes them, too.
///
/// The user sees one finding for each mistake.
struct Consequences {
  /// The maximum size in bytes of a file that is parsed again for each repair.
  private static let largestFile = 200_000
  /// The codes of findings about names, which a repaired declaration can provide.
  private static let codesOfNames: Set = [
    "unknown-name", "type-mismatch", "wrong-kind", "missing-clause",
  ]

  private let trees: [SyntaxTree]
  private let files: [SourceFile]
  /// The locations of the findings before causes were stated.
  private let locations: [Location]
  /// The indices of the findings that are consequences.
  private(set) var hidden: Set<Int> = []

  init(_ trees: [SyntaxTree], _ files: [SourceFile], _ findings: [Finding]) {
    self.trees = trees
    self.files = files
    locations = findings.map { $0.location }
  }

  /// Adds the consequences of an error.
  ///
  /// - Parameters:
  ///   - repair: the likeliest repair of the error.
  ///   - error: the index of the error.
  mutating func add(_ repair: Repair, of error: Int, _ findings: [Finding]) {
    if hidden.contains(error) { return }
    let file = locations[error].file
    let source = files[Int(file.index)]
    guard source.bytes.count <= Self.largestFile else { return }
    let (start, end) = (Int(repair.span.start), Int(repair.span.end))
    let repaired = SourceFile(
      name: source.name,
      bytes: Array(source.bytes[..<start]) + repair.replacement.utf8 + source.bytes[end...])
    let tree = SyntaxTree.parse(repaired)
    let before = trees[Int(file.index)]
    let left = Set(tree.faults.map { $0.span.start })
    /// The places of errors in the repaired file that may have been there before.
    let known = Set(before.faults.map { Self.moved($0.span, repair) })
    guard tree.faults.count < before.faults.count, left.isSubset(of: known),
      !left.contains(Self.moved(locations[error].span, repair))
    else { return }
    let faults = Set(before.faults.map { $0.span })
    let names = Self.declared(tree).subtracting(Self.declared(before)).map { $0.name }
    let lines = LineIndex(source)
    let changed = lines.line(at: repair.span.start)...lines.line(at: repair.span.end)
    for index in findings.indices where index != error && findings[index].severity == .error {
      let place = locations[index]
      let isHere = place.file == file && changed.contains(lines.line(at: place.span.start))
      if Self.codesOfNames.contains(findings[index].code) {
        let name = files[Int(place.file.index)].text(place.span)
        if isHere || names.contains(name) { hidden.insert(index) }
      } else if place.file == file, faults.contains(place.span),
        !left.contains(Self.moved(place.span, repair))
      {
        hidden.insert(index)
      }
    }
  }

  private struct Declared: Hashable {
    let keyword: Keyword
    let name: String
  }

  private static func declared(_ tree: SyntaxTree) -> Set<Declared> {
    Set(tree.declarations.map { Declared(keyword: $0.header.keyword, name: $0.header.name.text) })
  }

  /// The start of a span in the repaired file.
  private static func moved(_ span: Span, _ repair: Repair) -> UInt32 {
    if span.start < repair.span.end || span.end <= repair.span.start {
      return min(span.start, repair.span.start)
    }
    return span.start - repair.span.end + repair.span.start
      + UInt32(repair.replacement.utf8.count)
  }
}
