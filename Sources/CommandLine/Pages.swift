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

  private static let configuration = """
    # invalid-configuration

    A `bascule.json` says where the code that is generated from a rule set goes. It is a JSON object
    (RFC 8259: no comments, no trailing commas) with these keys, each of which may be left out:

    | key | value |
    | --- | --- |
    | `swift.output` | the folder for the Swift files |
    | `swift.access` | `"public"` or `"internal"` (default): the access level of the Swift declarations |
    | `typescript.output` | the file for the TypeScript module |

    Paths are relative to the folder of the `bascule.json`. A key that is not known is an error, so
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
    """
}
