import Text

extension Verb {
  static let help = Verb(
    name: "help",
    summary: "Explain a topic of the language, or a verb",
    description: [
      """
      Prints a section of the language reference, or the help of a verb. For a word of the \
      language, such as frame, lists the topics that explain it.
      """
    ],
    operand: Operand(
      name: "TOPIC", kind: .topic, isRepeated: false,
      help: "A topic, a verb or a word of the language; without one, lists the verbs."),
    options: [],
    examples: [
      Example("bascule help patterns", "Print the section about patterns."),
      Example("bascule help frame", "List the topics that explain a word."),
      Example("bascule help check", "Print the help of a verb."),
    ],
    exitCodes: [
      (.success, "The text is printed."),
      (.usage, "Unknown topic, or invalid usage."),
    ]
  ) { (arguments, console) throws(UsageError) in
    guard let name = arguments.operands.first else {
      console.output.write(Help.overview(of: Verb.all).utf8)
      return .success
    }
    if let verb = Verb.all.first(where: { $0.name == name }) {
      console.output.write(Help.page(of: verb).utf8)
      return .success
    }
    let topics = ReferenceTopic.named(name).map { [$0] } ?? ReferenceTopic.mentioning(name)
    if topics.count == 1 {
      console.output.line(topics[0].text)
      return .success
    }
    if !topics.isEmpty {
      let names = topics.map { "`\($0.name)`" }.joined(separator: ", ")
      console.output.line("`\(name)` is in the topics \(names)")
      return .success
    }
    let known = ReferenceTopic.all.map(\.name) + Verb.all.map(\.name)
    let nearest = Nearest.names(to: name, among: known).map { "`\($0)`" }
    throw UsageError(
      "there is no topic `\(name)`",
      help: nearest.isEmpty
        ? "`bascule help` lists the topics; a word of the language, such as `frame`, finds its topics"
        : "did you mean \(nearest.joined(separator: " or "))?",
      pointsToUsage: false)
  }
}
