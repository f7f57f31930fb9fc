/// A keyword. No keyword is reserved, so each can also be used as a name.
package enum Keyword: String, CaseIterable, Sendable {
  case none = ""
  // declarations
  case origin, flag, value, condition, screen, action, handler, chain, responses, model, `enum`
  case union, strategy, channel, event, call, render, dispatch, script, configuration, test
  case defaults
  // clauses
  case by, receives, replies, from, frames, sends, at, extends, async, customEvent, function
  case main, new, sub, all, documentStart, documentEnd, deprecated, with, queue, newest
  case payload, inline, `as`, text, via, fails, sender
  case to, on, world, app, any, `else`, page, global
  case nothing = "none"
  // invariants
  case invariant, `for`, only, never
  // rules
  case when, always, otherwise, use, present, push, perform, attempt, open, load, dismiss
  case setting, removing, `if`, missing
  case allow, cancel, download, popup, `continue`, leave
  // conditions
  case `true`, `false`, `in`, hasPrefix, hasSuffix, contains, like, matches, exists
  case ignoring, `case`
  // settings, which `Setting` lists, and their values
  case strategies, channels, scripts, title, userAgent, inspectable, inlineMedia
  case backForwardGestures, bounces, dataStore, contentMode, javaScript
  case applicationName, mediaPlayback, pictureInPicture, fullscreen, linkPreview
  case textInteraction, findInteraction, appBoundDomains, panels, mediaCapture, block
  case scheme
  case web, native, persistent, ephemeral, recommended, mobile, desktop, enabled, disabled
  case automatic, userAction, prompt, grant, deny, debug

  package static let declarations: [Keyword] = [
    .origin, .flag, .value, .condition, .screen, .action, .handler, .chain, .responses, .model,
    .enum, .union, .strategy, .channel, .event, .call, .render, .dispatch, .script,
    .configuration, .test, .invariant, .defaults,
  ]

  package var startsDeclaration: Bool {
    switch self {
    case .origin, .flag, .value, .condition, .screen, .action, .handler, .chain, .responses,
      .model, .enum, .union, .strategy, .channel, .event, .call, .render, .dispatch, .script,
      .configuration, .test, .invariant, .defaults:
      true
    default: false
    }
  }

  static let stepsAndDecisions: [Keyword] = [
    .present, .push, .perform, .attempt, .open, .load, .dismiss, .allow, .cancel, .download,
    .popup, .continue, .leave,
  ]

  /// The operators of comparisons that are words.
  static let comparisons: [Keyword] = [.in, .hasPrefix, .hasSuffix, .contains, .like, .matches]

  var isStepOrDecision: Bool {
    switch self {
    case .present, .push, .perform, .attempt, .open, .load, .dismiss, .allow, .cancel, .download,
      .popup, .continue, .leave:
      true
    default: false
    }
  }

  /// The words that start an item of a handler or chain.
  static let items: [Keyword] = [.when, .always, .otherwise, .use]

  package var startsRule: Bool {
    switch self {
    case .when, .always, .otherwise, .use: true
    default: false
    }
  }

  /// The steps and decisions that an invariant can name.
  package static let acts = stepsAndDecisions.filter { $0 != .continue && $0 != .leave }

  var startsClaim: Bool { self == .never || self == .always || Self.acts.contains(self) }

  /// The word with its article, for messages about the name of a declaration.
  var withArticle: String {
    let startsWithVowel = rawValue.first.map { "aeiou".contains($0) } ?? false
    return "\(startsWithVowel ? "an" : "a") \(rawValue)"
  }

  /// The keyword with this spelling; `none` if there is no such keyword.
  static func named(_ word: String) -> Keyword {
    Array(word.utf8).withUnsafeBufferPointer { KeywordTable.shared.keyword($0, 0, $0.count) }
  }
}

/// Finds the keyword of an identifier's bytes without creating a string.
///
/// The last 18 bytes of a word are packed into two integers, 7 bits per byte, and looked up in a table that is built
/// once. Longer words are distinguished by their length and first byte.
struct KeywordTable {
  static let shared = KeywordTable()

  private struct Entry {
    var low: UInt64 = 0
    var high: UInt64 = 0
    var length = 0
    var first: UInt8 = 0
    var keyword = Keyword.none
  }

  private static let bits: UInt64 = 10
  private static let longest = 19
  private var entries = [Entry](repeating: Entry(), count: 1 << Int(bits))

  private init() {
    for keyword in Keyword.allCases where keyword != .none {
      let bytes = Array(keyword.rawValue.utf8)
      precondition(bytes.count <= Self.longest)
      bytes.withUnsafeBufferPointer { buffer in
        let (low, high) = Self.pack(buffer, 0, buffer.count)
        var slot = Self.slot(low, high)
        while entries[slot].keyword != .none { slot = (slot + 1) & (entries.count - 1) }
        entries[slot] = Entry(
          low: low, high: high, length: bytes.count, first: bytes[0], keyword: keyword)
      }
    }
  }

  func keyword(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Keyword {
    let length = end - start
    guard length <= Self.longest, length >= 2 else { return .none }
    let (low, high) = Self.pack(bytes, start, end)
    return entries.withUnsafeBufferPointer { entries in
      var slot = Self.slot(low, high)
      while true {
        let entry = entries[slot]
        if entry.keyword == .none { return .none }
        if entry.low == low, entry.high == high, entry.length == length,
          entry.first == bytes[start]
        {
          return entry.keyword
        }
        slot = (slot + 1) & (entries.count - 1)
      }
    }
  }

  private static func pack(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int
  ) -> (UInt64, UInt64) {
    var low: UInt64 = 0
    var high: UInt64 = 0
    var i = max(start, end - 18)
    while i < end {
      high = (high << 7) | (low >> 57)
      low = (low << 7) | UInt64(bytes[i])
      i += 1
    }
    return (low, high)
  }

  private static func slot(_ low: UInt64, _ high: UInt64) -> Int {
    let mixed = (low ^ (high &* 0x9E37_79B9_7F4A_7C15)) &* 0xD6E8_FEB8_6659_FD93
    return Int(mixed >> (64 - bits))
  }
}
