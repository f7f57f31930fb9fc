// Times decisions of one chain in several implementations. `Contenders.swift` contains the parts that depend on the
// size.
import Foundation

@_silgen_name("allocations") func allocations() -> Int

final class App: NavigationEnvironment {
  var opened = 0
  func open(_ url: URL) { opened += 1 }
}

let urls = requests.map { URL(string: $0)! }
let app = App()
let chain = DefaultNavigationChain(environment: app)
// The delegate uses this type.
let head: any NavigationActionHandler = chain
let links = handWrittenChain()
let compiled = expressions.map { try! NSRegularExpression(pattern: $0) }
// This looks up the hash of the whole URL. No chain can be faster.
let known: Set<UInt64> = Set(requests.prefix(48).map { hash(of: $0) })

func hash(of text: String) -> UInt64 {
  var text = text
  return text.withUTF8 { bytes in
    var hash: UInt64 = 14_695_981_039_346_656_037
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 1_099_511_628_211 }
    return hash
  }
}

func isMatch(_ expression: NSRegularExpression, _ text: String) -> Bool {
  let whole = NSRange(location: 0, length: text.utf16.count)
  return expression.firstMatch(in: text, range: whole) != nil
}

/// The cost of one implementation, measured in rounds.
struct Measurement {
  static let roundCount = 21
  /// The number of decisions for each URL in a round.
  let repeats: Int
  private let name: String
  private var nanoseconds: [Double] = []
  private var start = clock()
  private let allocationsBefore = allocations()

  /// - Parameter budget: the total number of decisions, so that slow implementations end soon.
  init(_ name: String, budget: Int) {
    self.name = name
    repeats = max(1, budget / urls.count / Self.roundCount)
  }

  mutating func begin() { start = clock() }

  /// Ends a round. Processor time is measured, since other processes may be running.
  mutating func end() {
    let seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
    nanoseconds.append(seconds * 1e9 / Double(repeats * urls.count))
  }

  func report() {
    let decisions = Self.roundCount * repeats * urls.count
    let count = Double(allocations() - allocationsBefore) / Double(decisions)
    print("\(name)\t\(nanoseconds.sorted()[Self.roundCount / 2])\t\(count)")
  }
}

@MainActor func check(_ name: String, _ url: URL, _ decision: NavigationDecision) {
  if decision == links.execute(url) { return }
  print("\(name) decides otherwise: \(url)")
  exit(1)
}

@MainActor func time(_ name: String, budget: Int, _ decide: (URL) -> NavigationDecision) {
  for url in urls { check(name, url, decide(url)) }
  var measurement = Measurement(name, budget: budget)
  for _ in 0..<Measurement.roundCount {
    measurement.begin()
    for _ in 0..<measurement.repeats {
      for url in urls { cancelled &+= decide(url) == .cancel ? 1 : 0 }
    }
    measurement.end()
  }
  measurement.report()
}

@MainActor func timeDelegate(_ name: String, budget: Int) async {
  for url in urls { check(name, url, await head.execute(NavigationRequest(url: url))) }
  var measurement = Measurement(name, budget: budget)
  for _ in 0..<Measurement.roundCount {
    measurement.begin()
    for _ in 0..<measurement.repeats {
      for url in urls {
        cancelled &+= await head.execute(NavigationRequest(url: url)) == .cancel ? 1 : 0
      }
    }
    measurement.end()
  }
  measurement.report()
}

var cancelled = 0
time("bound: one pass over the bytes, a look-up", budget: 2_000_000) { url in
  known.contains(hash(of: url.absoluteString)) ? .cancel : .allow
}
time("generated chain, `handle`", budget: 2_000_000) { url in
  chain.handle(NavigationRequest(url: url)) ?? .allow
}
await timeDelegate("generated chain, `execute` as the delegate calls it", budget: 2_000_000)
let slow = 4_000_000 / (expressions.count + 10)
time("chain by hand, `pathComponents` in each link", budget: slow) { links.execute($0) }
time("regular expressions, compiled once", budget: slow) { url in
  let text = url.absoluteString
  return compiled.contains { isMatch($0, text) } ? .cancel : .allow
}
time("regular expressions, compiled at each match", budget: max(200, slow / 20)) { url in
  let text = url.absoluteString
  return expressions.contains { isMatch(try! NSRegularExpression(pattern: $0), text) }
    ? .cancel : .allow
}
if cancelled < 0 { print(app.opened) }
