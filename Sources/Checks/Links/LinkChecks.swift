package import AssociationFiles
package import Diagnostics
package import Reachability
import Semantics
package import Text

extension Checks {
  /// The findings of an association file, sorted by location and code.
  ///
  /// - Parameter analyses: the analysis of each chain; empty to omit the findings about chains.
  package static func findings(
    of association: AssociationFile, _ file: SourceFile, _ severities: Severities = Severities(),
    _ analyses: [ChainAnalysis] = []
  ) -> [Finding] {
    var findings = association.faults.map { $0.finding }
    let unknown = association.faults.filter {
      if case .unknownVariable = $0.kind { true } else { false }
    }.map { $0.location }
    if !analyses.isEmpty {
      for chain in association.distinctChains {
        let facts = LinkFacts(association.chains[chain], analyses[chain], file)
        // A pattern with an unknown variable has a finding already.
        findings += facts.findings.filter { finding in
          finding.code != ContradictoryCondition.page.code
            || !unknown.contains { finding.location.span.union($0.span) == finding.location.span }
        }
        findings += MissingRoot.findings(facts, association.rules, ID(chain))
      }
    }
    // An entry for several apps belongs to several chains.
    var seen: Set<[String]> = []
    findings = findings.filter { finding in
      let span = finding.location.span
      return !severities.ignores(finding.code, in: file)
        && seen.insert([finding.code, "\(span.start)", "\(span.end)"]).inserted
    }
    return sorted(graded(findings, severities))
  }
}
