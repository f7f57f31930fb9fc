import Automata
import Interpreter
import Requests
import Semantics
import Text
import WebURL

/// Searches for the requests that two versions treat differently.
final class ComparisonSolver {
  /// A row of the old version and a row of the new version.
  private struct RowPair: Hashable, Comparable {
    var old: Int
    var new: Int

    /// Creates a pair in the order of the versions.
    ///
    /// - Parameter side: the version of the first row; the other row belongs to the other version.
    init(_ side: Int, _ row: Int, _ other: Int) {
      (old, new) = side == 0 ? (row, other) : (other, row)
    }

    static func < (one: RowPair, other: RowPair) -> Bool {
      (one.old, one.new) < (other.old, other.new)
    }
  }

  private let versions: [ChainVersion]
  private let context: AnalysisContext
  private var solver: WitnessSolver
  private let lowering: Lowering
  private var result: ChainComparison
  private var budget: Budget
  /// The pairs for which a difference has been found.
  private var seen: Set<RowPair> = []
  private var leftOpen: [RowPair: Undecided] = [:]
  /// The number of common rows before the row for which requests are searched.
  private var place = 0
  /// The number of rules that may still be interpreted in full. While it is enough, and for the first difference,
  /// the interpreter evaluates every rule to confirm a difference. Later it evaluates only rules that may match.
  private var rulesToInterpret = 32_000
  private static let mostExamples = 10
  /// The most steps of a question that searches for one of few examples. Most questions take a few hundred.
  private static let mostStepsOfExample = 4_000
  /// The most steps of a question.
  private var mostSteps = Int.max
  /// True if the search is only for requests that were cancelled and pass now.
  private var onlyWeaker = false
  /// True if a question about the current row was skipped, or given up because of `mostSteps`.
  private var isSkipped = false
  private var scratch = Assignment()
  /// The number of each row's formula, by version. Equal formulas have the same number in both versions.
  private let formulas: [[Int]]
  /// The same row of the other version for each row, by version; nil if the other version lacks it.
  private var shared: [[Int?]] = [[], []]
  /// The first row that covers and has the formula, by version and number of the formula; `Int.max` for none.
  private let firstCovers: [[Int]]

  init(_ versions: [ChainVersion], _ context: AnalysisContext, _ solver: WitnessSolver) {
    self.versions = versions
    self.context = context
    self.solver = solver
    lowering = Lowering(context.languages, context.atomTable)
    result = ChainComparison(
      old: versions[0].interpreter.chain, new: versions[1].interpreter.chain)
    var numbers: [Formula: Int] = [:]
    formulas = versions.map { version in
      version.rows.map { row in
        let next = numbers.count
        let number = numbers[row.formula, default: next]
        if number == next { numbers[row.formula] = next }
        return number
      }
    }
    firstCovers = zip(versions, formulas).map { version, formulas in
      var first = [Int](repeating: .max, count: numbers.count)
      for (row, number) in formulas.enumerated().reversed() where version.rows[row].covers {
        first[number] = row
      }
      return first
    }
    budget = Budget(rules: versions.map { $0.rows.count }, atoms: context.atomTable.atoms.count)
  }

