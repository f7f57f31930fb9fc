import Diagnostics
import Semantics
import Syntax
import Text

/// The check `inspectable-release`.
enum InspectableRelease {
  static func findings(_ input: CheckInput) -> [Finding] {
    var findings: [Finding] = []
    for (index, tree) in input.trees.enumerated() {
      for declaration in tree.declarations {
        guard case .configuration(let configuration) = declaration else { continue }
        for setting in configuration.settings where setting.setting == .inspectable {
          var value: Location?
          if case .names(let names) = setting.value, let name = names.first {
            if name.text != Keyword.true.rawValue { continue }
            value = Location(FileID(index), name.span)
          }
          let place = Location(FileID(index), setting.span)
          let debug = Keyword.debug.rawValue
          findings.append(
            page.finding(
              "web views of `\(configuration.header.name.text)` can be inspected in release builds, too",
              at: place, help: "write `inspectable \(debug)`, which generates `#if DEBUG`",
              fix: value.map { .replace($0, with: debug, isSafe: false) }
                ?? Fix([Edit(place.end, " " + debug)], isSafe: false)))
        }
      }
    }
    return findings
  }

  static let page = Page(
    "inspectable-release", .warning, "access by Web Inspector in release builds", fixes: .meaning,
    security: "4.6")
}
