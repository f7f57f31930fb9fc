import Diagnostics
import Interpreter
import Reachability
import Requests
import Semantics
import Text

/// Writes the `test` blocks, which the page runs by itself.
struct PageTestCases {
  let set: LoadedRuleSet

  /// `[{"chain","at","question","steps":[…],"decision"}]` for each case, with the index of its chain.
  func write(_ writer: inout JSONWriter) {
    writer.array { writer in
      for block in set.rules.tests {
        for test in block.cases { write(test, of: block, &writer) }
      }
    }
  }

  private func write(
    _ test: TestBlock.Case, of block: TestBlock, _ writer: inout JSONWriter
  ) {
    // Without a request, the case is a fault of the rule set.
    guard let (request, answers) = test.request() else { return }
    var witness = Witness(url: request.url)
    witness.settings = request.settings
    let declined = answers.filter { !$0.value }.map { set.rules.name(of: $0.key) }.sorted()
    let printer = RuleLanguagePrinter(set.rules)
    writer.object { writer in
      writer.key("chain")
      writer.number(Int(block.chain.index))
      writer.key("at")
      PageConditions(places: set.places).write(test.location, &writer)
      writer.key("question")
      RequestJSON.write(witness, of: set.rules[block.chain].kind, declined: declined, &writer)
      writer.key("steps")
      writer.array { writer in
        for step in test.steps { write(printer.parts(step.kind), &writer) }
      }
      writer.key("decision")
      writer.string(printer.text(test.decision))
    }
  }

  /// `{"kind","name","arguments":[{"label","value"}]}`, with constants as values.
  private func write(_ step: StepParts, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("kind")
      writer.string(step.kind)
      writer.key("name")
      writer.string(step.name)
      writer.key("arguments")
      writer.array { writer in
        for argument in step.arguments {
          writer.object { writer in
            writer.key("label")
            writer.string(argument.label)
            writer.key("value")
            PageTypes.write(argument.value, set.rules, &writer)
          }
        }
      }
    }
  }
}
