import DispatchTables
import Interpreter
import Semantics

/// Prints the classes of handlers and chains, and the tables of long chains.
struct SwiftChains {
  private let context: SwiftContext
  private let plan: ChainPlan

  init(_ context: SwiftContext, _ plan: ChainPlan) {
    self.context = context
    self.plan = plan
  }

  /// True if a chain uses a dispatch table.
  var hasTables: Bool { plan.tables.contains { $0 != nil } }

  func write(_ out: inout CodeWriter) {
    for index in context.rules.handlers.indices {
      SwiftOwner(.handler(ID(index)), context, plan).write(&out)
    }
    for index in context.rules.chains.indices {
      SwiftOwner(.chain(ID(index)), context, plan).write(&out)
    }
  }

  /// Prints the tables, apart from the classes because they are not meant to be read.
  func writeTables(_ out: inout CodeWriter) {
    for (index, table) in plan.tables.enumerated() {
      guard let table else { continue }
      out.blank()
      out.block("extension " + SwiftOwner.type(.chain(ID(index)), context)) { out in
        out.line("/// Selects the rules that can match a request.")
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
