import Diagnostics
import Interpreter
import Reachability
import Semantics
import WebURL

/// Writes requests, their values and steps as JSON.
struct RequestJSON {
  let rules: RuleSet

  /// `{"kind","name","arguments":{…}}`; `name` is null for `open`, `load` and `dismiss`.
  func write(_ step: PerformedStep, _ writer: inout JSONWriter) {
    write(RuleLanguagePrinter(rules).parts(step), &writer)
  }

  /// - Parameter url: the URL that `open url` and `load url` refer to.
  func write(_ step: TestBlock.TestStep, url: String, _ writer: inout JSONWriter) {
    write(RuleLanguagePrinter(rules).parts(step, url: url), &writer)
  }

  private func write(_ step: StepParts, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("kind")
      writer.string(step.kind)
      writer.key("name")
      writer.string(step.name)
      writer.key("arguments")
      writer.object { writer in
        for argument in step.arguments {
          writer.key(argument.label)
          write(argument.value, &writer)
        }
      }
    }
  }

  private func write(_ literal: Literal, _ writer: inout JSONWriter) {
    switch literal {
    case .string(let text), .url(let text): writer.string(text)
    case .int(let number): writer.number(number)
    case .double(let number): writer.number(number)
    case .bool(let truth): writer.bool(truth)
    case .enumerationCase(let id, let index): writer.string(rules[id].cases[index].rawValue)
    case .list(let items): writer.array { for item in items { write(item, &$0) } }
    case .missing: writer.null()
    }
  }

  /// A value that a rule compared; null if it is missing.
  static func write(_ value: RequestConstant?, _ writer: inout JSONWriter) {
    switch value {
    case nil: writer.null()
    case .string(let text), .url(let text): writer.string(text)
    case .int(let number): writer.number(number)
    case .bool(let truth): writer.bool(truth)
    case .navigation(let kind): writer.string(kind.rawValue)
    case .frame(let frame): writer.string(frame.rawValue)
    }
  }

  /// `{"url","frame","navigation","method","headers":{…},"download","page","flags":[…],
  /// "declined":[…]}`
  static func write(_ request: Witness, declined: [String] = [], _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("url")
      writer.string(request.url.normalized)
      writer.key("frame")
      writer.string(request.frame.rawValue)
      writer.key("navigation")
      writer.string(request.navigation.rawValue)
      writer.key("method")
      writer.string(request.method)
      writer.key("headers")
      writer.object { writer in
        for (name, value) in request.headers.sorted(by: { $0.key < $1.key }) {
          writer.key(name)
          writer.string(value)
        }
      }
      writer.key("download")
      writer.bool(request.download)
      writer.key("page")
      writer.string(request.page?.normalized)
      writer.key("flags")
      writer.array { writer in
        for name in request.flags { writer.string(name) }
      }
      writer.key("declined")
      writer.array { writer in for name in declined { writer.string(name) } }
    }
  }
}
