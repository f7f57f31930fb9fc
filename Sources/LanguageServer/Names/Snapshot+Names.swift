import Semantics
import Syntax
import Text

/// The names in files and their declarations, from the resolution of the set.
extension Snapshot {
  /// Returns the names in a file.
  func references(_ file: Int) -> FileReferences { resolution.references[file] }

  func name(_ reference: NameReference, in file: Int) -> String {
    files[file].text(reference.span)
  }

  /// Returns the declarations that a name in a file refers to. More than one is an error, except for a capture.
  func definitions(of reference: NameReference, in file: Int) -> [NameIndex.DeclarationPlace] {
    if case .capture = reference.target {
      return references(file).list.filter { $0.isDeclaration && $0.target == reference.target }
        .map { NameIndex.DeclarationPlace(file: file, declaration: capture($0, in: file)) }
    }
    return definition(of: reference, in: file).map { names.places($0.declaration.key) } ?? []
  }

  /// Returns the first declaration that a name in a file refers to.
  func definition(of reference: NameReference, in file: Int) -> NameIndex.DeclarationPlace? {
    switch reference.target {
    case .capture:
      return references(file).list.first { $0.isDeclaration && $0.target == reference.target }
        .map { NameIndex.DeclarationPlace(file: file, declaration: capture($0, in: file)) }
    case .field(let offset): return place(ofDeclarationAt: offset, in: file)
    case .declaration, .member:
      guard let location = declaredNames[reference.target] else { return nil }
      return place(ofDeclarationAt: location.span.start, in: Int(location.file.index))
    case .word, .schemeHandler, .unknown, .unknownMember, .unknownValue: return nil
    }
  }

  private func place(ofDeclarationAt offset: UInt32, in file: Int) -> NameIndex.DeclarationPlace? {
    outline(file).declaration(at: offset).map {
      NameIndex.DeclarationPlace(file: file, declaration: $0)
    }
  }

  /// Returns the target of the names that refer to the declaration.
  func nameTarget(of place: NameIndex.DeclarationPlace) -> NameTarget? {
    references(place.file)[place.declaration.nameSpan]?.target
  }

  /// Returns the declaration of a capture in a pattern, with the type after its name.
  private func capture(_ reference: NameReference, in file: Int) -> NameDeclaration {
    var span = reference.span
    var type: TypeSyntax?
    let bytes = files[file].bytes
    let next = references(file).list.partitionPoint { $0.span.start >= reference.span.end }
    if next < references(file).list.count {
      let following = references(file).list[next].span
      let between = bytes[Int(span.end)..<Int(following.start)]
      if between.contains(UInt8(ascii: ":")),
        between.allSatisfy({ $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: " ") })
      {
        type = .named(NameSyntax(text: files[file].text(following), span: following))
        span = span.union(following)
      }
    }
    return NameDeclaration(
      key: .capture(reference.span.start), kind: .capture, name: name(reference, in: file),
      nameSpan: reference.span, span: span, type: type)
  }

  /// Returns the captures of patterns whose names end in a part of a file.
  func captures(in file: Int, _ span: Span) -> [NameDeclaration] {
    references(file).list.compactMap { reference in
      guard reference.isDeclaration, case .capture = reference.target,
        span.start <= reference.span.end, reference.span.end <= span.end
      else { return nil }
      return capture(reference, in: file)
    }
  }

  /// Returns all names with the same target as a name in a file, in the order of files and source.
  func occurrences(
    of reference: NameReference, in file: Int
  ) -> [(file: Int, reference: NameReference)] {
    let places = reference.target.isLocal ? file..<file + 1 : files.indices
    return places.flatMap { place in
      occurrences(of: reference, in: file, within: place).map { (place, $0) }
    }
  }

  /// Returns the names in one file with the same target as a name in another or the same file.
  ///
  /// - Requires: it is the same file if the target is local.
  func occurrences(
    of reference: NameReference, in file: Int, within place: Int
  ) -> [NameReference] {
    let found = references(place).list.filter {
      $0.target == reference.target || $0.label == reference.target
    }
    if reference.target.isKnown { return found }
    // Names without a declaration are the same if their letters are.
    let name = name(reference, in: file)
    return found.filter { self.name($0, in: place) == name }
  }
}
