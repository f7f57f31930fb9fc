import Diagnostics
import Interpreter
import Requests
import Semantics
import Text

/// Writes rules with their steps.
struct PageRules {
  let rules: RuleSet
  var conditions: PageConditions

  /// Writes a rule:
  /// `{"at","condition","captures":[…],"steps":[…],"decision","popup","loads","unsafe","documentation"}`.
  ///
  /// `loads` lists the schemes of the URLs that `load url` loads, and `unsafe` those that `open url` does not open.
  /// Each is omitted if there is no limit.
  mutating func write(_ rule: Rule, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("at") { conditions.write(rule, &$0) }
      writer.key("condition")
      if let condition = rule.condition {
        conditions.write(condition, &writer)
      } else {
        writer.null()
      }
      writer.array("captures", rule.captures) { capture, writer in
        PageTypes.write(capture.type, rules, &writer)
      }
      writer.array("steps", rule.steps) { step, writer in write(step, &writer) }
      writer.string("decision", RuleLanguagePrinter(rules).text(rule.decision))
      if let schemes = rule.loadedSchemes, !schemes.isEmpty {
        Self.write("loads", schemes, &writer)
      }
      if !rule.unsafeSchemes.isEmpty { Self.write("unsafe", rule.unsafeSchemes, &writer) }
      if let text = rule.documentation { writer.string("documentation", text) }
    }
  }

  private static func write(_ key: String, _ schemes: [String], _ writer: inout JSONWriter) {
    writer.key(key)
    writer.array { writer in for scheme in schemes { writer.string(scheme) } }
  }

  /// Writes a step: `{"kind","name","at","arguments":[…]}`, or
  /// `{"kind","at","changes":[…],"webPages":[…],"needsWebPage"}`.
  ///
  /// `webPages` contains, as values, the schemes of other URLs that must be URLs of web pages.
  private mutating func write(_ step: Step, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.string("kind", step.kind.verb)
      writer.member("at") { conditions.write(step.location, &$0) }
      if let target = step.kind.target, let arguments = step.kind.arguments {
        writer.string("name", rules.name(of: target))
        writer.array("arguments", zip(arguments, rules.parameters(of: target))) { pair, writer in
          let (argument, parameter) = pair
          write(argument, parameter.name, parameter.type, &writer)
        }
      }
      if let changes = step.kind.handed {
        writer.array("changes", changes) { change, writer in write(change, &writer) }
      }
      if step.kind.handed != nil || !step.changedURLs.isEmpty {
        writer.array("webPages", step.originSources) { root, writer in
          writer.number(conditions.values.number(of: .part(.scheme, of: root)))
        }
        writer.bool("needsWebPage", step.needsWebPage)
      }
    }
  }

  /// Writes a change: `{"part","key","name","value"}`. The value is null for a removed part.
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
        writer.string("key", key.string)
      case .header(let key):
        writer.string("header")
        writer.string("key", key.string)
      }
      writer.string("name", change.part.text)
      if change.onlyIfMissing { writer.bool("onlyIfMissing", true) }
      writer.key("value")
      if let value = change.value {
        write(value, change.part.text, .string, &writer)
      } else {
        writer.null()
      }
    }
  }

  /// Writes an argument: `{"parameter","type","required","at","literal" or "request" or "capture" or
  /// "condition","conversion","enumeration"}`.
  private mutating func write(
    _ argument: Argument, _ parameter: String, _ type: ValueType, _ writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.string("parameter", parameter)
      writer.string("type", RuleLanguagePrinter(rules).text(type))
      writer.bool("required", argument.isRequired)
      writer.member("at") { conditions.write(argument.location, &$0) }
      switch argument.value {
      case .literal(let literal):
        writer.member("literal") { PageTypes.write(literal, rules, &$0) }
      case .request(let value):
        writer.number("request", conditions.values.number(of: value))
      case .capture(let index):
        writer.number("capture", index)
      case .condition(let condition):
        writer.member("condition") { conditions.write(condition, &$0) }
      case .changedURL(let changes):
        writer.array("changes", changes) { change, writer in write(change, &writer) }
      }
      writer.member("conversion") { write(argument.conversion, &$0) }
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
      writer.string("enumeration", rules[id].name)
    case .intToDouble: writer.string("intToDouble")
    case .urlToString: writer.string("urlToString")
    case .nameToString: writer.string("nameToString")
    }
  }
}
