import Requests
import Syntax
import Text

/// Looks up names and records their targets for editors.
extension Resolver {
  var recordsReferences: Bool { references != nil }

  mutating func recordName(_ span: Span, _ target: NameTarget, isDeclaration: Bool = false) {
    references?[Int(file.index)]
      .append(NameReference(span: span, target: target, isDeclaration: isDeclaration))
  }

  mutating func recordName(_ name: NameSyntax, _ target: NameTarget) {
    recordName(name.span, target)
  }

  /// Records that a name which is already recorded is also the label of a parameter.
  mutating func recordLabel(at span: Span, _ label: NameTarget) {
    if !recordsReferences { return }
    let file = Int(file.index)
    if let place = references?[file].lastIndex(where: { $0.span == span }) {
      references?[file][place].label = label
    }
  }

  /// Removes and returns the names that have been recorded in the current file so far.
  mutating func takeReferences() -> [NameReference] {
    guard references != nil else { return [] }
    var taken: [NameReference] = []
    swap(&taken, &references![Int(file.index)])
    return taken
  }

  mutating func putReferences(_ earlier: [NameReference]) {
    references?[Int(file.index)] = earlier
  }

  // MARK: - Names of the language

  /// Records the words of a value of the request.
  mutating func recordWords(_ reference: ReferenceSyntax) {
    if !recordsReferences { return }
    let base = reference.base.text
    recordName(reference.base, .word(base))
    for case .member(let name) in reference.accesses {
      let word = "\(base).\(name.text)"
      if word.hasSuffix(".origin") || RequestSchema.allBeginnings.contains(word) {
        recordName(name, .word(word))
      }
    }
  }

  /// Records the words of a value that is built for the page.
  mutating func recordPageValue(_ reference: ReferenceSyntax) {
    if !recordsReferences { return }
    recordName(reference.base, .word(reference.base.text))
    for case .member(let name) in reference.accesses {
      recordName(name, .word("\(reference.base.text).\(name.text)"))
    }
  }

  // MARK: - Types

  mutating func recordType(_ name: NameSyntax) {
    if recordsReferences { recordName(name, typeTarget(name.text)) }
  }

  /// Records the names in the type of a value of the app.
  mutating func recordType(_ type: TypeSyntax) {
    switch type {
    case .named(let name): recordType(name)
    case .array(let inner, _), .optional(let inner, _): recordType(inner)
    case .dictionary(let key, let value, _):
      recordType(key)
      recordType(value)
    case .record(let fields, _):
      for field in fields {
        let span = field.header.name.span
        recordName(span, .field(span.start), isDeclaration: true)
        recordType(field.type)
      }
    }
  }

  private func typeTarget(_ name: String) -> NameTarget {
    if ValueType.scalars[name] != nil { return .word(name) }
    if let id = names.models[name] { return .declaration(.model, id.index) }
    if let id = names.enumerations[name] { return .declaration(.enumeration, id.index) }
    if let id = names.unions[name] { return .declaration(.union, id.index) }
    return .unknown(.model)
  }

  // MARK: - Declarations

  /// The declaration that a name refers to; nil after a fault if there is none.
  @inline(__always) mutating func find<E>(
    _ name: NameSyntax, _ noun: Noun, in table: (NameTables) -> NameTable<E>
  ) -> ID<E>? {
    if let id = table(names)[name.text] {
      recordName(name, .declaration(noun, id.index))
      return id
    }
    recordName(name, .unknown(noun))
    let expected = noun == .value ? "a value of the app" : noun.withArticle
    unknown(name, expected: expected) { table($0).names }
    return nil
  }

  /// The index of an enum's case with the name; nil if there is none.
  mutating func caseIndex(_ name: String, of id: ID<Enumeration>) -> Int? {
    if let indices = caseIndices[id] { return indices[name] }
    let cases = rules[id].cases
    guard cases.count > 32 else { return cases.firstIndex { $0.name == name } }
    let indices = Dictionary(firstOf: zip(cases.lazy.map { $0.name }, cases.indices))
    caseIndices[id] = indices
    return indices[name]
  }
}

extension NameTarget {
  /// The target of a parameter, field or case of this declaration, by its index; nil for other targets.
  func member(_ number: Int) -> NameTarget? {
    if case .declaration(let noun, let index) = self { return .member(of: noun, index, number) }
    return nil
  }
}