  func compare(_ extent: ComparisonExtent) -> ChainComparison {
    let own = ChainVersion.notCommon(versions).enumerated().map { side, rows in
      (all: rows, effective: rows.filter { !versions[side].rows[$0].effect.isInert })
    }
    let common = (0..<2).map { side in
      let own = Set(own[side].all)
      return versions[side].rows.indices.filter { !own.contains($0) }
    }
    shared = versions.map { Array(repeating: nil, count: $0.rows.count) }
    for (old, new) in zip(common[0], common[1]) {
      shared[0][old] = new
      shared[1][new] = old
    }
    let limit =
      switch extent {
      case .all: Int.max
      case .examples(let total), .fewExamples(let total):
        max(1, min(Self.mostExamples, total / max(1, own.reduce(0) { $0 + $1.effective.count })))
      case .any, .weaker: 1
      }
    if case .weaker = extent { onlyWeaker = true }
    func searchAll() {
      for side in 0..<2 {
        for row in own[side].effective {
          if case .fewExamples(let total) = extent,
            max(result.differences.count, leftOpen.count) >= total
          {
            shorten(side, row)
            continue
          }
          let place = common[side].partitionPoint { $0 > row }
          let theirs = common[1 - side]
          let start = place == 0 ? 0 : theirs[place - 1] + 1
          let end = place == theirs.count ? versions[1 - side].rows.count : theirs[place]
          self.place = place
          search(side, row, counterparts: start..<end, limit)
          let endsWithFirst =
            switch extent {
            case .any, .weaker: true
            case .all, .examples, .fewExamples: false
            }
          if endsWithFirst, !result.differences.isEmpty || !leftOpen.isEmpty { return }
        }
      }
    }
    if case .fewExamples = extent {
      mostSteps = Self.mostStepsOfExample
      searchAll()
      mostSteps = .max
      if result.differences.isEmpty, !result.shortened.isEmpty {
        result.shortened = []
        searchAll()
      }
    } else {
      searchAll()
    }
    result.differences.sort { a, b in
      let order = { (entry: Int?) in entry ?? Int.max }
      let (first, second) = (
        (a.place, order(a.oldEntry), order(a.newEntry)),
        (b.place, order(b.oldEntry), order(b.newEntry))
      )
      return first == second ? a.witness.url.href < b.witness.url.href : first < second
    }
    result.undecided = leftOpen.sorted { $0.key < $1.key }.map { pair, why in
      UndecidedPair(
        old: versions[0].decider(pair.old), new: versions[1].decider(pair.new), why: why)
    }
    return result
  }

  /// Searches for differences among the requests on which a row acts that the other version lacks.
  ///
  /// - Parameters:
  ///   - counterparts: the rows of the other version between the same common rows.
  ///   - limit: the number of differences, or of undecided pairs, that ends the search.
  private func search(_ side: Int, _ row: Int, counterparts: Range<Int>, _ limit: Int) {
    let (mine, theirs) = (versions[side], versions[1 - side])
    var others = theirs.mayMeet(mine.rows[row].formula).filter {
      theirs.rows[$0].decides && mayMeet(side, row, $0)
    }
    if others.count > counterparts.count {
      switch rest(side, row, counterparts) {
      case .empty: others.removeAll { $0 >= counterparts.upperBound }
      case .decided(let decider):
        if let index = others.firstIndex(of: decider) {
          others.insert(others.remove(at: index), at: 0)
        }
      case .unknown: break
      }
    }
    isSkipped = false
    var found = 0
    let open = leftOpen.count
    search: for (index, other) in others.enumerated() {
      // After a row that does not cover, several rows can decide. They are found one at a time.
      var mayFindMore = true
      while mayFindMore {
        if max(found, leftOpen.count - open) >= limit {
          isSkipped = isSkipped || others[index...].contains { mayDiffer(side, row, $0) }
          break search
        }
        let isFound = ask(side, row, other)
        if isFound { found += 1 }
        mayFindMore = isFound && !mine.rows[row].covers
      }
    }
    if isSkipped { shorten(side, row) }
  }

  /// Notes that the row may treat more requests differently.
  private func shorten(_ side: Int, _ row: Int) {
    result.shortened.append(
      ShortenedSearch(isOld: side == 0, decider: versions[side].decider(row)))
  }

  /// The step limit of the next question.
  private var questionLimit: StepLimit {
    context.store.limit(after: mostSteps, within: budget.limit(context.store))
  }

  /// The requests on which a row acts and that no counterpart covers.
  private enum Rest {
    case empty
    /// There are such requests. The row of the other version decides one of them if all attempts fail.
    case decided(Int)
    case unknown
  }

