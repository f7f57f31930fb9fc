/// Prints the help texts, which are generated from the definitions of the verbs.
enum Help {
  private static let width = 88

  static func overview(of verbs: [Verb]) -> String {
    var text = """
      Checks the rules of web views and generates Swift and TypeScript from them.

      Usage: bascule VERB …

      Verbs:

      """
    text += table(verbs.map { ($0.name, $0.summary) })
    text += "\nOptions:\n"
    text += table([
      ("--help", "Print this help, or, after a verb, the help of the verb."),
      ("--version", "Print the version."),
    ])
    text += "\nTopics of `bascule help`:\n  "
    text += wrapped(ReferenceTopic.all.map(\.name).joined(separator: ", "), indent: 2)
    text += "\nExamples:\n"
    text += table(verbs.compactMap(\.examples.first).map { ($0.command, $0.meaning) })
    return text
  }

  static func page(of verb: Verb) -> String {
    var text = "\(verb.summary).\n\n"
    text += wrapped("Usage: bascule " + usage(of: verb), indent: 2)
    for paragraph in verb.description { text += "\n" + wrapped(paragraph, indent: 0) }
    if case .topic? = verb.operand?.kind {
      let names = ReferenceTopic.all.map(\.name).joined(separator: ", ")
      text += "\nTopics:\n  " + wrapped(names, indent: 2)
    }
    text += "\nOptions:\n"
    text += table(
      [verb.operand].compactMap(\.self).map { ($0.name, $0.help) }
        + verb.allOptions.map { ($0.usage, $0.help) })
    text += "\nExamples:\n"
    text += table(verb.examples.map { ($0.command, $0.meaning) })
    text += "\nExit codes:\n"
    text += table(verb.exitCodes.map { (String($0.code.rawValue), $0.meaning) })
    return text
  }

  /// Returns the verb with its operand and options.
  static func usage(of verb: Verb) -> String {
    var words = [verb.name]
    if let operand = verb.operand {
      let name = operand.name + (operand.isRepeated ? "…" : "")
      words.append(operand.isRequired ? name : "[\(name)]")
    }
    words += verb.options.map { "[\($0.usage)]\($0.isRepeated ? "…" : "")" }
    return words.joined(separator: " ")
  }

  /// Returns a table of two columns. A long left column gets a line of its own.
  private static func table(_ rows: [(String, String)]) -> String {
    let column = min(30, rows.map(\.0.count).max() ?? 0) + 4
    var text = ""
    for (left, right) in rows {
      let body = lines(right, width: width - column)
      var first = "  " + left
      if left.count > column - 4 {
        text += first + "\n"
        first = ""
      }
      for line in body {
        text += first + String(repeating: " ", count: column - first.count) + line + "\n"
        first = ""
      }
    }
    return text
  }

  private static func wrapped(_ text: String, indent: Int) -> String {
    lines(text, width: width - indent).joined(
      separator: "\n" + String(repeating: " ", count: indent))
      + "\n"
  }

  /// Breaks a text into lines at spaces outside of brackets.
  private static func lines(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var word = ""
    var depth = 0
    for character in text + " " {
      if character == "[" { depth += 1 }
      if character == "]" { depth -= 1 }
      guard character == " ", depth == 0 else {
        word.append(character)
        continue
      }
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = word
      } else {
        line += (line.isEmpty ? "" : " ") + word
      }
      word = ""
    }
    return lines + (line.isEmpty ? [] : [line])
  }
}
