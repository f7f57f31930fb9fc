// Times decisions of one chain made in several ways. `Contenders.swift` holds what differs by size.
import Foundation

@_silgen_name("allocations") func allocations() -> Int

final class App: NavigationEnvironment {
  var opened = 0
  func open(_ url: URL) { opened += 1 }
}

let urls = requests.map { URL(string: $0)! }
let app = App()
let chain = DefaultNavigationChain(environment: app)
let links = handWrittenChain()
let compiled = expressions.map { try! NSRegularExpression(pattern: $0) }
/// Found by the hash of the whole URL; no chain is faster than that.
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

/// Median nanoseconds and allocations a decision; `decide` says whether it cancels.
///
/// - Parameter budget: decisions in all, so that slow ways end soon.
@MainActor func time(
  _ name: String, budget: Int, _ decide: (URL) -> NavigationDecision
) {
  for url in urls where decide(url) != links.execute(url) {
    print("\(name) decides otherwise: \(url)")
    exit(1)
  }
  let rounds = max(1, budget / urls.count / 21)
  var medians: [Double] = []
  let before = allocations()
  for _ in 0..<21 {
    let start = ContinuousClock.now
    for _ in 0..<rounds {
      for url in urls { cancelled &+= decide(url) == .cancel ? 1 : 0 }
    }
    let passed = ContinuousClock.now - start
    let nanoseconds =
      Double(passed.components.seconds) * 1e9 + Double(passed.components.attoseconds) / 1e9
    medians.append(nanoseconds / Double(rounds * urls.count))
  }
  let count = Double(allocations() - before) / Double(21 * rounds * urls.count)
  print("\(name)\t\(medians.sorted()[10])\t\(count)")
}

var cancelled = 0
time("bound: one pass over the bytes, a look-up", budget: 2_000_000) { url in
  known.contains(hash(of: url.absoluteString)) ? .cancel : .allow
}
time("Bascule, compiled dispatch", budget: 2_000_000) { url in
  chain.handle(NavigationRequest(url: url)) ?? .allow
}
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
