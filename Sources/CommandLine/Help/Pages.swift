import Diagnostics
import Workspace

/// The pages of all codes: those of rule files, and that of `bascule.json`, which is defined here.
enum Pages {
  static var codes: [String] {
    Set(Workspace.codes).union([Configuration.code]).sorted()
  }

  static func page(of code: String) -> String? {
    Workspace.page(ofCode: code) ?? (code == Configuration.code ? configuration : nil)
  }

  static func summary(of code: String) -> CodeSummary? {
    if code != Configuration.code { return Workspace.summary(ofCode: code) }
    return CodeSummary(
      code: code, text: "invalid `bascule.json`", level: .error,
      canSetLevel: false, page: configuration)
  }

  private static let configuration = """
    # invalid-configuration

    *error*: invalid `bascule.json`

    A `bascule.json` marks the folder of a rule set and configures the outputs of generated code and the
    reporting of findings. It is a JSON object (RFC 8259: no comments, no trailing commas) with these
    keys, all optional:

    | key | value |
    | --- | --- |
    | `swift.output` | the folder for the Swift files |
    | `swift.access` | `"public"` or `"internal"` (default): the access level of the Swift declarations |
    | `swift.runtime` | `"embedded"` (default): the Swift files contain the run-time support that they use; `"package"`: they import `BasculeRuntime` |
    | `swift.prefix` | the beginning of the generated Swift names and files, for two rule sets in one module |
    | `typescript.output` | the file for the TypeScript module |
    | `format` | the format of `bascule check`, as for `--format` |
    | `strict` | `true`: warnings and notes also fail `bascule check` |
    | `severities` | for each code: `"off"`, `"info"`, `"warning"` or `"error"` |
    | `$schema` | the location of `bascule.schema.json`, for editors |

    Options of the command line override the file. The severity of errors that prevent generation cannot
    be changed. Paths are relative to the folder of the `bascule.json`. Unknown keys are errors, so that
    mistyped keys are noticed.

    ## Wrong

    ```json
    {
      "swift": { "ouput": "../App/Generated" }
    }
    ```

    ## Right

    ```json
    {
      "swift": { "output": "../App/Generated" }
    }
    ```

    `bascule check --fix=all` can correct misspelt keys and words; review the change.

    It cannot be suppressed.

    """
}
