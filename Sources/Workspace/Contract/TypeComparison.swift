import Semantics

/// Compares two versions of a type part by part. Reports each difference, and whether one version still reads the
/// values that the other writes.
struct TypeComparison {
  struct Difference {
    var path: String
    /// The name of the enum, union or model that has changed; nil for the type of the value.
    var type: String?
    var text: String
    var incompatibility: ContractChange.Incompatibility
    /// True if the new version reads everything that the old one writes.
    var newReadsOld: Bool
    var oldReadsNew: Bool
  }

  private let old: RuleSet
  private let new: RuleSet
  private(set) var differences: [Difference] = []
  /// The pairs of types whose parts have been reported.
  private var seen: Set<[ValueType]> = []
  /// The name of the type whose parts are compared.
  private var type: String?

  /// - Parameters:
  ///   - before: the old type; nil if there was no value.
  ///   - silenceIsNull: true if a side without a value sends null; false if it sends nothing.
  init(
    _ before: ValueType?, of old: RuleSet, _ after: ValueType?, of new: RuleSet,
    silenceIsNull: Bool
  ) {
    self.old = old
    self.new = new
    func takesSilence(_ type: ValueType) -> Bool {
      if case .optional = type { return true }
      return silenceIsNull && WireCompatibility.takesNull(type)
    }
    switch (before, after) {
    case (nil, nil): break
    case (nil, let after?):
      note(
        "", "a value of type \(quoted(after, new)) was added", .missing,
        newReadsOld: takesSilence(after),
        oldReadsNew: true)
    case (let before?, nil):
      note(
        "", "the value of type \(quoted(before, old)) was removed", .missing, newReadsOld: true,
        oldReadsNew: takesSilence(before))
    case (let before?, let after?): element(before, after, "")
    }
  }

  private mutating func note(
    _ path: String, _ text: String, _ incompatibility: ContractChange.Incompatibility,
    newReadsOld: Bool,
    oldReadsNew: Bool
  ) {
    differences.append(
      Difference(
        path: path, type: type, text: text, incompatibility: incompatibility,
        newReadsOld: newReadsOld,
        oldReadsNew: oldReadsNew))
  }

  private func quoted(_ type: ValueType, _ rules: RuleSet) -> String {
    "`\(RuleLanguagePrinter(rules).text(type))`"
  }

  private func isOptional(_ type: ValueType) -> Bool {
    if case .optional = type { return true }
    return false
  }

  /// Compares values that encode nil as null: elements of lists, or whole payloads.
  private mutating func element(_ before: ValueType, _ after: ValueType, _ path: String) {
    let (wasOptional, isOptional) = (isOptional(before), isOptional(after))
    if !wasOptional, isOptional {
      note(
        path, "null is now possible", .unknown, newReadsOld: true,
        oldReadsNew: WireCompatibility.takesNull(before))
    } else if wasOptional, !isOptional {
      note(
        path, "null is no longer possible", .unknown,
        newReadsOld: WireCompatibility.takesNull(after), oldReadsNew: true)
    }
    value(WireCompatibility.present(before), WireCompatibility.present(after), path)
  }

  /// Compares two values.
  ///
  /// - Requires: neither type is optional.
  private mutating func value(_ before: ValueType, _ after: ValueType, _ path: String) {
    switch (before, after) {
    case (.string, .string), (.int, .int), (.double, .double), (.bool, .bool), (.url, .url),
      (.date, .date), (.data, .data), (.json, .json), (.invalid, _), (_, .invalid):
      break
    case (.array(let a), .array(let b)): element(a, b, path + "[]")
    case (.dictionary(let a), .dictionary(let b)): element(a, b, path + "[key]")
    case (.enumeration(let a), .enumeration(let b)):
      within(new[b].name) { $0.cases($0.old[a], $0.new[b], path) }
    case (.model(let a), .model(let b)):
      guard seen.insert([before, after]).inserted else { return }
      within(new[b].name) { $0.fields($0.old[a].fields, $0.new[b].fields, path) }
    case (.union(let a), .union(let b)) where areAlike(a, b):
      guard seen.insert([before, after]).inserted else { return }
      within(new[b].name) { $0.cases($0.old[a], $0.new[b], path) }
    default:
      note(
        path, "the type was \(quoted(before, old)) and is \(quoted(after, new))", .value,
        newReadsOld: WireCompatibility.reads(after, of: new, all: before, of: old),
        oldReadsNew: WireCompatibility.reads(before, of: old, all: after, of: new))
    }
  }

  /// Compares the parts of the named type.
  private mutating func within(_ name: String, _ compare: (inout TypeComparison) -> Void) {
    let outer = type
    type = name
    compare(&self)
    type = outer
  }

  /// Returns whether both unions have a discriminator, or neither has one.
  private func areAlike(_ before: ID<Union>, _ after: ID<Union>) -> Bool {
    (old[before].discriminator == nil) == (new[after].discriminator == nil)
  }

