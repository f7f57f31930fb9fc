import Syntax
import Text

/// The declared names of a rule set, by their keys.
struct NameIndex {
  struct Place {
    var file: Int
    var declaration: NameDeclaration

    var location: Location { Location(FileID(file), declaration.nameSpan) }
  }

  /// The names of an earlier state of the same files.
  struct Base {
    fileprivate var places: [NameKey: [Place]]
    /// The former indices of the files that have changed since.
    fileprivate var changed: [Int: DocumentIndex] = [:]

    /// Records that a file has changed.
    ///
    /// - Parameter index: the index of the file when the names were looked up.
    mutating func note(_ file: Int, _ index: @autoclosure () -> DocumentIndex) {
      if changed[file] == nil { changed[file] = index() }
    }
  }

  /// In the order of files and source.
  private(set) var places: [NameKey: [Place]]

  /// - Parameters:
  ///   - files: the number of files.
  ///   - base: the names of an earlier state, so that files that have not changed since are not read again.
  ///   - index: the index of a file.
  init(files: Int, from base: Base?, index: (Int) -> DocumentIndex) {
    places = base?.places ?? [:]
    guard let base else {
      for file in 0..<files { add(file, index(file)) }
      return
    }
    for (file, index) in base.changed {
      for declaration in index.declarations {
        guard var rest = places[declaration.key] else { continue }
        rest.removeAll { $0.file == file }
        places[declaration.key] = rest.isEmpty ? nil : rest
      }
    }
    for file in base.changed.keys.sorted() { add(file, index(file)) }
  }

  private mutating func add(_ file: Int, _ index: DocumentIndex) {
    for declaration in index.declarations {
      // Captures are visible only in their own file.
      if case .capture = declaration.key { continue }
      let place = Place(file: file, declaration: declaration)
      let others = places[declaration.key] ?? []
      places[declaration.key, default: []]
        .insert(place, at: others.firstIndex { $0.file > file } ?? others.count)
    }
  }

  var base: Base { Base(places: places) }

  /// The key with all references to other declarations resolved.
  func canonical(_ key: NameKey) -> NameKey {
    switch key {
    case .declaration(.responses, let name):
      // `use` in responses names responses or a handler.
      let handler = NameKey.declaration(.rules, name)
      let isHandler = places[handler]?.first?.declaration.kind == .handler
      return places[key] == nil && isHandler ? handler : key
    case .declaration(.origin, let name):
      // `in` names an origin or a list of the app.
      let value = NameKey.declaration(.flag, name)
      return places[key] == nil && places[value] != nil ? value : key
    case .declaration, .capture, .word: return key
    case .operand(let name):
      let value = NameKey.declaration(.flag, name)
      return places[value] == nil ? .word(name) : value
    case .member(let owner, let name):
      return NameKey.member(canonical(owner), name)
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

  /// The declarations of the name; more than one is an error.
  func places(_ key: NameKey) -> [Place] { places[canonical(key)] ?? [] }

  func declaration(_ key: NameKey) -> NameDeclaration? { places(key).first?.declaration }

  /// All declarations of a kind, sorted by name.
  func all(_ kind: NameDeclaration.Kind...) -> [Place] {
    places.values.compactMap { $0.first { kind.contains($0.declaration.kind) } }
      .sorted { ($0.declaration.name, $0.file) < ($1.declaration.name, $1.file) }
  }
}
