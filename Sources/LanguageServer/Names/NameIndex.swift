import Syntax
import Text

/// All names of a rule set.
final class NameIndex {
  struct Place {
    var file: Int
    var declaration: NameDeclaration

    var location: Location { Location(FileID(file), declaration.nameSpan) }
  }

  /// The names of an earlier state of the same files.
  struct Base {
    fileprivate var places: [NameKey: [Place]]
    /// Of files that have changed since, what they declared.
    fileprivate var changed: [Int: DocumentIndex] = [:]

    /// - Parameter index: of the file as it was when the names were looked up.
    mutating func note(_ file: Int, _ index: @autoclosure () -> DocumentIndex) {
      if changed[file] == nil { changed[file] = index() }
    }
  }

  private unowned let snapshot: Snapshot
  /// In the order of files and source.
  private(set) var places: [NameKey: [Place]]

  /// - Parameter base: spares the files that have not changed since.
  init(_ snapshot: Snapshot, from base: Base? = nil) {
    self.snapshot = snapshot
    places = base?.places ?? [:]
    guard let base else {
      for file in snapshot.files.indices { add(file) }
      return
    }
    for (file, index) in base.changed {
      for declaration in index.declarations {
        guard var rest = places[declaration.key] else { continue }
        rest.removeAll { $0.file == file }
        places[declaration.key] = rest.isEmpty ? nil : rest
      }
    }
    for file in base.changed.keys.sorted() { add(file) }
  }

  private func add(_ file: Int) {
    for declaration in snapshot.index(file).declarations {
      // Captures are of their own file.
      if case .capture = declaration.key { continue }
      let place = Place(file: file, declaration: declaration)
      let others = places[declaration.key] ?? []
      places[declaration.key, default: []]
        .insert(place, at: others.firstIndex { $0.file > file } ?? others.count)
    }
  }

  var base: Base { Base(places: places) }

  /// The key that no other declaration has a say in.
  func canonical(_ key: NameKey) -> NameKey {
    switch key {
    case .declaration, .capture, .word: return key
    case .member(let owner, let name):
      // The fields of a type that is named stand below the type.
      let inner = NameKey.member(canonical(owner), name)
      return inner
    case .payload(let call, let label):
      let callKey = NameKey.declaration(.call, call)
      guard let type = places[callKey]?.first?.declaration.type else { return key }
      if let name = type.innermostName { return .member(.declaration(.type, name), label) }
      return .member(.member(callKey, "sends"), label)
    case .value(let parameter, let name):
      let flag = NameKey.declaration(.flag, name)
      if places[flag] != nil { return flag }
      if case .declaration(.action, let action) = parameter, action == name { return parameter }
      guard let type = places[canonical(parameter)]?.first?.declaration.type?.innermostName else {
        return flag
      }
      return .member(.declaration(.type, type), name)
    }
  }

  /// Where it is declared: once, unless that is an error.
  func places(_ key: NameKey) -> [Place] { places[canonical(key)] ?? [] }

  func declaration(_ key: NameKey) -> NameDeclaration? { places(key).first?.declaration }

  /// All declarations of a kind, sorted by name.
  func all(_ kind: NameDeclaration.Kind...) -> [Place] {
    places.values.compactMap { $0.first { kind.contains($0.declaration.kind) } }
      .sorted { ($0.declaration.name, $0.file) < ($1.declaration.name, $1.file) }
  }

  /// The places of declaration of a name that stands in a file.
  func definitions(_ occurrence: NameOccurrence, in file: Int) -> [Place] {
    if case .capture = occurrence.key {
      return snapshot.index(file).declarations.filter { $0.key == occurrence.key }
        .map { Place(file: file, declaration: $0) }
    }
    return places(occurrence.key)
  }

  /// All places where the name is written, in the order of files and source.
  func occurrences(
    of occurrence: NameOccurrence, in file: Int
  ) -> [(file: Int, occurrence: NameOccurrence)] {
    if case .capture = occurrence.key {
      return snapshot.index(file).occurrences.filter { $0.key == occurrence.key }
        .map { (file, $0) }
    }
    let key = canonical(occurrence.key)
    var result: [(file: Int, occurrence: NameOccurrence)] = []
    for file in snapshot.files.indices {
      for other in snapshot.index(file).occurrences
      where other.name == occurrence.name && canonical(other.key) == key {
        result.append((file, other))
      }
    }
    return result
  }
}