  private func rest(_ side: Int, _ row: Int, _ counterparts: Range<Int>) -> Rest {
    let (mine, theirs) = (versions[side], versions[1 - side])
    let before = context.store.steps
    var decider = 0
    let answer = solver.solve(
      [mine.rows[row].formula], within: questionLimit, need: .any,
      scratch: &scratch
    ) { assignment, _ in
      if let taker = mine.covers.first(in: 0..<row, assignment) {
        return .require(mine.rows[taker].formula.negated)
      }
      if let taker = theirs.covers.first(in: counterparts, assignment) {
        return .require(theirs.rows[taker].formula.negated)
      }
      decider = theirs.course(assignment).decider
      return .accept
    }
    budget.spend(steps: context.store.steps - before)
    return switch answer {
    case .none: .empty
    case .found: .decided(decider)
    case .undecided: .unknown
    }
  }

  /// Returns false if a row before one of the two rows has the formula of the other.
  private func mayMeet(_ side: Int, _ row: Int, _ other: Int) -> Bool {
    firstCovers[1 - side][formulas[side][row]] >= other
      && firstCovers[side][formulas[1 - side][other]] >= row
  }

  /// Searches for a request that both versions treat differently, for some answers of its attempts. The row acts
  /// in its version, and `other` decides in the other version.
  ///
  /// - Returns: whether such a request was found for a pair without a known difference.
  private func ask(_ side: Int, _ row: Int, _ other: Int) -> Bool {
    let (mine, theirs) = (versions[side], versions[1 - side])
    result.pairs += 1
    let asked = RowPair(side, row, other)
    guard mayDiffer(side, row, other) else { return false }
    let goal = [
      mine.rows[row].formula, theirs.rows[other].formula, valuesDiffer(side, row, other),
    ]
    var same = 0
    var found: (rows: RowPair, courses: [ChainVersion.Course])?
    let sides = [mine, theirs]
    var isLeftOpen = false
    let before = context.store.steps
    let answer = solver.solve(
      goal, within: questionLimit, learnsEarly: true, scratch: &scratch
    ) { (assignment, candidate) throws(OutOfSteps) -> WitnessSolver.Verdict in
      if let taker = mine.covers.first(in: 0..<row, assignment) {
        return .require(mine.rows[taker].formula.negated)
      }
      if let taker = theirs.covers.first(in: 0..<other, assignment) {
        return .require(theirs.rows[taker].formula.negated)
      }
      let course = mine.course(assignment)
      let theirCourse = theirs.course(assignment).ending(at: other)
      let unseen = mine.deciders(course, from: row).filter {
        !seen.contains(RowPair(side, $0, other))
      }
      let different = unseen.map { [course.ending(at: $0), theirCourse] }.filter {
        isWanted(side, $0[0].decider, other) && ChainVersion.canBothHappen($0, sides)
          && effects(mine, $0[0]) != effects(theirs, $0[1])
      }
      if different.isEmpty {
        let courses = unseen.map { [course.ending(at: $0), theirCourse] }
        return .require(
          .disjunction(
            otherDeciders(side, row, course, theirCourse)
              + otherActs(courses, side, assignment)))
      }
      guard let witness = candidate.witness else { return .accept }
      if let courses = different.first(where: { isDifferent(witness, $0, sides) }) {
        found = (RowPair(side, courses[0].decider, courses[1].decider), courses)
        return .accept
      }
      same += 1
      if same > Budget.equalRequests {
        isLeftOpen = true
        throw OutOfSteps()
      }
      return .reject(.conjunction(goal))
    }
    budget.spend(steps: context.store.steps - before)
    switch answer {
    case .none: break
    case .found(let answer):
      guard let found, seen.insert(found.rows).inserted else { return false }
      note(likely(answer.witness, found.courses, sides), found.rows)
      return true
    case .undecided(var undecided):
      if mostSteps != .max {
        isSkipped = true
        return false
      }
      if isLeftOpen { undecided.reason = .views }
      if leftOpen[asked] == nil { leftOpen[asked] = undecided }
    }
    return false
  }

