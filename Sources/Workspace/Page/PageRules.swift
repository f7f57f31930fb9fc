import Diagnostics
import Interpreter
import Requests
import Semantics
import Text

/// Writes rules with their steps.
struct PageRules {
  let rules: RuleSet
  var conditions: PageConditions

  /// `{"at","condition","captures":[…],"steps":[…],"decision","popup","loads","unsafe","documentation"}`.
  ///
  /// `loads` lists the schemes of the URLs that `load url` loads, and `unsafe` those that `open url` does not open;
  /// without limits there is none.
  mutating func write(_ rule: Rule, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("at")
      conditions.write(rule.location, &writer)
      writer.key("condition")
      if let condition = rule.condition {
        conditions.write(condition, &writer)
      } else {
        writer.null()
      }
      writer.key("captures")
      writer.array { writer in
        for capture in rule.captures { PageTypes.write(capture.type, rules, &writer) }
      }
      writer.key("steps")
      writer.array { writer in for step in rule.steps { write(step, &writer) } }
      writer.key("decision")
      writer.string(RuleLanguagePrinter(rules).text(rule.decision))
      if let schemes = rule.loadedSchemes, !schemes.isEmpty {
        Self.write("loads", schemes, &writer)
      }
      if !rule.unsafeSchemes.isEmpty { Self.write("unsafe", rule.unsafeSchemes, &writer) }
      if let text = rule.documentation {
        writer.key("documentation")
        writer.string(text)
      }
    }
  }

  private static func write(_ key: String, _ schemes: [String], _ writer: inout JSONWriter) {
    writer.key(key)
    writer.array { writer in for scheme in schemes { writer.string(scheme) } }
  }

  /// `{"kind","name","at","arguments":[…]}`, or `{"kind","at","changes":[…],"webPages":[…],"needsWebPage"}`.
  ///
  /// `webPages` contains the schemes of other URLs that must be those of web pages, as values.
  private mutating func write(_ step: Step, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("kind")
      writer.string(step.kind.verb)
      writer.key("at")
      conditions.write(step.location, &writer)
      if let target = step.kind.target, let arguments = step.kind.arguments {
        writer.key("name")
        writer.string(rules.name(of: target))
        writer.key("arguments")
        writer.array { writer in
          for (argument, parameter) in zip(arguments, rules.parameters(of: target)) {
            write(argument, parameter.name, parameter.type, &writer)
          }
        }
      }
      if let changes = step.kind.handed {
        writer.key("changes")
        writer.array { writer in for change in changes { write(change, &writer) } }
        writer.key("webPages")
        writer.array { writer in
          for root in step.originSources {
            writer.number(conditions.values.number(of: .part(.scheme, of: root)))
          }
        }
        writer.key("needsWebPage")
        writer.bool(step.needsWebPage)
      }
    }
  }

  /// `{"part","key","name","value"}`; the value is null for a removed part.
  private mutating func write(_ change: RequestChange<Argument>, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("part")
      switch change.part {
      case .scheme: writer.string("scheme")
      case .host: writer.string("host")
      case .port: writer.string("port")
      case .path: writer.string("path")
      case .user: writer.string("user")
      case .fragment: writer.string("fragment")
      case .query(let key):
        writer.string("query")
        writer.key("key")
        writer.string(key.string)
      case .header(let key):
        writer.string("header")
        writer.key("key")
        writer.string(key.string)
      }
      writer.key("name")
      writer.string(change.part.text)
      writer.key("value")
      if let value = change.value {
        write(value, change.part.text, .string, &writer)
      } else {
        writer.null()
      }
    }
  }

  /// `{"parameter","type","required","at","literal" or "request" or "capture","conversion","enumeration"}`.
  private mutating func write(
    _ argument: Argument, _ parameter: String, _ type: ValueType, _ writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.key("parameter")
      writer.string(parameter)
      writer.key("type")
      writer.string(RuleLanguagePrinter(rules).text(type))
      writer.key("required")
      writer.bool(argument.isRequired)
      writer.key("at")
      conditions.write(argument.location, &writer)
      switch argument.value {
      case .literal(let literal):
        writer.key("literal")
        PageTypes.write(literal, rules, &writer)
      case .request(let value):
        writer.key("request")
        writer.number(conditions.values.number(of: value))
      case .capture(let index):
        writer.key("capture")
        writer.number(index)
      }
      writer.key("conversion")
      write(argument.conversion, &writer)
    }
  }

  private func write(_ conversion: Conversion, _ writer: inout JSONWriter) {
    switch conversion {
    case .none: writer.string("none")
    case .stringToInt: writer.string("stringToInt")
    case .stringToDouble: writer.string("stringToDouble")
    case .stringToBool: writer.string("stringToBool")
    case .stringToURL: writer.string("stringToURL")
    case .stringToEnumeration(let id):
      writer.string("stringToEnumeration")
      writer.key("enumeration")
      writer.string(rules[id].name)
    case .intToDouble: writer.string("intToDouble")
    case .urlToString: writer.string("urlToString")
    case .nameToString: writer.string("nameToString")
    }
  }
}
