import Diagnostics
import Interpreter
import Reachability
import Requests
import Semantics
import Text

/// Writes the test cases, which the page runs by itself.
struct PageTestCases {
  let set: LoadedRuleSet

  /// Writes `[{"chain","at","question","steps":[…],"decision"}]`, with an element for each case and the index of its
  /// chain.
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
    // A case without a request has a fault.
    guard let (request, answers) = test.request() else { return }
    var witness = Witness(url: request.url)
    witness.settings = request.settings
    witness.declined = answers.filter { !$0.value }.map { set.rules.name(of: $0.key) }.sorted()
    let printer = RuleLanguagePrinter(set.rules)
    writer.object { writer in
      writer.number("chain", Int(block.chain.index))
      writer.member("at") { PageConditions(places: set.places).write(test.location, &$0) }
      writer.member("question") {
        RequestJSON.write(witness, of: set.rules[block.chain].kind, &$0)
      }
      writer.array("steps", test.steps) { step, writer in write(printer.parts(step.kind), &writer) }
      writer.string("decision", printer.text(test.decision))
    }
  }

  /// Writes a step: `{"kind","name","arguments":[{"label","value"}]}`, with constants as values.
  private func write(_ step: StepParts, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.string("kind", step.kind)
      writer.string("name", step.name)
      writer.objects("arguments", step.arguments) { argument, writer in
        writer.string("label", argument.label)
        writer.member("value") { PageTypes.write(argument.value, set.rules, &$0) }
      }
    }
  }
}
