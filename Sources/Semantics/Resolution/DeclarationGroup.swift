import Syntax

/// Declarations whose contents are resolved in one pass over all files.
enum DeclarationGroup: Int, CaseIterable {
  case origins, conditions, parameters, enumerations, types, messages, renders, scripts,
    configurations, tests, invariants, defaults

  /// Finds the group of a declaration. Fails for handlers and chains, which are resolved file by file, and for
  /// declarations that are complete once their names are registered.
  init?(_ declaration: DeclarationSyntax) {
    switch declaration {
    case .handler, .chain: return nil
    case .flag, .value, .dispatch: return nil
    case .origin: self = .origins
    case .condition: self = .conditions
    case .screen, .action: self = .parameters
    case .model, .union: self = .types
    case .enumeration: self = .enumerations
    case .strategy, .channel, .event, .call: self = .messages
    case .render: self = .renders
    case .script: self = .scripts
    case .configuration: self = .configurations
    case .test: self = .tests
    case .invariant: self = .invariants
    case .defaults: self = .defaults
    }
  }
}

/// The declarations of a rule set by group, each in the order of the source.
struct DeclarationPlaces {
  private var places = [[(tree: Int, declaration: Int)]](
    repeating: [], count: DeclarationGroup.allCases.count)

  subscript(group: DeclarationGroup) -> [(tree: Int, declaration: Int)] { places[group.rawValue] }

  /// Adds the declaration to its group, if it has one.
  mutating func append(_ syntax: DeclarationSyntax, tree: Int, declaration: Int) {
    guard let group = DeclarationGroup(syntax) else { return }
    places[group.rawValue].append((tree, declaration))
  }
}
