import DispatchTables
import Interpreter
import Semantics

/// Prints a class for each chain, and the tables that tell which of its rules may match.
struct SwiftChains {
  private let context: SwiftContext
  private let tables: [DispatchTable]

  init(_ context: SwiftContext) {
    self.context = context
    tables = context.rules.chains.indices.map {
      DispatchTable(FlatChain(ID($0), in: context.rules), in: context.rules)
    }
  }

  func write(_ out: inout CodeWriter) {
    for index in context.rules.chains.indices { write(ID(index), &out) }
  }

  /// The tables apart from the classes, since they are not to be read.
  func writeTables(_ out: inout CodeWriter) {
    for (index, table) in tables.enumerated() where !table.owners.isEmpty {
      out.blank()
      out.block("extension " + SwiftRules.type(.chain(ID(index)), context)) { out in
        out.line("/// Which rules may match, by what the request has.")
        out.line("static let table = RuleTable(")
        out.indented { out in
          out.line("#\"\"\"")
          let rows = rows(table.words)
          for row in rows.dropLast() { out.line(row, "\\#") }
          out.line(rows.last ?? "")
          out.line("\"\"\"#)")
        }
      }
    }
  }

  private func write(_ id: ID<Chain>, _ out: inout CodeWriter) {
    let chain = context.rules[id]
    let name = SwiftNames.chain(chain.name)
    let access = context.access
    let table = tables[Int(id.index)]
    let isAsync = table.owners.contains { SwiftRules.isAsync($0, context.rules) }
    let keyword = isAsync ? "async " : ""
    let own = SwiftRules(.chain(id), context)
    context.declaration(
      chain.declared, named: name, attributes: "@MainActor ",
      "final class \(name): NavigationActionHandler", &out
    ) { out in
      out.line(access, "var nextHandler: (any NavigationActionHandler)?")
      out.line("private weak var environment: (any NavigationEnvironment)?")
      own.writePatterns(&out)
      out.blank()
      out.block("\(access)init(environment: any NavigationEnvironment)") {
        $0.line("self.environment = environment")
      }
      out.blank()
      out.line("/// Decides; a chain that has no `otherwise` allows.")
      let head =
        "\(access)func handle(_ request: NavigationRequest) \(keyword)-> NavigationDecision?"
      out.block(head) { out in
        if let test = frameTest(chain.frames) {
          out.line("guard ", test, " else { return .allow }")
        }
        if table.owners.isEmpty {
          out.line("return .allow")
        } else {
          out.line("guard let environment else { return .cancel }")
          writeSearch(table, of: id, &out)
          out.line("return .allow")
        }
      }
      if !own.rules.isEmpty { own.writeAsk(&out) }
    }
  }

  /// Whether the chain is asked about the request's frame; nil where it is asked about all.
  private func frameTest(_ frames: FrameSet) -> String? {
    let tests = [(".main", frames.main), (".new", frames.new), (".sub", frames.sub)]
    let asked = tests.filter(\.1).map { "request.frame == " + $0.0 }
    return asked.count == tests.count ? nil : asked.joined(separator: " || ")
  }

  /// Asks the rules that may match, each where it is written, until one decides.
  private func writeSearch(_ table: DispatchTable, of id: ID<Chain>, _ out: inout CodeWriter) {
    func question(_ owner: RuleOwner) -> String {
      let wait = SwiftRules.isAsync(owner, context.rules) ? "await " : ""
      let type = owner == .chain(id) ? "Self" : SwiftRules.type(owner, context)
      return "\(wait)\(type).ask(rule, request, environment)"
    }
    out.line("var candidates = Self.table.candidates(for: request)")
    if table.owners.count == 1 {
      out.block("while let (_, rule) = candidates.next()") { out in
        out.block("if let decision = \(question(table.owners[0]))") { $0.line("return decision") }
      }
      return
    }
    out.block("while let (owner, rule) = candidates.next()") { out in
      out.line("let decision: NavigationDecision?")
      out.line("switch owner {")
      for (number, owner) in table.owners.enumerated() {
        out.line("case \(number): decision = \(question(owner))")
      }
      out.line("default: decision = nil")
      out.line("}")
      out.line("if let decision { return decision }")
    }
  }

  /// Words as text, four characters of six bits each, the lowest first; `0` is 0.
  private func rows(_ words: [UInt32]) -> [String] {
    stride(from: 0, to: words.count, by: Self.wordsPerRow).map { start in
      var row: [UInt8] = []
      for word in words[start..<min(start + Self.wordsPerRow, words.count)] {
        for shift: UInt32 in [0, 6, 12, 18] {
          row.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: (word >> shift) & 0x3F))
        }
      }
      return String(decoding: row, as: UTF8.self)
    }
  }

  private static let wordsPerRow = 22
}
