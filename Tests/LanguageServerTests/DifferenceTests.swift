import Diagnostics
import Testing
import Text
import Workspace

@testable import LanguageServer

/// The notes about the differences to an earlier version.
@Suite struct DifferenceTests {
  /// A disk beside a repository, whose other thread runs when the test starts it.
  private final class Host: ServerHost {
    let text: String
    var earlier: Result<EarlierRules, QueryError>
    var reads = 0
    private var waiting: [() -> Void] = []
    var defaultFolder: String? { nil }

    init(_ text: String, earlier: String) {
      self.text = text
      self.earlier = .success(Self.rules(earlier, commit: "1"))
    }

    static func rules(_ text: String, commit: String) -> EarlierRules {
      let file = SourceFile(name: "main:a.bascule", bytes: Array(text.utf8))
      return EarlierRules(
        commit: commit,
        rules: Workspace.load(RuleSetInput(files: [file], paths: ["a.bascule"])))
    }

    func ruleSets(below folders: [String]) -> [FoundRuleSet] {
      folders.map { FoundRuleSet(folder: $0, files: [$0 + "/a.bascule"], configuration: nil) }
    }
    func ruleSet(around file: String) -> FoundRuleSet {
      FoundRuleSet(folder: file.folderOfPath, files: [], configuration: nil)
    }
    func read(_ path: String) -> [UInt8]? { Array(text.utf8) }
    func resource(_ path: String, in folder: String) -> [UInt8]? { nil }
    func earlierRules(
      of folder: String, in revision: String
    ) -> @Sendable (EarlierRules?) -> Result<EarlierRules, QueryError> {
      reads += 1
      let found = revision == "none" ? .failure(QueryError("no revision `none`")) : earlier
      return { _ in found }
    }
    func run(
      _ work: @escaping @Sendable () -> LateFindings.Result,
      then: @escaping (LateFindings.Result) -> Void
    ) {
      waiting.append { then(work()) }
    }
    func runWaiting() {
      let tasks = waiting
      waiting = []
      for task in tasks { task() }
    }
  }

  private final class Editor {
    let host: Host
    private let server: LanguageServer
    private var version = 1
    private var sent: [JSONValue] = []

