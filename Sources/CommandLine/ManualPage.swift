/// The manual page in the macros of man(7), from the verbs' definitions.
enum ManualPage {
  static var text: String {
    var text = """
      .TH BASCULE 1 \(Bascule.date) "bascule \(Bascule.version)"
      .SH NAME
      bascule \\- check the rules of web views and generate code from them
      .SH SYNOPSIS
      .B bascule
      .I verb
      [\\fIoperand\\fR...]
      [\\fIoption\\fR...]
      .br
      .B bascule
      .B \\-\\-help
      |
      .B \\-\\-version
      .SH DESCRIPTION
      Checks the rule files by which an app treats the web pages that it shows, and generates Swift and
      TypeScript from them.

      """
    for verb in Verb.all { text += section(verb) }
    text += ".SH FILES\n.TP\n.I *.bascule\nRule files.\n.TP\n.I bascule.json\n"
    text += "Marks the folder of a rule set; names outputs, formats and severities. "
    text += "\\fBbascule explain invalid\\-configuration\\fR tells what it may say.\n"
    text += ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nIf set and not empty, no colour is used.\n"
    return text
  }

  private static func section(_ verb: Verb) -> String {
    var text = ".SH BASCULE \(roff(verb.name.uppercased()))\n\(roff(verb.summary)).\n.PP\n"
    text += ".B bascule \(roff(verb.name))\n"
    if let operand = verb.operand {
      let name = "\\fI\(roff(operand.name))\\fR" + (operand.isRepeated ? "..." : "")
      text += (operand.isRequired ? name : "[\(name)]") + "\n"
    }
    for option in verb.options {
      text += "[\\fB\(roff(option.usage))\\fR]" + (option.isRepeated ? "..." : "") + "\n"
    }
    for paragraph in verb.description { text += ".PP\n\(line(paragraph))\n" }
    if let operand = verb.operand {
      text += ".TP\n.I \(roff(operand.name))\n\(line(operand.help))\n"
    }
    for option in verb.options + [Verb.helpOption] {
      text += ".TP\n.B \(roff(option.usage))\n\(line(option.help))\n"
    }
    text += ".PP\nExit codes:\n"
    for code in verb.exitCodes {
      text += ".TP\n.B \(code.code.rawValue)\n\(line(code.meaning))\n"
    }
    text += ".PP\nExamples:\n"
    for example in verb.examples {
      text += ".TP\n.B \(roff(example.command))\n\(line(example.meaning))\n"
    }
    return text
  }

  /// As a line of its own, which must not start as a request.
  private static func line(_ text: String) -> String {
    let text = roff(text)
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
  }

  private static func roff(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "\"": result += "\\(dq"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "…": result += "..."
      default:
        if scalar.isASCII {
          result.unicodeScalars.append(scalar)
        } else {
          result += "\\[u" + hexadecimal(scalar.value) + "]"
        }
      }
    }
    return result
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}
