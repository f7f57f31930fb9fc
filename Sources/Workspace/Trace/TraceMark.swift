import Interpreter
import Semantics
package import Text

/// The result of one rule of a trace, to be shown beside the rule.
package struct TraceMark: Sendable {
  package let rule: Location
  package let isMatch: Bool
  /// A sentence for each part that failed, with the values that it tested; empty for a match.
  package let reasons: [String]
}

extension Trace {
  /// The results of the rules that were evaluated, in order; a rule that occurs twice has one.
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

  /// The request, in the rule language.
  package var tracedRequest: String {
    RuleLanguagePrinter.requestText(request, answers: answers, in: interpreter.rules)
  }

  /// `present Product(id: "7") cancel, decided at store.bascule:12:3`
  package var summary: String {
    RuleLanguagePrinter(interpreter.rules).text(outcome) + places.reason(outcome, interpreter)
  }
}
