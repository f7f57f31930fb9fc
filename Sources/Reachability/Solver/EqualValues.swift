// Values that conditions compare with one another
// ===============================================
//
// `host == page.host` is an atom of two components. Since the components of a cube are chosen independently, the
// cube keeps the comparisons that must hold, or must not. After a value is proposed for every component,
// `EqualValues` changes the proposed values until all comparisons are satisfied:
//
//   1. Values that must be equal form a *group*, which gets one value. All other compared values are groups of
//      their own. Two paths that must be equal count as one path.
//   2. A group can have the values that every member can have: an intersection of languages, or of sets of
//      numbers. For a component of a path, the language of the path is restricted to the paths with one of these
//      values at that place; a path of that language shows a possible value.
//   3. Groups with a comparison that must not hold get different values. A group with d such comparisons needs
//      at most d + 1 candidates: the other groups take d of them at most.
//
//   4. The values that were chosen for components of one path are combined: some path must have them all.
//
// If no choice satisfies the comparisons and every choice was tried, the cube is proved to be empty. Every choice
// was tried if each group had d + 1 candidates or all its possible values, and, if step 4 failed, all its
// possible values. Otherwise the answer is `notFound`, and the rule may end as *undecided*.

import Automata
import Requests

/// The result of choosing values for the comparisons of a cube.
enum ChosenValues {
  /// The proposed values satisfy all comparisons.
  case chosen
  /// No request of the cube satisfies the comparisons.
  case none
  case notFound
}

extension Cube {
  /// Changes the proposed values so that they satisfy all comparisons.
  ///
  /// - Requires: a value has been proposed for every constrained component.
  mutating func choose(
    _ context: AnalysisContext, _ limit: StepLimit
  ) throws(OutOfSteps) -> ChosenValues {
    guard try requireRelated(context, limit) else { return .none }
    if !areRight(context) || !areRelated(context) && mustBeUnlike(context) {
      guard let search = EqualValues(self, context, limit) else { return .none }
      guard let values = try search.values() else {
        return search.isIncomplete ? .notFound : .none
      }
      for (component, value) in values { set(component, value) }
      guard areRight(context) else { return .notFound }
    }
    if areRelated(context) { return .chosen }
    let result = try relate(context, limit)
    return result == .chosen && !areRight(context) ? .notFound : result
  }

  /// Returns whether the cube has a pattern that must not match a host; the host may have to equal it.
  private func mustBeUnlike(_ context: AnalysisContext) -> Bool {
    relations(context).contains { relation, holds in
      if case .text(.pattern, _, _) = relation { !holds } else { false }
    }
  }

  /// Returns whether the proposed values satisfy the comparisons, except for relations of texts and whole URLs.
  private func areRight(_ context: AnalysisContext) -> Bool {
    comparisons.allSatisfy { literal in
      if case .text? = context.relation(literal.atom) { return true }
      return isSatisfied(literal, context)
    }
  }
}

/// The search for values of one cube.
private final class EqualValues {
  private struct Group {
    var members: [ComponentView]
    /// The groups that must have another value, unless one of the two is missing.
    var others: Set<Int> = []
    /// True if the members must be present, since one of them equals another value.
    var isPresent: Bool
    /// True if the value must differ from itself, which is possible only if it is missing.
    var mustBeMissing = false
    /// True if the value, as a pattern of hosts, must not match itself.
    var isUnlikeItself = false
    var candidates: [ComponentValue] = []
    /// True if the candidates are all possible values of the group.
    var hasAll = false
  }

  private let cube: Cube
  private let context: AnalysisContext
  private let limit: StepLimit
  private var groups: [Group] = []
  /// The representative of each path that must equal other paths.
  private var samePaths: [Int: Int] = [:]
  /// The number of choices whose values no path has together.
  private var misfits = 0
  private static let triedChoices = 64
  private static let moreCandidates = 3
  /// True if some values were not tried.
  private(set) var isIncomplete = false
  /// The most paths that are tried for the candidates of a group.
  private static let triedPaths = 24

  private var store: LanguageStore { context.store }
  private var languages: TextLanguages { context.languages }

