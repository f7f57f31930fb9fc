import Text

/// Prints the manual page with the macros of man(7), which is generated from the definitions of the verbs.
enum ManualPage {
  static func text(of verbs: [Verb]) -> String {
    var text = """
      .TH BASCULE 1 \(Version.date) "bascule \(Version.number)"
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
      Checks the rules that an app applies to its web views, and generates Swift and TypeScript from them.

      """
    for verb in verbs { text += section(verb) }
    text += ".SH FILES\n.TP\n.I *.bascule\nRule files.\n.TP\n.I bascule.json\n"
    text += "Marks the folder of a rule set and configures outputs, formats and severities. "
    text += "\\fBbascule explain invalid\\-configuration\\fR describes its keys.\n"
    text += ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nIf set and not empty, no colour is used.\n"
    text +=
      ".TP\n.B FORCE_COLOR, CLICOLOR_FORCE\nIf set, not empty and not 0, colour is used even without a terminal.\n"
    return text
  }

  private static func section(_ verb: Verb) -> String {
    var text =
      ".SH BASCULE \(Quoting.manual(verb.name.uppercased()))\n\(Quoting.manual(verb.summary)).\n.PP\n"
    text += ".B bascule \(Quoting.manual(verb.name))\n"
    if let operand = verb.operand {
      let name = "\\fI\(Quoting.manual(operand.name))\\fR" + (operand.isRepeated ? "..." : "")
      text += (operand.isRequired ? name : "[\(name)]") + "\n"
    }
    for option in verb.options {
      text += "[\\fB\(Quoting.manual(option.usage))\\fR]" + (option.isRepeated ? "..." : "") + "\n"
    }
    for paragraph in verb.description { text += ".PP\n\(Quoting.manualLine(paragraph))\n" }
    if let operand = verb.operand {
      text += ".TP\n.I \(Quoting.manual(operand.name))\n\(Quoting.manualLine(operand.help))\n"
    }
    for option in verb.allOptions {
      text += ".TP\n.B \(Quoting.manual(option.usage))\n\(Quoting.manualLine(option.help))\n"
    }
    text += ".PP\nExit codes:\n"
    for code in verb.exitCodes {
      text += ".TP\n.B \(code.code.rawValue)\n\(Quoting.manualLine(code.meaning))\n"
    }
    text += ".PP\nExamples:\n"
    for example in verb.examples {
      text += ".TP\n.B \(Quoting.manual(example.command))\n\(Quoting.manualLine(example.meaning))\n"
    }
    return text
  }
}
