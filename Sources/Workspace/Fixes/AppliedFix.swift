package import Diagnostics
package import Text

/// The description of a fix that was applied.
package struct AppliedFix: Sendable {
  package let code: String
  /// The place of the finding when it was fixed, such as `shop.bascule:12`.
  package let place: String
  /// The fix in words, such as ``moved `when path == "/a" cancel` up``.
  package let text: String

  /// The descriptions of the findings' fixes.
  ///
  /// - Parameter files: the files that the findings refer to.
  package static func all(
    _ findings: some Sequence<Finding>, in files: [SourceFile]
  ) -> [AppliedFix] {
    let places = SourcePlaces(files, paths: nil)
    return findings.map { AppliedFix($0, places) }
  }

  private init(_ finding: Finding, _ places: SourcePlaces) {
    code = finding.code
    place = "\(places.file(finding.location)):\(places.position(finding.location).line)"
    text = finding.fix.map { Self.text($0, places) } ?? ""
  }

  /// The fixes as lines such as `shop.bascule:12: moved … up (unreachable-rule)`. Consecutive fixes with the same
  /// text share a line.
  package static func lines(_ fixes: [AppliedFix]) -> [String] {
    var lines: [(fix: AppliedFix, count: Int)] = []
    for fix in fixes {
      if let last = lines.last, last.fix.code == fix.code, last.fix.text == fix.text {
        lines[lines.count - 1].count += 1
      } else {
        lines.append((fix, 1))
      }
    }
    return lines.map { fix, count in
      "\(fix.place): \(fix.text) (\(fix.code)\(count > 1 ? ", \(count) findings" : ""))"
    }
  }

  /// The maximum number of bytes of a shown text.
  private static let length = 80

  private static func text(_ fix: Fix, _ places: SourcePlaces) -> String {
    func shown(_ text: String) -> String {
      text.utf8.count <= length
        ? "`\(text)`"
        : "`\(text.unicodeScalars.prefix(length).reduce(into: "") { $0.unicodeScalars.append($1) })…`"
    }
    let edits = fix.edits.map { edit in
      (old: places.source(edit.location), new: edit.replacement.trimmed)
    }
    switch fix.kind {
    case .move:
      let isUp = fix.edits[0].location < fix.edits[1].location
      return "moved "
        // The comma before an element of a JSON list is removed together with the element.
        + edits.filter { !$0.old.isEmpty }
        .map { shown(String($0.old.drop { $0 == "," || $0 == " " })) }.joined(separator: ", ")
        + (isUp ? " up" : " down")
    case .deletion: return "deleted " + shown(edits[0].old)
    case .words, .condition:
      return edits.map { old, new in
        if old.isEmpty { return new.isEmpty ? "changed white space" : "inserted \(shown(new))" }
        return new.isEmpty ? "removed \(shown(old))" : "replaced \(shown(old)) by \(shown(new))"
      }.joined(separator: ", ")
    }
  }
}

extension String {
  fileprivate var trimmed: String {
    let blanks: (Character) -> Bool = { $0.isWhitespace }
    return String(drop(while: blanks).reversed().drop(while: blanks).reversed())
  }
}
