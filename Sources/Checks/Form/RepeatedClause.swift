import Diagnostics
import Syntax
import Text

/// The check `repeated-clause`.
enum RepeatedClause {
  static func finding(
    _ word: String, _ first: Location, at location: Location, _ input: CheckInput
  ) -> Finding {
    let fix = fix(location, input)
    return page.finding(
      "duplicate `\(word)`", at: location, label: "given again",
      related: [.init("first given here", at: first)],
      help: fix == nil ? "keep one of the two" : "delete this one", fix: fix)
  }

  /// Deletes a setting that is written twice; nil for a clause or attribute.
  private static func fix(_ word: Location, _ input: CheckInput) -> Fix? {
    for declaration in input.trees[Int(word.file.index)].declarations {
      guard case .configuration(let configuration) = declaration else { continue }
      for setting in configuration.settings where setting.name.span == word.span {
        let item = input.item(Location(word.file, setting.span), with: .none)
        return Fix([Edit(item.location, "")], isSafe: false)
      }
    }
    return nil
  }

  static let page = Page(
    "repeated-clause", .error, "a clause, setting or attribute that is given twice",
    fixes: .meaning)
}
