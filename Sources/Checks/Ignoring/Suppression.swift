import Diagnostics
import Syntax
import Text

/// The `bascule:ignore` comments of a rule set, and whether they have suppressed a finding.
///
/// A comment applies to the next declaration or rule after it. Findings and these units are traversed together
/// in source order: a unit is open from its start until a finding is after its end. Units nest, so the open
/// units of each code form a stack, whose top applies.
struct Suppression {
  private struct Ignore {
    var directive: DirectiveSyntax
    /// The suppressed code; for a misspelled code the intended one.
    var code: String
    /// The unit that it applies to; nil if none follows.
    var unit: Span?
    var isUsed = false
    var canBeUsed: Bool
  }

  /// By file, in the order of the comments.
  private var ignores: [[Ignore]]
  private let isEmpty: Bool

  init(_ trees: [SyntaxTree]) {
    isEmpty = trees.allSatisfy(\.directives.isEmpty)
    var meant: [String: String] = [:]
    ignores = trees.map { tree in
      var next = 0
      return tree.directives.map { directive in
        while next < tree.units.count, tree.units[next].start < directive.span.end { next += 1 }
        let code = meant[directive.code] ?? UnknownCode.meant(directive.code) ?? directive.code
        meant[directive.code] = code
        return Ignore(
          directive: directive, code: code,
          unit: next < tree.units.count ? tree.units[next] : nil,
          canBeUsed: Check.named(code)?.page.canBeIgnored ?? false)
      }
    }
  }

  /// Removes the suppressed findings.
  ///
  /// - Requires: the findings are sorted by location.
  mutating func apply(to findings: [Finding]) -> [Finding] {
    guard !isEmpty else { return findings }
    var file = -1
    var next = 0
    var open: [String: [Int]] = [:]
    return findings.filter { finding in
      let here = Int(finding.location.file.index)
      let place = finding.location.span.start
      if here != file {
        (file, next) = (here, 0)
        open.removeAll(keepingCapacity: true)
      }
      while next < ignores[file].count {
        let ignore = ignores[file][next]
        guard let unit = ignore.unit, unit.start <= place else { break }
        if ignore.canBeUsed { open[ignore.code, default: []].append(next) }
        next += 1
      }
      while let top = open[finding.code]?.last {
        if let unit = ignores[file][top].unit, place < unit.end {
          ignores[file][top].isUsed = true
          return false
        }
        open[finding.code]?.removeLast()
      }
      return true
    }
  }

  /// The findings about the comments themselves.
  ///
  /// - Parameters:
  ///   - reportsUnused: false if other errors may have prevented a check from running.
  ///   - disabled: codes of disabled checks.
  func findings(
    _ input: CheckInput, reportsUnused: Bool, except disabled: Set<String>
  ) -> [Finding] {
    var findings: [Finding] = []
    for (index, list) in ignores.enumerated() {
      let file = FileID(index)
      for ignore in list {
        let directive = ignore.directive
        let whole = Location(file, directive.span)
        let place = directive.code.isEmpty ? whole : Location(file, directive.codeSpan)
        guard let page = Check.named(directive.code)?.page else {
          findings.append(UnknownCode.finding(directive.code, at: place))
          continue
        }
        if !page.canBeIgnored {
          findings.append(
            UnusedIgnore.cannotBeIgnored(
              directive.code, page.severity, at: place, whole: whole, input))
        } else if directive.reason == nil {
          findings.append(IgnoreWithoutReason.finding(directive.code, at: whole))
        } else if !ignore.isUsed, reportsUnused, !disabled.contains(ignore.code) {
          findings.append(UnusedIgnore.finding(directive.code, at: place, whole: whole, input))
        }
      }
    }
    return findings
  }
}
