import Diagnostics
import Workspace

/// The pages of all codes: those of rule files, and that of `bascule.json`, which only the command
/// line knows.
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
      code: code, text: "a `bascule.json` that says what it cannot say", level: .error,
      canSetLevel: false, page: configuration)
  }

  private static let configuration = """
    # invalid-configuration

    *error*: a `bascule.json` that says what it cannot say

    A `bascule.json` marks the folder of a rule set, and says where the code that is generated from it
    goes and how findings are reported. It is a JSON object (RFC 8259: no comments, no trailing commas)
    with these keys, each of which may be left out:

    | key | value |
    | --- | --- |
    | `swift.output` | the folder for the Swift files |
    | `swift.access` | `"public"` or `"internal"` (default): the access level of the Swift declarations |
    | `typescript.output` | the file for the TypeScript module |
    | `format` | how `bascule check` prints findings, as its `--format` |
    | `strict` | `true`: warnings and notes fail `bascule check` too |
    | `severities` | for each code `"off"`, `"info"`, `"warning"` or `"error"` |
    | `$schema` | the place of `bascule.schema.json`, for editors |

    Options of the command line win over the file. Errors that make it impossible to generate code
    stay errors. Paths are relative to the folder of the `bascule.json`. A key that is not known is an error, so
    that a mistyped one is not passed over.

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

    `bascule check --fix=all` can mend misspelt keys and words; read the change.

    It cannot be silenced.

    """
}
