extension Verb {
  static let help = Verb(
    name: "help",
    summary: "Explain a topic of the language, or a verb",
    description: [
      """
      Prints a section of the language reference, the help of a verb, or the page of a finding's code. For a \
      word of the language, such as frame, or any other word, lists the topics that explain it.
      """
    ],
    operand: Operand(
      name: "TOPIC", kind: .topic, isRepeated: false,
      help: "A topic, a verb, a code or any word; without one, lists the verbs."),
    options: [],
    examples: [
      Example("bascule help patterns", "Print the section about patterns."),
      Example("bascule help frame", "List the topics that explain a word."),
      Example("bascule help wildcard", "Find the topic by a word of another language."),
      Example("bascule help check", "Print the help of a verb."),
    ],
    exitCodes: [
      (.success, "The text is printed."),
      (.usage, "Unknown topic, or invalid usage."),
    ]
  ) { (arguments, console) throws(UsageError) in
    guard let word = arguments.operands.first else {
      console.output.write(Help.overview(of: Verb.all).utf8)
      return .success
    }
    for line in try HelpWord.lines(for: word) { console.output.line(line) }
    return .success
  }
}
