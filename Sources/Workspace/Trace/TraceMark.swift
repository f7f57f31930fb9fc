import Interpreter
import Semantics
package import Text

/// The result of one rule in a trace, for display next to the rule.
package struct TraceMark: Sendable {
  package let rule: Location
  package let isMatch: Bool
  /// A sentence for each part that failed, with the values that the part tested; empty if the rule matched.
  package let reasons: [String]
}

extension Trace {
  /// The results of the evaluated rules, in order. A rule that occurs twice has one result.
  package var marks: [TraceMark] {
    var marks: [TraceMark] = []
    var numbers: [Location: Int] = [:]
    for tried in outcome.tried {
      let mark = TraceMark(
        rule: rule(tried.entry).location, isMatch: tried.isMatch,
        reasons: refusals(tried).map { sentence($0, tried) })
      if let number = numbers[mark.rule] {
        if mark.isMatch { marks[number] = mark }
      } else {
        numbers[mark.rule] = marks.count
        marks.append(mark)
      }
    }
    return marks
  }

  /// The request in the rule language.
  package var tracedRequest: String {
    RuleLanguagePrinter.requestText(request, answers: answers, in: interpreter.rules)
  }

  /// The outcome and its reason, such as `present Product(id: "7") cancel, decided at store.bascule:12:3`.
  package var summary: String {
    RuleLanguagePrinter(interpreter.rules).text(outcome) + places.reason(outcome, interpreter)
  }
}