  /// Creates a search; nil if a value would have to be present and differ from itself.
  init?(_ cube: Cube, _ context: AnalysisContext, _ limit: StepLimit) {
    self.cube = cube
    self.context = context
    self.limit = limit
    var groupOf: [ComponentView: Int] = [:]
    func number(_ view: ComponentView) -> Int {
      if let known = groupOf[view] { return known }
      groupOf[view] = groups.count
      groups.append(Group(members: [view], isPresent: false))
      return groups.count - 1
    }
    let comparisons = cube.comparisons.compactMap {
      literal -> (pair: ComponentPair, mustDiffer: Bool)? in
      guard case .equal(let pair) = context.atomTable.atoms[literal.atom].test else { return nil }
      return (pair: context.atomTable.pairs[pair], mustDiffer: literal.isNegated)
    }
    var equalPaths: [Int] = []
    for (pair, mustDiffer) in comparisons where !mustDiffer && isOfPaths(pair) {
      let (first, second) = (path(pair.first.component), path(pair.second.component))
      for (path, same) in samePaths where same == second { samePaths[path] = first }
      samePaths[first] = first
      samePaths[second] = first
      equalPaths.append(first)
    }
    for (pair, mustDiffer) in comparisons where !mustDiffer && !isOfPaths(pair) {
      let (first, second) = (number(same(pair.first)), number(same(pair.second)))
      groups[first].isPresent = true
      if first == second { continue }
      groups[first].members += groups[second].members
      for member in groups[second].members { groupOf[member] = first }
      groups[second].members = []
    }
    for path in equalPaths where path == self.path(path) {
      let whole = number(ComponentView(component: path, view: .whole))
      groups[whole].isPresent = true
    }
    for (pair, mustDiffer) in comparisons where mustDiffer {
      let (first, second) = (number(same(pair.first)), number(same(pair.second)))
      if first == second {
        // Equal paths without this component satisfy `!(path[1] == page.path[1])`.
        if groups[first].isPresent { return nil }
        groups[first].mustBeMissing = true
        continue
      }
      groups[first].others.insert(second)
      groups[second].others.insert(first)
    }
    // Hosts that must not match a pattern that they must equal. A list of the app can contain the pattern.
    var unlike: [(text: ComponentView, pattern: ComponentView)] = []
    for (relation, holds) in cube.relations(context) where !holds {
      if case .text(.pattern, let text, let pattern) = relation { unlike.append((text, pattern)) }
      guard case .likeListed(let text, let list) = relation else { continue }
      for case (.listed(let item, list), true) in cube.relations(context) {
        unlike.append((text, item))
      }
    }
    for (text, pattern) in unlike where text.view == .whole && pattern.view == .whole {
      let (first, second) = (number(text), number(pattern))
      if first == second { groups[first].isUnlikeItself = true }
    }
    // A text in a list of the app differs from a text that is not in it. A host that the list's patterns match
    // differs from one that they do not match.
    let lists = cube.relations(context).compactMap { relation, holds in
      switch relation {
      case .listed(let view, let list): (view: view, list: list, isLike: false, isIn: holds)
      case .likeListed(let view, let list): (view: view, list: list, isLike: true, isIn: holds)
      case .text, .sameURL, .namedURL, .listedURL, .listedOrigin: nil
      }
    }
    for one in lists where one.isIn {
      let group = number(same(one.view))
      if groups[group].mustBeMissing { return nil }
      groups[group].isPresent = true
    }
    for (view, list, isLike, isIn) in lists where !isIn {
      let members = lists.filter { $0.isIn && $0.list == list && $0.isLike == isLike }
      for member in members.map({ $0.view }) {
        let (first, second) = (number(same(view)), number(same(member)))
        if first == second { return nil }
        groups[first].others.insert(second)
        groups[second].others.insert(first)
      }
    }
  }

  private func isOfPaths(_ pair: ComponentPair) -> Bool {
    func isPath(_ view: ComponentView) -> Bool {
      view.view == .whole && context.atomTable.kinds[view.component].domain == .path
    }
    return isPath(pair.first) && isPath(pair.second)
  }

  private func path(_ component: Int) -> Int { samePaths[component] ?? component }

  private func same(_ view: ComponentView) -> ComponentView {
    ComponentView(component: path(view.component), view: view.view)
  }

  /// Values for the compared components; nil if no choice was found.
  func values() throws(OutOfSteps) -> [(component: Int, value: ComponentValue)]? {
    for path in Set(samePaths.values).sorted() {
      if try store.shortest(remaining(path), limit) == nil { return nil }
    }
    let used = groups.indices.filter { !groups[$0].members.isEmpty && !isPathOnly($0) }
    // The values of components of a path may not fit together. Then a few more are tried.
    for more in [0, Self.moreCandidates] {
      misfits = 0
      isIncomplete = false
      for index in used {
        try addCandidates(index, more)
        if groups[index].candidates.isEmpty { return nil }
      }
      let order = used.sorted {
        (groups[$0].candidates.count, $0) < (groups[$1].candidates.count, $1)
      }
      var chosen: [Int: ComponentValue] = [:]
      if let values = try assign(order[...], &chosen) { return values }
      if misfits == 0 || used.allSatisfy({ groups[$0].hasAll }) { return nil }
    }
    isIncomplete = true
    return nil
  }

