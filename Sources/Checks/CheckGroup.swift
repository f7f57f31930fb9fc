/// A group of codes whose levels one word of `severities` sets.
package struct CheckGroup: Sendable {
  package let name: String
  /// The codes whose level can be set, sorted.
  package let codes: [String]

  /// The groups `all` and `security`, and the topics of the pages, sorted. Of two groups with the same code, the
  /// later one is narrower.
  package static let all: [CheckGroup] = {
    let settable = Check.all.filter { $0.canSetLevel }
    let byTopic = Dictionary(grouping: settable) { PageTopics.topic(of: $0.code) ?? "" }
    var groups = [
      CheckGroup("all", settable),
      CheckGroup("security", settable.filter { $0.page.securitySeverity != nil }),
    ]
    // A topic with the name of a code contains only this code.
    for (topic, checks) in byTopic.sorted(by: { $0.key < $1.key })
    where Check.named(topic) == nil {
      groups.append(CheckGroup(topic, checks))
    }
    return groups
  }()

  private init(_ name: String, _ checks: [Check]) {
    self.name = name
    codes = checks.map { $0.code }
  }
}