  /// Returns false if the pair of rows needs no further question.
  private func mayDiffer(_ side: Int, _ row: Int, _ other: Int) -> Bool {
    let (mine, theirs) = (versions[side].rows[row], versions[1 - side].rows[other])
    let asked = RowPair(side, row, other)
    if mine.covers, seen.contains(asked) || leftOpen[asked] != nil { return false }
    // If the row does not cover, another row of its version decides.
    guard isWanted(side, mine.covers ? row : nil, other) else { return false }
    return !context.areDisjoint(mine.formula, theirs.formula) && !haveSameEffect(side, row, other)
      && !mustDecideBefore(side, row, other)
  }

  /// Returns false if the differences of the pair of deciders are not searched.
  ///
  /// - Parameter row: the decider of this side; nil if it may be any row.
  private func isWanted(_ side: Int, _ row: Int?, _ other: Int) -> Bool {
    if !onlyWeaker { return true }
    func isSuitable(_ side: Int, _ row: Int) -> Bool {
      versions[side].rows[row].effect.passes == (side == 1)
    }
    return isSuitable(1 - side, other) && row.map { isSuitable(side, $0) } ?? true
  }

  /// Returns whether both rows treat every request that they decide in the same way, because they have the same
  /// effect and no earlier row acts.
  private func haveSameEffect(_ side: Int, _ row: Int, _ other: Int) -> Bool {
    let (mine, theirs) = (versions[side], versions[1 - side])
    return mine.rows[row].covers && theirs.rows[other].covers
      && mine.rows[row].effect == theirs.rows[other].effect
      && row <= mine.acts.first ?? row && other <= theirs.acts.first ?? other
  }

  /// Holds if the steps of the two deciding rows hand on different values.
  private func valuesDiffer(_ side: Int, _ row: Int, _ other: Int) -> Formula {
    let rows = [versions[side].rows[row], versions[1 - side].rows[other]]
    guard rows.allSatisfy({ $0.covers }), doSameBefore(side, row, other),
      let pairs = rows[0].effect.differingValues(from: rows[1].effect)
    else { return .constant(true) }
    let table = context.atomTable
    let known = (table.otherRoots.count, table.namedURLs.count)
    let formula = Formula.disjunction(pairs.map { lowering.differ($0, $1) })
    // The solver knows only the forms of URLs that existed when it was created.
    if known != (table.otherRoots.count, table.namedURLs.count) { solver = WitnessSolver(context) }
    return formula
  }

  /// Returns whether the acting rows before both rows are the same in both versions.
  private func doSameBefore(_ side: Int, _ row: Int, _ other: Int) -> Bool {
    func isShared(_ side: Int, before row: Int, _ other: Int) -> Bool {
      versions[side].acts.prefix { $0 < row }.allSatisfy { act in
        shared[side][act].map { $0 < other } ?? false
      }
    }
    return isShared(side, before: row, other) && isShared(1 - side, before: other, row)
  }

  /// Returns whether the version of the row makes the attempt of `other` before the row. The attempt gets the
  /// same answer in both versions, so it decides there too.
  private func mustDecideBefore(_ side: Int, _ row: Int, _ other: Int) -> Bool {
    let theirs = versions[1 - side]
    guard let partner = shared[1 - side][other], partner < row,
      let attempt = theirs.rows[other].effect.attempt, !theirs.rows[other].covers
    else { return false }
    // If another attempt of the action comes before it for the same request, that one gets the answer instead.
    let formulas = [versions[side].rows[row].formula, theirs.rows[other].formula]
    return !theirs.acts.prefix { $0 < other }.contains { act in
      theirs.rows[act].effect.attempt == attempt && shared[1 - side][act] == nil
        && !formulas.contains { context.areDisjoint($0, theirs.rows[act].formula) }
    }
  }

  private func effects(_ version: ChainVersion, _ course: ChainVersion.Course)
    -> [NormalizedEffect]
  {
    NormalizedEffect.course(course.rows.map { version.rows[$0].effect })
  }