  /// Returns whether the group is a single path that need not differ from others. Its value follows from its
  /// components.
  private func isPathOnly(_ group: Int) -> Bool {
    groups[group].members.count == 1 && groups[group].members[0].view == .whole
      && samePaths[groups[group].members[0].component] != nil && groups[group].others.isEmpty
  }

  private func assign(
    _ order: ArraySlice<Int>, _ chosen: inout [Int: ComponentValue]
  ) throws(OutOfSteps) -> [(component: Int, value: ComponentValue)]? {
    store.count(steps: 1)
    try store.check(limit)
    guard let next = order.first else {
      if let values = try components(chosen) { return values }
      misfits += 1
      return nil
    }
    for candidate in groups[next].candidates {
      let isTaken =
        candidate != .missing && groups[next].others.contains { chosen[$0] == candidate }
      if isTaken { continue }
      chosen[next] = candidate
      if let values = try assign(order.dropFirst(), &chosen) { return values }
      if misfits >= Self.triedChoices {
        isIncomplete = true
        break
      }
    }
    chosen[next] = nil
    return nil
  }

  // MARK: Candidates

  /// Sets the candidates of a group: first the proposed values that are possible, then as many others as the
  /// group may need.
  ///
  /// - Parameter more: the number of further candidates for components of paths.
  private func addCandidates(_ index: Int, _ more: Int) throws(OutOfSteps) {
    let group = groups[index]
    if group.mustBeMissing {
      groups[index].hasAll = true
      groups[index].candidates = try canBeMissing(group.members[0]) ? [.missing] : []
      return
    }
    let count = group.others.count + 1 + (group.members.contains { $0.view != .whole } ? more : 0)
    var found: [ComponentValue] = []
    if group.members.count == 1, !group.isPresent, !group.isUnlikeItself {
      let member = group.members[0]
      found.append(member.part(of: cube.value(of: member.component, context)))
      if found[0] != .missing, try canBeMissing(member) { found.append(.missing) }
    }
    let isNumber = group.members.allSatisfy { !context.atomTable.kinds[$0.component].isText }
    let values = isNumber ? numbers(group, count) : try texts(group, count)
    groups[index].hasAll = values.count < count && !isIncomplete
    groups[index].candidates = found + values.filter { !found.contains($0) }
  }

  private func numbers(_ group: Group, _ count: Int) -> [ComponentValue] {
    var left = IntegerSet.all
    for member in group.members {
      left = left.intersection(cube.constraint(member.component)?.ports?.numbers ?? .none)
    }
    let proposed = group.members.compactMap { member -> Int64? in
      guard case .port(let number) = cube.value(of: member.component, context),
        left.contains(number)
      else { return nil }
      return number
    }
    var found: [Int64] = []
    for number in proposed.prefix(1) + [8080, 8443, 0, 1, 2].filter({ left.contains($0) })
    where !found.contains(number) {
      found.append(number)
    }
    for range in left.ranges {
      for number in range {
        if found.count >= count { break }
        if !found.contains(number) { found.append(number) }
      }
    }
    return found.prefix(count).map { .port($0) }
  }

  private func texts(_ group: Group, _ count: Int) throws(OutOfSteps) -> [ComponentValue] {
    var left = Language.everything
    for member in group.members where member.view == .whole {
      left = store.intersection([left, remaining(member.component)])
    }
    if group.isUnlikeItself {
      left = store.intersection([left, languages.hostsUnlikeThemselves])
    }
    let views = group.members.filter { $0.view != .whole }
    // The path with the most conditions allows the fewest texts.
    func literals(_ view: ComponentView) -> Int {
      cube.constraint(view.component)?.literals.count ?? 0
    }
    if let first = views.max(by: { literals($0) < literals($1) }) {
      for view in views { left = store.intersection([left, cube.texts(of: view, context)]) }
      for view in views where try store.shortest(paths(of: view, in: left), limit) == nil {
        return []
      }
      return try texts(first, views.filter { $0 != first }, left, count)
    }
    var found: [[UInt8]] = []
    for member in group.members where found.count < count {
      if case .text(let text) = cube.value(of: member.component, context),
        !found.contains(text), store.contains(left, text)
      {
        found.append(text)
      }
    }
    for text in found { left = store.difference(left, store.literal(text)) }
    while found.count < count, let text = try store.shortest(left, limit) {
      found.append(text)
      left = store.difference(left, store.literal(text))
    }
    return found.map { .text($0) }
  }

