package import Diagnostics
package import Text

/// The check `invalid-configuration`.
package enum InvalidConfiguration {
  /// Creates a finding.
  ///
  /// - Parameter location: the location in the `bascule.json`.
  package static func finding(
    _ message: String, at location: Location, help: String?, fix: Fix?
  ) -> Finding {
    page.finding(message, at: location, help: help, fix: fix)
  }

  static let page = Page(
    "invalid-configuration", .error, "invalid `bascule.json`", fixes: .meaning,
    """
    A `bascule.json` marks the folder of a rule set and configures the outputs of generated code and the
    reporting of findings. It is a JSON object (RFC 8259: no comments, no trailing commas) with these
    keys, all optional:

    | key | value |
    | --- | --- |
    | `swift.output` | the folder for the Swift files |
    | `swift.access` | `"public"` or `"internal"` (default): the access level of the Swift declarations |
    | `swift.runtime` | the run-time support: `"embedded"` (default), or `"package"` to import `BasculeRuntime` |
    | `swift.prefix` | the prefix of the generated Swift names and files, for two rule sets in one module |
    | `swift.imports` | the imports: `"plain"` (default), or `"explicit"` for an access level on each |
    | `typescript.output` | the file for the TypeScript module |
    | `format` | the format of `bascule check`, as for `--format` |
    | `strict` | `true`: warnings and notes also fail `bascule check` |
    | `severities` | for each code, or group of codes: `"off"`, `"info"`, `"warning"` or `"error"` |
    | `ignore` | for each pattern of rule files: a list of codes or groups that are not reported there |
    | `exclude` | a list of patterns: files and folders that are not part of the rule set |
    | `extends` | a file with these keys, whose settings apply where this file has none |
    | `baseline` | the file of known findings, as for `--baseline` |
    | `links` | universal links to compare with a chain: `file`, `app`, `host` and `chain` |
    | `accepted` | breaking changes that `bascule diff` passes: `declaration`, `change` and `reason` of each |
    | `version` | the version of Bascule that the rules were written for (`changed-meaning`) |
    | `$schema` | the location of `bascule.schema.json`, for editors |

    Options of the command line override the file. The severity of errors that prevent generation cannot
    be changed. Paths and patterns are relative to the folder of the file in which they are written. Patterns
    are written as in `.gitignore`: `Legacy/**`, `*.draft.bascule`, `build/`. Unknown keys are errors, so that
    mistyped keys are noticed.

    With `extends` rule sets share settings: `"extends": "../base.json"`. That file can extend another one. A
    setting replaces the same one of the extended file; `severities` are replaced code by code, and the lists
    `ignore`, `exclude` and `accepted` add up.

    ```json wrong
    {
      "swift": { "ouput": "../App/Generated" }
    }
    ```

    ```json right
    {
      "swift": { "output": "../App/Generated" }
    }
    ```
    """)
}
