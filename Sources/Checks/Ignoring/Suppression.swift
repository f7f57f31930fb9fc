import Diagnostics
import Syntax
import Text

/// The `bascule:ignore` comments of a rule set, and whether they have suppressed a finding.
///
/// A comment applies to a unit: the next declaration or rule, the line that the comment ends, its file, or the rule
/// that contains it. Findings and units are traversed together in source order. A unit is open from its start until a
/// finding is after its end. The open units of each code form a stack, whose top applies.
struct Suppression {
  /// A code in a comment.
  private struct Ignore {
    var directive: DirectiveSyntax
    /// The name of the code in the source; empty if the comment has none.
    var written: NameSyntax
    /// The suppressed code. For a misspelled code, it is the intended one.
    var code: String
    /// The unit to which the comment applies; nil if none follows.
    var unit: Span?
    var isUsed = false
    var canBeUsed: Bool
  }

  /// The codes in the comments of each file, in the order of their units. Those without a unit are last.
  private var ignores: [[Ignore]]
  private let isEmpty: Bool

  init(_ trees: [SyntaxTree]) {
    isEmpty = trees.allSatisfy { $0.directives.isEmpty }
    var meant: [String: String] = [:]
    ignores = trees.map { tree in
      var next = 0
      var list: [Ignore] = []
      for directive in tree.directives {
        while next < tree.units.count, tree.units[next].start < directive.span.end { next += 1 }
        let unit = Self.unit(of: directive, tree, next: next)
        let none = NameSyntax(text: "", span: directive.span)
        for written in directive.codes.isEmpty ? [none] : directive.codes {
          let code = meant[written.text] ?? UnknownCode.meant(written.text) ?? written.text
          meant[written.text] = code
          list.append(
            Ignore(
              directive: directive, written: written, code: code, unit: unit,
              canBeUsed: Check.named(code)?.page.canBeIgnored ?? false))
        }
      }
      return Self.sorted(list)
    }
  }

  /// The unit to which the comment applies; nil if there is none.
  ///
  /// - Parameter next: the index of the first unit after the comment.
  private static func unit(
    of directive: DirectiveSyntax, _ tree: SyntaxTree, next: Int
  ) -> Span? {
    if let rule = rule(around: directive, tree, next: next) { return rule }
    switch directive.scope {
    case .next: return next < tree.units.count ? tree.units[next] : nil
    case .file: return Span(UInt32(0), UInt32(Int32.max))
    case .line:
      // If a rule of several lines ends on the comment's line, the rule is the unit.
      var start = directive.lineStart
      var index = next - 1
      while index >= 0, tree.units[index].start >= start || tree.units[index].end > start {
        let unit = tree.units[index]
        if unit.start < start, unit.end <= directive.span.start {
          start = unit.start
          break
        }
        if unit.end > directive.span.end { break }
        index -= 1
      }
      return Span(start, directive.span.start)
    }
  }

  /// The rule that contains the comment, which is a unit within another one; nil if there is none.
  private static func rule(
    around directive: DirectiveSyntax, _ tree: SyntaxTree, next: Int
  ) -> Span? {
    guard directive.scope != .file, next > 0, tree.units[next - 1].end > directive.span.end else {
      return nil
    }
    let rule = tree.units[next - 1]
    return tree.units[..<(next - 1)].contains { $0.end > rule.end } ? rule : nil
  }

  private static func sorted(_ list: [Ignore]) -> [Ignore] {
    func start(_ ignore: Ignore) -> UInt32 { ignore.unit?.start ?? .max }
    let isSorted = zip(list, list.dropFirst()).allSatisfy { start($0) <= start($1) }
    if isSorted { return list }
    return list.indices.sorted { (start(list[$0]), $0) < (start(list[$1]), $1) }.map { list[$0] }
  }

  /// Removes the suppressed findings, and records which comments have suppressed one.
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
  ///   - disabled: the codes of disabled checks.
  func findings(
    _ input: CheckInput, reportsUnused: Bool, except disabled: Set<String>
  ) -> [Finding] {
    var findings: [Finding] = []
    for (index, list) in ignores.enumerated() {
      let file = FileID(index)
      for ignore in list {
        let directive = ignore.directive
        let whole = Location(file, directive.span)
        if let word = directive.misspelling {
          if ignore.written.span == (directive.codes.first?.span ?? directive.span) {
            findings.append(
              MisspelledIgnore.finding(word.text, directive.scope, at: Location(file, word.span)))
          }
          continue
        }
        let code = ignore.written.text
        let place = Location(file, ignore.written.span)
        guard let page = Check.named(code)?.page else {
          findings.append(UnknownCode.finding(code, at: place))
          continue
        }
        // The fix keeps the other codes of a list.
        let fix =
          directive.codes.count == 1
          ? Fix.delete(comment: whole, input)
          : Self.deletion(of: ignore.written, from: directive.codes, in: file)
        if !page.canBeIgnored {
          findings.append(
            UnusedIgnore.cannotBeIgnored(
              code, page.severity, at: place, fix: fix))
        } else if directive.reason == nil {
          if ignore.written.span == directive.codes[0].span {
            findings.append(IgnoreWithoutReason.finding(code, at: whole))
          }
        } else if !ignore.isUsed, reportsUnused, !disabled.contains(ignore.code) {
          findings.append(UnusedIgnore.finding(code, directive.scope, at: place, fix: fix))
        }
      }
    }
    return findings
  }

  /// Deletes one of several codes, and a comma.
  private static func deletion(
    of code: NameSyntax, from codes: [NameSyntax], in file: FileID
  ) -> Fix {
    var cut = code.span
    if let index = codes.firstIndex(where: { $0.span == code.span }) {
      cut =
        index + 1 < codes.count
        ? Span(code.span.start, codes[index + 1].span.start)
        : Span(codes[max(index, 1) - 1].span.end, code.span.end)
    }
    return Fix([Edit(Location(file, cut), "")], .deletion, isSafe: false)
  }
}
