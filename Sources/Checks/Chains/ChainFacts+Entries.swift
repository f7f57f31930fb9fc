import Interpreter
import Reachability
import Semantics

extension ChainFacts {
  /// Calls the body for each rule of a chain, with the index of its entry.
  func eachRule(_ chain: Int, _ body: (Int, Rule) -> Void) {
    for run in analyses[chain].chain.runs {
      for entry in run.start..<run.end { body(entry, run[entry]) }
    }
  }

  func chainInterpreter(_ chain: Int) -> Interpreter {
    Interpreter(analyses[chain].chain, in: input.rules)
  }

  /// A request that reaches the entry; nil if none is known.
  func requestReaching(_ chain: Int, _ entry: Int) -> Witness? {
    guard analyses[chain].statuses[entry] == .reachable,
      case .reachable(let witness) = analyses[chain].entries[entry]
    else { return nil }
    return witness
  }
}

extension Outcome {
  /// Returns whether the entry's rule matched, even if a later rule decided.
  func matched(_ entry: Int) -> Bool { tried.contains { $0.entry == entry && $0.isMatch } }
}
