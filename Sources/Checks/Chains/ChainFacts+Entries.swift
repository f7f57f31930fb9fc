import Interpreter
import Reachability
import Requests
import Semantics
import WebURL

extension ChainFacts {
  /// Calls the body for each rule of a chain, with the index of its entry.
  func eachRule(_ chain: Int, _ body: (Int, Rule) -> Void) {
    for run in analyses[chain].chain.runs {
      for entry in run.start..<run.end { body(entry, run[entry]) }
    }
  }

  func chainInterpreter(_ chain: Int) -> Interpreter {
    Interpreter(analyses[chain].chain, in: input.rules)
  }

  /// A request that reaches the entry; nil if none is known.
  func requestReaching(_ chain: Int, _ entry: Int) -> Witness? {
    guard analyses[chain].statuses[entry] == .reachable,
      case .reachable(let witness) = analyses[chain].entries[entry]
    else { return nil }
    return witness
  }

  /// The requests of frames for pages of the web that are most like the request that reaches the entry. Not all of them
  /// reach it.
  func frameRequests(_ chain: Int, _ entry: Int) -> [Witness] {
    guard let reached = requestReaching(chain, entry) else { return [] }
    var urls = [reached.url].filter { ["http", "https"].contains($0.scheme) }
    for scheme in ["https", "http"] {
      urls += [WebURL.parse("\(scheme)://example.com/")].compactMap { $0 }
      guard var url = urls.first else { continue }
      url.setScheme(scheme)
      urls.append(url)
    }
    return urls.map { url in
      var witness = reached.inFrame
      witness.url = url
      return witness
    }
  }
}

extension Witness {
  /// The same request, but made by a frame within the page while the page loads.
  var inFrame: Witness {
    var copy = self
    copy.settings.set(.frame, .choice(.frame(.sub)))
    copy.settings.set(.navigation, nil)
    return copy
  }
}

extension Outcome {
  /// Returns whether the entry's rule matched, even if a later rule decided.
  func matched(_ entry: Int) -> Bool { tried.contains { $0.entry == entry && $0.isMatch } }
}
