import Diagnostics
import Text
import Workspace

extension Verb {
  static let initialize = Verb(
    name: "init",
    summary: "Create a rule set: a first rule file and its bascule.json",
    description: [
      """
      Writes `app.bascule` and `bascule.json` into the folder, creating it if necessary, and prints \
      the next steps. It overwrites nothing: it fails if the folder contains one of these files or \
      another rule file.
      """
    ],
    operand: Operand(
      name: "FOLDER", kind: .folder, isRepeated: false,
      help: "The folder of the rule set; `rules` by default."),
    options: [],
    examples: [
      Example("bascule init", "Create a rule set in the folder `rules`."),
      Example("bascule init App/WebRules", "Create it in another folder."),
    ],
    exitCodes: [
      (.success, "The files are written."),
      (.usage, "Invalid usage."),
      (.files, "There is already a rule set, or a file cannot be written."),
    ]
  ) { (arguments, console) throws(UsageError) in
    let folder = Path(arguments.operands.first ?? "rules").normalized
    if folder == Path("-") {
      throw UsageError("`init` writes into a folder, not to standard output", "init")
    }
    let files = [
      (folder.appending("app.bascule"), firstRules),
      (folder.appending(RuleSetInput.configurationName), firstConfiguration),
    ]
    var staged: [StagedFile] = []
    var made: [Path] = []
    do throws(FileError) {
      if try Files.status(of: folder) != nil {
        for entry in try Files.entries(of: folder) {
          let path = folder.appending(entry.name)
          if path.hasSuffix(RuleSetFinder.suffix)
            || path.name.elementsEqual(RuleSetInput.configurationName.utf8)
          {
            throw FileError(.write, folder, "`\(path.display)` already exists")
          }
        }
      }
      made = try Files.makeFolder(folder)
      for (path, text) in files { staged.append(try StagedFile(Array(text.utf8), for: path)) }
      while !staged.isEmpty { try staged.removeFirst().commit() }
    } catch {
      for file in staged { file.discard() }
      Files.removeEmptyFolders(made)
      console.error(error.message)
      return .files
    }
    for (path, _) in files { console.output.line("wrote \(Quoting.terminal(path.display))") }
    let shown = Quoting.terminal(folder.display)
    console.output.line(
      """

      Next:
        1. Put your app's own addresses, screens and messages into \(shown)/app.bascule.
        2. `bascule check \(shown)` says what is wrong; `bascule test \(shown)` runs the tests.
        3. `bascule generate \(shown)` writes the Swift for the app and the TypeScript for the pages,
           to the places that \(shown)/bascule.json names.
      `bascule --help` lists everything else.
      """)
    return .success
  }

  private static let firstRules = """
    /// Our own pages. Only they may talk to native code.
    origin App = "https://example.com", "https://*.example.com"

    screen Product(id: String)

    handler NativeScreens {
      when path like "/product/{id}" present Product(id: id) cancel
    }

    chain Default {
      use NativeScreens
      when scheme in ["tel", "mailto"] open url cancel
      when frame == new && method == "GET" && scheme in ["http", "https"] load url cancel
      otherwise allow
    }

    enum CloseReason { done, cancelled }

    /// The page asks to be closed.
    strategy Close receives CloseReason from App

    configuration Default {
      chain Default
      strategies Close
    }

    test Default {
      "https://example.com/product/1234" present Product(id: "1234") cancel
      "tel:+15550100" open url cancel
      "https://example.com/about" allow
    }

    """

  private static let firstConfiguration = """
    {
      "version": "\(Version.ofRules.text)",
      "swift": { "output": "Generated", "access": "internal" },
      "typescript": { "output": "Generated/bascule.ts" }
    }

    """
}