  /// The candidates that are parts of paths of the first view's component. They are in the language and possible
  /// for the other views.
  private func texts(
    _ first: ComponentView, _ others: [ComponentView], _ language: Language, _ count: Int
  ) throws(OutOfSteps) -> [ComponentValue] {
    var found: [ComponentValue] = []
    var paths = paths(of: first, in: language)
    for _ in 0..<Self.triedPaths {
      guard let path = try store.shortest(paths, limit) else { return found }
      guard case .text(let text) = first.part(of: .text(path)) else { return found }
      let only = store.literal(text)
      var isPossible = true
      for other in others where isPossible {
        var paths = self.paths(of: other, in: only)
        if other.component == first.component {
          paths = store.intersection([paths, languages.paths(with: first.view, in: only)])
        }
        isPossible = try store.shortest(paths, limit) != nil
      }
      if isPossible { found.append(.text(text)) }
      if found.count == count { return found }
      paths = store.intersection([
        paths, self.paths(of: first, in: store.complement(only)),
      ])
    }
    isIncomplete = true
    return found
  }

  // MARK: Paths

  /// The texts that the component and all paths that must equal it can have.
  private func remaining(_ component: Int) -> Language {
    func texts(_ component: Int) -> Language {
      cube.constraint(component)?.remaining(context).language(store) ?? .empty
    }
    if samePaths[component] == nil { return texts(component) }
    return store.intersection(
      samePaths.filter { $0.value == component }.keys.sorted().map { texts($0) })
  }

  /// The remaining paths of the view's component for which the view's text is in `texts`.
  private func paths(of view: ComponentView, in texts: Language) -> Language {
    store.intersection([remaining(view.component), languages.paths(with: view.view, in: texts)])
  }

  private func canBeMissing(_ member: ComponentView) throws(OutOfSteps) -> Bool {
    guard let constraint = cube.constraint(member.component) else { return false }
    if let ports = constraint.ports { return ports.allowsMissing }
    let isShared = samePaths[member.component] != nil
    if !isShared, constraint.remaining(context).allowsMissing { return true }
    guard member.view != .whole else { return false }
    return try store.shortest(
      store.difference(
        remaining(member.component), languages.paths(with: member.view, in: .everything)), limit)
      != nil
  }

  /// A value for each compared component with the chosen values as its parts; nil if a component has no such
  /// value.
  private func components(
    _ chosen: [Int: ComponentValue]
  ) throws(OutOfSteps) -> [(component: Int, value: ComponentValue)]? {
    var wanted: [(component: Int, parts: [(ComponentView.View, ComponentValue)])] = []
    for path in Set(samePaths.values).sorted() { wanted.append((path, [])) }
    for (index, group) in groups.enumerated() {
      guard let value = chosen[index] else { continue }
      for member in group.members {
        if let place = wanted.firstIndex(where: { $0.component == member.component }) {
          wanted[place].parts.append((member.view, value))
        } else {
          wanted.append((member.component, [(member.view, value)]))
        }
      }
    }
    var values: [(component: Int, value: ComponentValue)] = []
    for (component, parts) in wanted {
      guard let value = try value(component, parts) else { return nil }
      let same = samePaths.filter { $0.value == component }.keys.sorted()
      for component in same.isEmpty ? [component] : same { values.append((component, value)) }
    }
    return values
  }

  /// A value of the component with these parts; nil if there is none.
  private func value(
    _ component: Int, _ parts: [(ComponentView.View, ComponentValue)]
  ) throws(OutOfSteps) -> ComponentValue? {
    func hasParts(_ value: ComponentValue) -> Bool {
      parts.allSatisfy { ComponentView(component: component, view: $0.0).part(of: value) == $0.1 }
    }
    // Candidates of whole components are possible values.
    if let whole = parts.first(where: { $0.0 == .whole })?.1 {
      return hasParts(whole) ? whole : nil
    }
    let isShared = samePaths[component] != nil
    let current = cube.value(of: component, context)
    if !isShared, hasParts(current) { return current }
    var left = remaining(component)
    if case .text(let text) = current, hasParts(current), store.contains(left, text) {
      return current
    }
    for (view, value) in parts {
      if case .text(let text) = value {
        left = store.intersection([left, languages.paths(with: view, in: store.literal(text))])
      } else {
        left = store.difference(left, languages.paths(with: view, in: .everything))
      }
    }
    if let path = try store.shortest(left, limit) { return .text(path) }
    let allowsMissing =
      !isShared && cube.constraint(component)?.remaining(context).allowsMissing == true
    return allowsMissing && hasParts(.missing) ? .missing : nil
  }
}
