import Syntax
import Text

/// The declared names of a rule set, by their keys.
///
/// Most edits neither declare nor remove a name. Then the states before and after the edit share the table of keys.
struct NameIndex {
  struct DeclarationPlace {
    var file: Int
    var declaration: NameDeclaration

    var location: Location { Location(FileID(file), declaration.nameSpan) }
  }

  /// A declaration, by its index in the list of its file.
  private struct Entry: Equatable {
    var file: Int
    var number: Int
  }

  private final class Table {
    /// The declarations of each key, in the order of files and source.
    var entries: [NameKey: [Entry]] = [:]
    /// The declarations of each kind that were requested, sorted by name, file and place.
    var sorted: [NameDeclaration.Kind: [Entry]] = [:]
  }

  /// The declarations of each file.
  private let declarations: [[NameDeclaration]]
  private let table: Table

  /// - Parameters:
  ///   - declarations: for each file, the declarations that other files can refer to.
  ///   - earlier: the names of an earlier state of the same files. Its table is reused if no key has changed.
  init(_ declarations: [[NameDeclaration]], from earlier: NameIndex? = nil) {
    self.declarations = declarations
    guard let earlier, earlier.declarations.count == declarations.count else {
      table = Table()
      for file in declarations.indices { add(file) }
      return
    }
    let changed = declarations.indices.filter { file in
      !Self.haveSameKeys(earlier.declarations[file], declarations[file])
    }
    if changed.isEmpty {
      table = earlier.table
      return
    }
    table = Table()
    table.entries = earlier.table.entries
    for file in changed {
      for declaration in earlier.declarations[file] {
        guard var rest = table.entries[declaration.key] else { continue }
        rest.removeAll { $0.file == file }
        table.entries[declaration.key] = rest.isEmpty ? nil : rest
      }
    }
    for file in changed { add(file) }
    for (kind, sorted) in earlier.table.sorted {
      let rest = sorted.filter { !changed.contains($0.file) }
      table.sorted[kind] = merged(rest, self.sorted(kind, of: changed))
    }
  }

  private static func haveSameKeys(
    _ some: [NameDeclaration], _ others: [NameDeclaration]
  ) -> Bool {
    // Unchanged files share their lists in memory.
    let isSame = some.withUnsafeBufferPointer { some in
      others.withUnsafeBufferPointer { some.baseAddress == $0.baseAddress }
    }
    return some.count == others.count
      && (isSame
        || some.indices.allSatisfy {
          // `zip` would copy each declaration.
          some[$0].kind == others[$0].kind && some[$0].key == others[$0].key
        })
  }

  private func add(_ file: Int) {
    for (number, declaration) in declarations[file].enumerated() {
      let others = table.entries[declaration.key] ?? []
      table.entries[declaration.key, default: []]
        .insert(
          Entry(file: file, number: number),
          at: others.firstIndex { $0.file > file } ?? others.count)
    }
  }

  private func declaration(_ entry: Entry) -> NameDeclaration {
    declarations[entry.file][entry.number]
  }

  private func place(_ entry: Entry) -> DeclarationPlace {
    DeclarationPlace(file: entry.file, declaration: declaration(entry))
  }

  // MARK: - Declarations of a kind

  private func isBefore(_ one: Entry, _ other: Entry) -> Bool {
    let (name, otherName) = (declaration(one).name, declaration(other).name)
    return name == otherName
      ? (one.file, one.number) < (other.file, other.number) : name < otherName
  }

  private func sorted(
    _ kind: NameDeclaration.Kind, of files: some Sequence<Int>
  ) -> [Entry] {
    files.flatMap { file in
      declarations[file].indices.filter { declarations[file][$0].kind == kind }
        .map { Entry(file: file, number: $0) }
    }.sorted(by: isBefore)
  }

  private func merged(_ some: [Entry], _ others: [Entry]) -> [Entry] {
    if others.isEmpty { return some }
    var merged: [Entry] = []
    merged.reserveCapacity(some.count + others.count)
    var rest = others[...]
    for entry in some {
      while let other = rest.first, isBefore(other, entry) { merged.append(rest.removeFirst()) }
      merged.append(entry)
    }
    return merged + rest
  }

  /// Returns the declarations of a kind, sorted by name.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of declarations.
  ///   - isIncluded: returns whether declarations with the name are included. It is only called if there are more than
  ///     `limit` declarations.
  /// - Returns: the declarations, and whether there are more than `limit`.
  func all(
    _ kind: NameDeclaration.Kind, limit: Int = .max,
    where isIncluded: (String) -> Bool = { _ in true }
  ) -> (places: [DeclarationPlace], areMore: Bool) {
    let sorted: [Entry]
    if let known = table.sorted[kind] {
      sorted = known
    } else {
      sorted = self.sorted(kind, of: declarations.indices)
      table.sorted[kind] = sorted
    }
    let areMore = sorted.count > limit
    var places: [DeclarationPlace] = []
    for entry in sorted {
      let name = declarations[entry.file][entry.number].name
      // More than one declaration with the same key is an error.
      if places.last?.declaration.name == name || areMore && !isIncluded(name) { continue }
      places.append(place(entry))
      if places.count == limit { break }
    }
    return (places, areMore)
  }

  // MARK: - Keys

  var keys: some Sequence<NameKey> { table.entries.keys }

  /// Returns the declarations of the name. More than one is an error.
  func places(_ key: NameKey) -> [DeclarationPlace] { table.entries[key]?.map(place) ?? [] }

  /// Returns the first declaration of the name.
  func declaration(_ key: NameKey) -> NameDeclaration? {
    (table.entries[key]?.first).map { declaration($0) }
  }
}