  /// The alternatives in which the courses may differ because other rows act before the deciders.
  ///
  /// - Parameter courses: pairs of a course of this side and a course of the other side, which have equal effects
  ///   or are not possible together.
  private func otherActs(
    _ courses: [[ChainVersion.Course]], _ side: Int, _ assignment: Assignment
  ) -> [Formula] {
    let sides = [side, 1 - side]
    var rows: [Set<Int>] = [[], []]
    for pair in courses {
      for (place, found) in decisive(pair, sides).enumerated() { rows[place].formUnion(found) }
    }
    return zip(rows, sides).flatMap { rows, side in
      rows.sorted().map { row in
        let formula = versions[side].rows[row].formula
        return assignment.holds(formula) ? formula.negated : formula
      }
    }
  }

  /// The acting rows of each course that decide if the effects of both are equal, or if both are possible
  /// together. A row that both versions have before their deciders in the same order is not one of them, since it
  /// acts in both versions or in neither.
  private func decisive(_ courses: [ChainVersion.Course], _ sides: [Int]) -> [[Int]] {
    let versions = sides.map { self.versions[$0] }
    let acts = zip(courses, versions).map { course, version in
      Array(version.acts.prefix { $0 < course.decider })
    }
    func isShared(_ row: Int, _ place: Int) -> Bool {
      shared[sides[place]][row].map { $0 < courses[1 - place].decider } ?? false
    }
    let own = acts.enumerated().map { place, rows in rows.filter { !isShared($0, place) } }
    if effects(versions[0], courses[0]) != effects(versions[1], courses[1]) {
      return impossible(courses, versions, own) ?? acts
    }
    // A row of the first course, or an effect.
    enum Act: Equatable {
      case shared(Int)
      case own(NormalizedEffect)
    }
    let lists = (0..<2).map { place in
      let matching = Set(courses[place].acts)
      return acts[place].compactMap { row -> Act? in
        if isShared(row, place) { return .shared(place == 0 ? row : shared[sides[1]][row]!) }
        return matching.contains(row) ? .own(versions[place].rows[row].effect) : nil
      } + [.own(versions[place].rows[courses[place].decider].effect)]
    }
    let length = lists[0].count
    let start = zip(lists[0], lists[1]).prefix { $0 == $1 }.count
    let end = zip(lists[0].reversed(), lists[1].reversed()).prefix { $0 == $1 }.count
    // The order of the effects in between depends on the shared rows that match.
    let between = lists[0][start..<max(start, length - end)].compactMap {
      if case .shared(let row) = $0 { row } else { nil }
    }
    let others = lists[1][start..<max(start, lists[1].count - end)].compactMap {
      if case .shared(let row) = $0 { row } else { nil }
    }
    return [own[0] + between + others.filter { !between.contains($0) }, own[1]]
  }

  /// The acting rows without counterparts that make the courses impossible together, since an attempt would have
  /// to fail in one version and succeed in the other; nil if both courses are possible.
  private func impossible(
    _ courses: [ChainVersion.Course], _ versions: [ChainVersion], _ own: [[Int]]
  ) -> [[Int]]? {
    for place in 0..<2 {
      guard let action = versions[place].rows[courses[place].decider].effect.attempt else {
        continue
      }
      func attempts(_ place: Int) -> [Int] {
        own[place].filter { versions[place].rows[$0].effect.attempt == action }
      }
      let successful = attempts(place)
      let failures = successful.count { courses[place].acts.contains($0) }
      let others = attempts(1 - place).filter { courses[1 - place].acts.contains($0) }
      guard others.count > failures else { continue }
      let needed = Array(others.prefix(failures + 1))
      return place == 0 ? [successful, needed] : [needed, successful]
    }
    return nil
  }

  /// The alternatives in which another row decides that does not match yet, for pairs without a known difference.
  private func otherDeciders(
    _ side: Int, _ row: Int, _ course: ChainVersion.Course, _ other: ChainVersion.Course
  ) -> [Formula] {
    let rows = versions[side].rows
    if rows[row].covers { return [] }
    let matching = Set(course.acts)
    return [rows[course.decider].formula.negated]
      + (row..<course.decider).filter {
        rows[$0].decides && !matching.contains($0)
          && !seen.contains(RowPair(side, $0, other.decider))
          && !isExcluded(side, $0, by: other, asked: row)
      }.map { rows[$0].formula }
  }

