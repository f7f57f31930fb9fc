package import Semantics
package import Text

/// The contents of an `apple-app-site-association` file: for each app the patterns of its universal links, in order.
///
/// The first pattern that matches a URL decides. The system reads the entries of `details` in order, and the
/// `components` of each entry in order. In an entry without `components` it reads `paths`.
package struct AssociationFile: Sendable {
  /// The name of the file that the system requests from servers.
  package static let name = "apple-app-site-association"
  /// The maximum number of bytes that the system reads, before compression.
  package static let largestSize = 128 * 1024

  /// The chains, one for each app, in the order of the apps' first entries.
  package internal(set) var chains: [LinkChain] = []
  /// The index of the first chain with the same rules, for each chain.
  package internal(set) var representatives: [Int] = []
  package internal(set) var faults: [AssociationFault] = []

  /// - Parameter id: identifies the file in the locations of the result.
  package init(_ file: SourceFile, id: FileID = FileID(0)) {
    var reader = AssociationReader(id: id)
    reader.read(file)
    faults = reader.faults.sorted { $0.location < $1.location }
    var lists: [String: [Int]] = [:]
    var names: [String] = []
    for app in reader.apps {
      if lists[app.name] == nil { names.append(app.name) }
      if lists[app.name, default: []].last != app.entry {
        lists[app.name, default: []].append(app.entry)
      }
    }
    var known: [[Int]: Int] = [:]
    for name in names {
      guard let list = lists[name], let app = reader.apps.first(where: { $0.name == name }) else {
        continue
      }
      let first = known[list] ?? chains.count
      known[list] = first
      representatives.append(first)
      chains.append(
        LinkChain(
          name: name, location: app.location, rules: list.flatMap { reader.entries[$0] }))
    }
  }

  /// The indices of the chains whose rules differ from those of all earlier chains.
  package var distinctChains: [Int] { representatives.indices.filter { representatives[$0] == $0 } }

  package var rules: RuleSet { RuleSet(chains) }
}
