/// The classes into which several languages cut a universe.
///
/// Two texts are of one class when exactly the same languages hold them; the classes are the atoms of
/// the Boolean algebra that the languages generate. The naive way asks 2ⁿ intersections. Instead all
/// languages are read at once: a state holds the residual of each language that can still tell texts
/// apart. Those that have become `empty` are dropped, those that hold everything from here on are
/// settled. So n literals visit the nodes of their trie and give n + 1 classes.
///
/// A complement is put in as what it is the complement of, and its answer turned over at the end;
/// otherwise it would stay in every state.
package struct Classification {
  package struct Class: Hashable, Sendable {
    /// Ascending indices of the languages that hold its texts.
    package var holders: [Int]
    /// A shortest member.
    package var example: [UInt8]
  }

  /// In the order of their examples' lengths.
  package var classes: [Class]
}

extension LanguageStore {
  private struct ClassifierState: Hashable {
    var universe: Language
    var open: [Residual]
    var settled: [Int32]
  }

  private struct Residual: Hashable {
    var index: Int32
    var language: Language
  }

  /// Cuts the universe into the classes of the languages.
  package func classify(
    _ languages: [Language], within universe: Language
  ) throws(OutOfSteps) -> Classification {
    var isNegated: Set<Int> = []
    var start = ClassifierState(universe: universe, open: [], settled: [])
    for (index, language) in languages.enumerated() {
      var positive = language
      if language != .everything, case .complement(let inner) = node(language) {
        isNegated.insert(index)
        positive = inner
      }
      add(Residual(index: Int32(index), language: positive), to: &start)
    }
    var classification = Classification(classes: [])
    var known: Set<[Int]> = []
    var seen: Set<ClassifierState> = [start]
    var layer: [(state: ClassifierState, text: [UInt8])] = [(start, [])]
    while !layer.isEmpty {
      var next: [(state: ClassifierState, text: [UInt8])] = []
      for (state, text) in layer {
        if try isEmpty(state.universe) { continue }
        if holdsEpsilon(state.universe) {
          var holders = Set(state.settled.map(Int.init))
          for residual in state.open where holdsEpsilon(residual.language) {
            holders.insert(Int(residual.index))
          }
          let signed = holders.symmetricDifference(isNegated).sorted()
          if known.insert(signed).inserted {
            classification.classes.append(.init(holders: signed, example: text))
          }
        }
        for (byte, successor) in try successors(state) where seen.insert(successor).inserted {
          next.append((successor, text + [byte]))
        }
        if steps > limit { throw OutOfSteps() }
      }
      layer = next
    }
    return classification
  }

  private func add(_ residual: Residual, to state: inout ClassifierState) {
    switch residual.language {
    case .empty: break
    case .everything: state.settled.append(residual.index)
    default: state.open.append(residual)
    }
  }

  /// One state for each range of bytes that the state tells apart, with one byte of the range.
  private func successors(
    _ state: ClassifierState
  ) throws(OutOfSteps) -> [(byte: UInt8, state: ClassifierState)] {
    let universe = try row(state.universe)
    var isStart = [Bool](repeating: false, count: 257)
    for edge in universe {
      isStart[Int(edge.low)] = true
      isStart[Int(edge.high) + 1] = true
    }
    for residual in state.open {
      for edge in try row(residual.language) {
        isStart[Int(edge.low)] = true
        isStart[Int(edge.high) + 1] = true
      }
    }
    var segment = [Int](repeating: 0, count: 257)
    var starts: [Int] = []
    for byte in 0...256 {
      if isStart[byte] { starts.append(byte) }
      segment[byte] = starts.count - 1
    }
    var successors = [ClassifierState?](repeating: nil, count: starts.count)
    for edge in universe {
      for index in segment[Int(edge.low)]...segment[Int(edge.high)] {
        successors[index] = ClassifierState(
          universe: edge.target, open: [], settled: state.settled)
      }
    }
    for residual in state.open {
      for edge in try row(residual.language) {
        for index in segment[Int(edge.low)]...segment[Int(edge.high)]
        where successors[index] != nil {
          steps += 1
          add(Residual(index: residual.index, language: edge.target), to: &successors[index]!)
        }
      }
    }
    var result: [(byte: UInt8, state: ClassifierState)] = []
    for (index, successor) in successors.enumerated() {
      guard var successor else { continue }
      successor.settled.sort()
      result.append((UInt8(starts[index]), successor))
    }
    return result
  }
}
