import Diagnostics
import RandomRules
import TestSupport
import Testing

@testable import LanguageServer

/// Tests the hierarchy of calls, for random chains and handlers that use handlers and present screens.
@Suite struct CallHierarchyTests {
  /// The uses of a declaration, with their number by name.
  private typealias Calls = [String: [String: Int]]

  private static let screens = ["First", "Second"]
  private static let handlers = ["Outer", "Inner"]

  private static func rules(_ random: inout RandomChoice) -> (text: String, calls: Calls) {
    var text = screens.map { "screen \($0)\n" }.joined()
    var calls: Calls = [:]
    for owner in handlers + ["Main"] {
      var lines: [String] = []
      for number in 0..<1 + random.below(4) {
        // `Inner` uses no handler, so that there is no cycle.
        if owner != "Inner", random.once(in: 3) {
          let handler = owner == "Outer" ? "Inner" : random.one(of: handlers)
          calls[owner, default: [:]][handler, default: 0] += 1
          lines.append("  use \(handler)\n")
        } else {
          let screen = random.one(of: screens)
          calls[owner, default: [:]][screen, default: 0] += 1
          lines.append("  when path == \"/\(owner)/\(number)\" present \(screen) cancel\n")
        }
      }
      let keyword = owner == "Main" ? "chain" : "handler"
      text += "\(keyword) \(owner) {\n\(lines.joined())}\n"
    }
    return (text, calls)
  }

  @Test(.seeded) func callsAreThoseOfTheRules() throws {
    var random = RandomChoice(seed: Seed.of(94))
    for _ in 0..<TestOptions.cases(15, long: 500) {
      let (text, calls) = Self.rules(&random)
      let server = AskedServer(text)
      for name in Self.screens + Self.handlers + ["Main"] {
        let keyword = name == "Main" ? "chain" : Self.screens.contains(name) ? "screen" : "handler"
        let place = try #require(text.firstRange(of: "\(keyword) \(name)")).upperBound
        let offset = text[..<place].utf16.count
        let item = try #require(
          try server.ask("prepareCallHierarchy", at: offset)?.array?.first, "\(name)")
        #expect(item["name"]?.string == name)
        let outgoing = try found(server, "outgoingCalls", of: item, "to")
        #expect(outgoing == calls[name] ?? [:], "\(name)\n\(text)")
        let incoming = try found(server, "incomingCalls", of: item, "from")
        #expect(incoming == calls.compactMapValues { $0[name] }, "\(name)\n\(text)")
      }
    }
  }

  /// Returns the number of places by the name of the other declaration. Each place contains the name of the called
  /// declaration.
  private func found(
    _ server: AskedServer, _ method: String, of item: JSONValue, _ key: String
  ) throws -> [String: Int] {
    let json = String(decoding: JSON(item).bytes, as: UTF8.self)
    let calls = try server.request("callHierarchy/\(method)", "\"item\": \(json)")?["result"]?.array
    var counts: [String: Int] = [:]
    for call in calls ?? [] {
      let name = try #require(call[key]?["name"]?.string)
      let ranges = call["fromRanges"]?.array ?? []
      let called = key == "to" ? name : item["name"]?.string ?? ""
      #expect(server.texts(ranges).allSatisfy { $0 == called }, "\(server.texts(ranges))")
      counts[name, default: 0] += ranges.count
    }
    return counts
  }
}