  private mutating func cases(_ before: Enumeration, _ after: Enumeration, _ path: String) {
    let (gone, added) = Self.differ(
      before.cases.map { $0.rawValue }, after.cases.map { $0.rawValue })
    for value in added {
      note(
        path, "the value `\(value)` of an open enum was added", .unknown, newReadsOld: true,
        oldReadsNew: true)
    }
    for value in gone {
      note(
        path, "the value `\(value)` of an open enum was removed", .unknown, newReadsOld: true,
        oldReadsNew: true)
    }
  }

  private mutating func cases(_ before: Union, _ after: Union, _ path: String) {
    if before.discriminator != after.discriminator {
      note(
        path,
        "the discriminator was `\(before.discriminator ?? "")` and is"
          + " `\(after.discriminator ?? "")`",
        .value, newReadsOld: false, oldReadsNew: false)
    }
    for new in after.cases {
      if let old = before.cases.first(where: { $0.wireName == new.wireName }) {
        let place = Self.join(path, "(\(new.wireName))")
        if before.discriminator == nil, after.discriminator == nil {
          for (old, new) in zip(old.fields, new.fields) { value(old.type, new.type, place) }
        } else {
          fields(old.fields, new.fields, place)
        }
      } else {
        note(
          path, "the case `\(new.wireName)` of a closed union was added", .unknown,
          newReadsOld: true,
          oldReadsNew: false)
      }
    }
    for old in before.cases where !after.cases.contains(where: { $0.wireName == old.wireName }) {
      note(
        path, "the case `\(old.wireName)` of a closed union was removed", .unknown,
        newReadsOld: false,
        oldReadsNew: true)
    }
  }

  private mutating func fields(_ before: [Field], _ after: [Field], _ path: String) {
    var gone = before.filter { old in !after.contains { $0.wireName == old.wireName } }
    for field in after {
      let place = Self.join(path, field.wireName)
      let isRequired = WireCompatibility.isRequired(field)
      if let old = before.first(where: { $0.wireName == field.wireName }) {
        compare(old, field, place)
      } else if let index = gone.firstIndex(where: { $0.name == field.name }) {
        let old = gone.remove(at: index)
        note(
          place, "the field was `\(old.wireName)` on the wire and is `\(field.wireName)`", .missing,
          newReadsOld: !isRequired, oldReadsNew: !WireCompatibility.isRequired(old))
      } else {
        note(
          place, "\(Self.kind(field)) was added", .missing, newReadsOld: !isRequired,
          oldReadsNew: true)
      }
    }
    for field in gone {
      note(
        Self.join(path, field.wireName), "\(Self.kind(field)) was removed", .missing,
        newReadsOld: true, oldReadsNew: !WireCompatibility.isRequired(field))
    }
  }

  private mutating func compare(_ before: Field, _ after: Field, _ path: String) {
    let (wasOptional, isOptional) = (isOptional(before.type), isOptional(after.type))
    if !wasOptional, isOptional {
      note(
        path, "the field can now be omitted", .missing, newReadsOld: true,
        oldReadsNew: before.defaultValue != nil)
    } else if wasOptional, !isOptional {
      let text =
        after.defaultValue == nil
        ? "the field can no longer be omitted" : "the field is now always sent"
      note(
        path, text, .missing, newReadsOld: after.defaultValue != nil, oldReadsNew: true)
    } else {
      let old = before.defaultValue.map { text($0, before.type, self.old) }
      let new = after.defaultValue.map { text($0, after.type, self.new) }
      let change: String? =
        switch (old, new) {
        case (nil, let new?): "the default `\(new)` was added"
        case (let old?, nil): "the default `\(old)` was removed"
        case (let old?, let new?) where old != new: "the default was `\(old)` and is `\(new)`"
        default: nil
        }
      if let change { note(path, change, .missing, newReadsOld: true, oldReadsNew: true) }
    }
    value(WireCompatibility.present(before.type), WireCompatibility.present(after.type), path)
  }

  private func text(_ literal: Literal, _ type: ValueType, _ rules: RuleSet) -> String {
    if case .enumerationCase(let id, let index) = literal {
      return rules[id].cases[index].rawValue
    }
    return RuleLanguagePrinter(rules).text(literal)
  }

  private static func kind(_ field: Field) -> String {
    if field.defaultValue != nil { return "the field with a default" }
    return WireCompatibility.isRequired(field) ? "the required field" : "the optional field"
  }

  private static func join(_ path: String, _ name: String) -> String {
    path.isEmpty ? name : path + "." + name
  }

  private static func differ(_ old: [String], _ new: [String]) -> (gone: [String], added: [String])
  {
    (old.filter { !new.contains($0) }, new.filter { !old.contains($0) })
  }
}
