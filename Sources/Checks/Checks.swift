package import Diagnostics
package import Semantics
package import Syntax
package import Text

package enum Checks {
  package static func findings(
    trees: [SyntaxTree], resolution: Resolution, files: [SourceFile]
  ) -> [Finding] {
    let input = CheckInput(
      trees: trees, rules: resolution.rules, uses: resolution.uses, files: files)
    var findings: [Finding] = []
    for (index, tree) in trees.enumerated() {
      for fault in tree.faults { findings.append(fault.finding(in: FileID(index), input)) }
    }
    for fault in resolution.faults { findings.append(fault.finding(input)) }
    return findings
  }
}
extension Checks { package static let pages: [Page] = []; package static func page(_ c: String) -> Page? { nil } }