  /// Returns whether a row cannot decide together with the other course. Either the other version has the same
  /// row before its decider, or the n-th attempt of an action would have to fail in one version and succeed in
  /// the other.
  ///
  /// - Parameter asked: a row that matches all requests in question.
  private func isExcluded(
    _ side: Int, _ row: Int, by other: ChainVersion.Course, asked: Int
  ) -> Bool {
    let (mine, theirs) = (versions[side], versions[1 - side])
    // A row that both versions have before the deciders fails in both. Of the other rows, only those that always
    // match are certain to fail.
    func mayFail(_ action: String) -> [Int] {
      mine.acts.prefix { $0 < row }.filter { act in
        mine.rows[act].effect.attempt == action
          && shared[side][act].map { $0 >= other.decider } ?? true
      }
    }
    if let action = theirs.rows[other.decider].effect.attempt {
      let otherHere = shared[1 - side][other.decider]
      let failures = mayFail(action).count { $0 == asked || $0 == otherHere }
      let theirFailures = theirs.acts.prefix { $0 < other.decider }.count { act in
        theirs.rows[act].effect.attempt == action
          && shared[1 - side][act].map { $0 >= row } ?? true
      }
      if failures > theirFailures { return true }
    }
    guard let partner = shared[side][row], partner < other.decider else { return false }
    guard let action = mine.rows[row].effect.attempt, !mine.rows[row].covers else { return true }
    // The same row fails in the other version.
    return mayFail(action).isEmpty
  }

  // MARK: Real requests

  private func isDifferent(
    _ witness: Witness, _ courses: [ChainVersion.Course], _ versions: [ChainVersion]
  ) -> Bool {
    let traces = zip(courses, versions).map { course, version in
      ObservedTrace(
        witness.request, version.interpreter, passing: course.acts.compactMap(version.entry),
        decider: version.entry(course.decider))
    }
    guard let mine = traces[0], let theirs = traces[1] else { return false }
    return mine != theirs
  }

  /// A request with the same courses that is more likely in the app.
  private func likely(
    _ witness: Witness, _ courses: [ChainVersion.Course], _ sides: [ChainVersion]
  ) -> Witness {
    let sets = [versions[1], versions[0]].map { $0.interpreter.rules }
    return LikelyRequests.likely(witness, in: sets.first { !$0.origins.isEmpty } ?? sets[0]) {
      var assignment = Assignment()
      context.read($0, into: &assignment)
      for (course, version) in zip(courses, sides) {
        guard version.covers.first(in: 0..<course.decider, assignment) == nil,
          version.course(assignment).ending(at: course.decider).acts == course.acts
        else { return false }
      }
      return isDifferent($0, courses, sides)
    }
  }

  private func candidates(_ witness: Witness, _ version: ChainVersion) -> [Int] {
    var assignment = Assignment()
    context.read(witness, into: &assignment)
    return version.candidates(assignment)
  }

  /// Adds the difference that a request shows.
  ///
  /// - Parameter rows: the rows that decide.
  private func note(_ witness: Witness, _ rows: RowPair) {
    rulesToInterpret -= versions.reduce(0) { $0 + $1.rows.count }
    let isFull = rulesToInterpret >= 0 || result.differences.isEmpty
    let entries = [versions[0].entry(rows.old), versions[1].entry(rows.new)]
    let outcomes = zip(versions, entries).map { version, entry in
      version.interpreter.decide(
        witness.request, acceptingOnly: entry,
        evaluating: isFull
          ? Array(version.interpreter.chain.rules.indices) : candidates(witness, version))
    }
    result.differences.append(
      ChainDifference(
        witness: witness, oldEntry: entries[0], newEntry: entries[1], old: outcomes[0],
        new: outcomes[1], place: place))
  }
}
