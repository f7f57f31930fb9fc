import Syntax
import Text

extension Snapshot {
  /// The declarations that a name in a file refers to.
  func definitions(of occurrence: NameOccurrence, in file: Int) -> [NameIndex.Place] {
    if case .capture = occurrence.key {
      return index(file).declarations.filter { $0.key == occurrence.key }
        .map { NameIndex.Place(file: file, declaration: $0) }
    }
    return names.places(occurrence.key)
  }

  /// All occurrences of the name, in the order of files and source.
  func occurrences(
    of occurrence: NameOccurrence, in file: Int
  ) -> [(file: Int, occurrence: NameOccurrence)] {
    if case .capture = occurrence.key {
      return index(file).occurrences.filter { $0.key == occurrence.key }
        .map { (file, $0) }
    }
    let key = names.canonical(occurrence.key)
    var result: [(file: Int, occurrence: NameOccurrence)] = []
    for file in files.indices {
      for other in index(file).occurrences
      where other.name == occurrence.name && names.canonical(other.key) == key {
        result.append((file, other))
      }
    }
    return result
  }
}
