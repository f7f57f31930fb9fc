import Diagnostics
import LanguageServer

extension Verb {
  static let lsp = Verb(
    name: "lsp",
    summary: "Run the language server for an editor",
    description: [
      """
      Implements the language server protocol, version 3.17, over standard input and output, until \
      the editor ends it. Editors start it themselves: see `Sources/Documentation/Editors`.
      """,
      """
      The rule sets are those of the editor's folders, as found by `check`; unsaved text in the \
      editor takes precedence over the disk. A file outside these folders is checked together with \
      the rule files next to it.
      """,
    ],
    operand: Operand(
      name: "FOLDER", kind: .path, isRepeated: false,
      help: "The folder to serve if the editor names none."),
    options: [
      Option(
        "against", .text("REVISION"),
        """
        Show the differences to the rules of this git revision as notes, as `diff --against` finds them; the \
        editor's setting `against` replaces the revision.
        """),
      Option("stdio", .none, "Accepted because some editors pass it; it is the only transport."),
    ],
    examples: [
      Example("bascule lsp", "Run by an editor.")
    ],
    exitCodes: [
      (.success, "The editor shut the server down."),
      (.findings, "The editor closed the connection without a shutdown request."),
      (.usage, "Invalid usage."),
    ]
  ) { (arguments, console) throws(UsageError) in
    DiskHost.removeLeftovers()
    let queue = MessageQueue()
    let host = DiskHost(folder: arguments.operands.first, inServer: { queue.add($0) })
    defer { host.removeTemporaryFiles() }
    let server = LanguageServer(
      host: host, version: Version.number, against: arguments["against"])
    queue.start()
    // The process of the client; nil if the client runs where its processes are not visible.
    var client: Int32?
    while server.exitCode == nil {
      guard let items = queue.take(waits: server.isIdle, client: client) else {
        server.inputEnded()
        continue
      }
      for item in items {
        switch item {
        case .message(let message): server.add([message])
        case .fault(let reason): server.receiveFault(reason)
        }
      }
      server.proceed(unless: { queue.hasWaitingRequest })
      if client == nil {
        client = server.clientProcess.flatMap { MessageQueue.isRunning($0) ? $0 : nil }
      }
      for message in server.takeOutput() { console.output.write(MessageFramer.framed(message)) }
      console.output.flush()
    }
    return server.exitCode == 0 ? .success : .findings
  }
}