    init(_ text: String, earlier: String, against: String? = "main") {
      host = Host(text, earlier: earlier)
      server = LanguageServer(host: host, version: "0", against: against)
      receive(
        """
        "id": 1, "method": "initialize", "params": {"rootUri": "file:///w",
          "capabilities": {"experimental": {"serverStatusNotification": true}}}
        """)
      receive(#""method": "initialized", "params": {}"#)
      receive(
        """
        "method": "textDocument/didOpen", "params": {"textDocument":
          {"uri": "file:///w/a.bascule", "languageId": "bascule", "version": 1, "text": \(quoted(text))}}
        """)
    }

    private func receive(_ members: String) {
      server.add([Array(#"{"jsonrpc": "2.0", \#(members)}"#.utf8)])
      check()
    }

    /// Does everything but the tasks of the other thread.
    private func check() {
      repeat { server.proceed(unless: { false }) } while !server.isIdle
      sent += server.takeOutput().compactMap { try? JSONReader.read($0) }
    }

    func finish() {
      while !isDone {
        host.runWaiting()
        check()
      }
    }

    private func quoted(_ text: String) -> String {
      String(decoding: JSON.string(text).bytes, as: UTF8.self)
    }

    func edit(_ text: String) {
      version += 1
      receive(
        """
        "method": "textDocument/didChange", "params": {"textDocument":
          {"uri": "file:///w/a.bascule", "version": \(version)}, "contentChanges": [{"text": \(quoted(text))}]}
        """)
    }

    func save() {
      receive(
        """
        "method": "textDocument/didSave", "params": {"textDocument": {"uri": "file:///w/a.bascule"}}
        """)
    }

    func set(against revision: String) {
      receive(
        """
        "method": "workspace/didChangeConfiguration", "params": {"settings": {"against": "\(revision)"}}
        """)
    }

    /// The notes that were sent last: the line and the message of each.
    var notes: [String] {
      let last = sent.last { $0["method"]?.string == "textDocument/publishDiagnostics" }
      return (last?["params"]?["diagnostics"]?.array ?? [])
        .filter { $0["code"]?.string == "difference" && $0["severity"]?.int == 3 }
        .map { "\($0["range"]?["start"]?["line"]?.int ?? -1) \($0["message"]?.string ?? "")" }
    }

    var shown: [String] {
      sent.filter { $0["method"]?.string == "window/showMessage" }
        .compactMap { $0["params"]?["message"]?.string }
    }

    var isDone: Bool {
      let last = sent.last { $0["method"]?.string == "experimental/serverStatus" }
      return last?["params"]?["quiescent"]?.bool ?? false
    }
  }

  private static let old = """
    chain Main {
      when path == "/a" cancel
      when path == "/b" cancel
      otherwise allow
    }
    configuration Only { chain Main }

    """
  private static let download = old.replacing("cancel\n  when", with: "download\n  when")

  private static func note(
    _ line: Int, _ path: String, _ was: String, _ now: String, before: String
  ) -> String {
    """
    \(line) since `main`: "https://example.com/\(path)" was `\(was)`, is now `\(now)`
    before: \(before)
    """
  }

  @Test func aChangedRuleHasTheNote() {
    let editor = Editor(Self.old.replacing(#""/b""#, with: #""/c""#), earlier: Self.old)
    #expect(editor.notes.isEmpty)
    #expect(!editor.isDone)
    editor.finish()
    #expect(
      editor.notes == [
        Self.note(
          2, "b", "cancel", "allow", before: #"when path == "/b" cancel (a.bascule:3)"#),
        Self.note(2, "c", "allow", "cancel", before: "otherwise allow (a.bascule:4)"),
      ])
  }

  @Test func aRemovedRuleHasTheNoteAtTheNextOne() {
    let new = Self.old.replacing("  when path == \"/a\" cancel\n", with: "")
    let editor = Editor(new, earlier: Self.old)
    editor.finish()
    let before = #"when path == "/a" cancel (a.bascule:2)"#
    #expect(editor.notes == [Self.note(1, "a", "cancel", "allow", before: before)])
  }

  @Test func notesKeepTheirPlacesUntilTheyAreNew() {
    let editor = Editor(Self.download, earlier: Self.old)
    editor.finish()
    let note = { (line: Int) in
      Self.note(
        line, "a", "cancel", "download", before: #"when path == "/a" cancel (a.bascule:2)"#)
    }
    #expect(editor.notes == [note(1)])
    editor.edit("// One.\n// Two.\n" + Self.download)
    #expect(editor.notes == [note(3)])
    editor.finish()
    #expect(editor.notes == [note(3)])
    // The chain cannot be compared while it has an error.
    editor.edit(Self.download.replacing("otherwise allow", with: "otherwise alow("))
    editor.finish()
    #expect(editor.notes.isEmpty)
    editor.edit(Self.old)
    editor.finish()
    #expect(editor.notes.isEmpty)
    editor.edit(Self.download)
    editor.finish()
    #expect(editor.notes == [note(1)])
  }

  @Test func chainsAndTheContractHaveNotes() {
    let channel = "strategy Cart receives { id: String }\n"
    let new =
      Self.old.replacing("Main", with: "Other") + channel.replacing("String", with: "Int")
    let editor = Editor(new, earlier: Self.old + channel)
    editor.finish()
    let firstLines = editor.notes.map { String($0.prefix { $0 != "\n" }) }
    #expect(
      firstLines == [
        "0 since `main`: `chain Main` was removed", "0 since `main`: `chain Other` is new",
        "6 since `main`: strategy Cart: message id: the type was `String` and is `Int`",
      ], "\(editor.notes)")
  }

  @Test func aRevisionThatCannotBeReadIsReportedOnce() {
    let editor = Editor(Self.old, earlier: Self.old, against: "none")
    editor.finish()
    editor.edit(Self.old + "\n")
    editor.finish()
    editor.save()
    editor.finish()
    #expect(editor.shown == ["no differences are shown: no revision `none`"])
    #expect(editor.notes.isEmpty)
    editor.set(against: "main")
    editor.finish()
    #expect(editor.shown.count == 1)
  }

  @Test func theSettingAndTheCommitCount() {
    let editor = Editor(Self.download, earlier: Self.old, against: nil)
    editor.finish()
    #expect(editor.notes.isEmpty)
    #expect(editor.host.reads == 0)
    editor.set(against: "main")
    editor.finish()
    #expect(editor.notes.count == 1)
    editor.host.earlier = .success(Host.rules(Self.download, commit: "2"))
    editor.edit(Self.download + "\n")
    editor.finish()
    #expect(editor.notes.count == 1)
    editor.save()
    editor.finish()
    #expect(editor.notes.isEmpty)
    editor.host.earlier = .success(Host.rules(Self.old, commit: "3"))
    editor.save()
    editor.finish()
    #expect(editor.notes.count == 1)
    editor.set(against: "")
    editor.finish()
    #expect(editor.notes.isEmpty)
  }
}
