import Syntax
import Text

/// Declarations whose contents are resolved in one pass.
enum DeclarationGroup: Int, CaseIterable {
  case origins, conditions, parameters, enumerations, types, rules, messages, renders, scripts,
    configurations, tests
  /// They have no contents that refer to other declarations.
  case facts

  init(_ declaration: DeclarationSyntax) {
    switch declaration {
    case .origin: self = .origins
    case .flag, .value, .dispatch: self = .facts
    case .condition: self = .conditions
    case .screen, .action: self = .parameters
    case .handler, .chain: self = .rules
    case .model, .union: self = .types
    case .enumeration: self = .enumerations
    case .strategy, .channel, .event, .call: self = .messages
    case .render: self = .renders
    case .script: self = .scripts
    case .configuration: self = .configurations
    case .test: self = .tests
    }
  }
}

/// The declarations of a rule set by group, each in the order of the source.
struct DeclarationPlaces {
  private var places = [[(tree: Int, declaration: Int)]](
    repeating: [], count: DeclarationGroup.allCases.count)

  subscript(group: DeclarationGroup) -> [(tree: Int, declaration: Int)] { places[group.rawValue] }

  mutating func append(_ declaration: Int, ofTree tree: Int, to group: DeclarationGroup) {
    places[group.rawValue].append((tree, declaration))
  }
}
