import Automata
import Interpreter
import Requests
package import Semantics
import Text
import WebURL

/// A description of an atom for developers of the analysis.
package struct AtomDescription: Sendable {
  /// The component that the atom tests, such as `path`.
  package let component: String
  package let test: String
}

extension ChainAnalyzer {
  /// The atoms of a chain, by component, in the order in which its rules mention them.
  package func atoms(of chain: ID<Chain>) -> [AtomDescription] {
    let context = AnalysisContext()
    // Lowering adds the atoms of the rules to the table.
    _ = LoweredRules(FlatChain(chain, in: rules), rules, context.lowering(rules))
    let table = context.atomTable
    return table.components.indices.flatMap { component in
      table.atoms.filter { $0.component == component }.map { atom in
        AtomDescription(
          component: table.components[component].text, test: Self.text(atom.test, context, table))
      }
    }
  }

  private static func text(
    _ test: AtomTest, _ context: AnalysisContext, _ table: AtomTable
  ) -> String {
    switch test {
    case .isPresent: return "is present"
    case .literal(let text): return "is \(quoted(text))"
    case .language(let language): return members(of: language, context.store)
    case .numbers(let numbers):
      return
        "is one of \(numbers.ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)...\($0.upperBound)" }.joined(separator: ", "))"
    case .choice(let bits): return "is one of the choices 0b\(String(bits, radix: 2))"
    case .namedURL(let index): return "is \(table.namedURLs[index].href)"
    case .equal(let pair):
      return "equals \(table.components[table.pairs[pair].second.component].text)"
    case .related(let relation): return "is in relation \(relation)"
    }
  }

  private static func quoted(_ bytes: [UInt8]) -> String {
    Quoting.terminal("`\(String(decoding: bytes, as: UTF8.self))`")
  }

  /// A description of a language by its shortest member and the shortest text outside, which usually suffice to
  /// tell two languages apart.
  private static func members(of language: Language, _ store: LanguageStore) -> String {
    func shortest(_ language: Language) -> String {
      guard let found = try? store.shortest(language, store.limit(after: 1_000_000)) else {
        return "nothing"
      }
      return quoted(found)
    }
    return
      "is in a language: shortest \(shortest(language)), outside \(shortest(store.complement(language)))"
  }
}
