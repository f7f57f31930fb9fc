import Diagnostics
import Requests
import Semantics
import Syntax
import Text

/// The check `missing-chain`.
enum MissingChain {
  static func findings(_ input: CheckInput) -> [Finding] {
    ChainKind.allCases.flatMap { findings(input, $0) }
  }

  private static func findings(_ input: CheckInput, _ kind: ChainKind) -> [Finding] {
    let rules = input.rules
    var inUse = Set(rules.configurations.compactMap { $0.chain(kind)?.index })
    for items in rules.chains.map({ $0.items }) {
      for case .useChain(let id, _) in items { inUse.insert(id.index) }
    }
    let tested = Set(rules.tests.map { $0.chain.index }).subtracting(inUse).sorted()
      .filter { rules.chains[Int($0)].kind == kind }
    guard !tested.isEmpty else { return [] }
    let word = kind.rawValue
    let names = tested.map { rules.chains[Int($0)].name }
    let extended = Set(rules.configurations.compactMap { $0.extends?.index })
    return rules.configurations.enumerated().compactMap { index, configuration in
      guard configuration.chain(kind) == nil, !extended.contains(Int32(index)) else { return nil }
      let name = configuration.declared.location
      let lack =
        switch kind {
        case .requests: "no chain: it allows every request"
        case .responses: "no responses: WebKit decides about every response"
        }
      return page.finding(
        "configuration `\(configuration.name)` has \(lack)", at: name, label: "no `\(word)`",
        related: tested.map {
          Finding.Related(
            "tested, but in no configuration", at: rules.chains[Int($0)].declared.location)
        },
        help: names.count == 1 ? "write `\(word) \(names[0])`" : "write `\(word)` and its name",
        fix: names.count == 1 ? fix("\(word) \(names[0])", after: name, input) : nil)
    }
  }

  /// Inserts the setting at the start of the configuration's braces.
  private static func fix(_ setting: String, after name: Location, _ input: CheckInput) -> Fix? {
    let bytes = input.files[Int(name.file.index)].bytes
    guard let brace = bytes[Int(name.span.end)...].firstIndex(of: UInt8(ascii: "{")) else {
      return nil
    }
    let place = Location(name.file, Span(brace + 1, brace + 1))
    return Fix([Edit(place, " \(setting)")], isSafe: false)
  }

  static let page = Page(
    "missing-chain", .warning, "a configuration without the chain that the tests test",
    fixes: .meaning)
}
