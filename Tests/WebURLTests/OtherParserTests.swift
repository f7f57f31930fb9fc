import Foundation
import TestSupport
import Testing
import WebURL

/// Compares the parser with deno's parser on unusual URLs that the list of the standard does not contain.
@Suite struct OtherParserTests {
  struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      var value = state
      value = (value ^ (value >> 33)) &* 0xFF51_AFD7_ED55_8CCD
      return value ^ (value >> 33)
    }
  }

  /// The characters that UTS #46 maps differently since Unicode 16.
  private static let mappedDifferently: [ClosedRange<UInt32>] = [
    0x4C0...0x4C0, 0x115F...0x1160, 0x1E9E...0x1E9E, 0x2061...0x2063, 0x206A...0x206F,
    0x2132...0x2132, 0x2183...0x2183, 0xFFA0...0xFFA0, 0x2F868...0x2F868, 0x2F874...0x2F874,
  ]

  /// Returns random unusual URLs.
  ///
  /// They do not include cases in which deno still follows an older text of the standard: `^` in paths, invalid `xn--`
  /// labels, spaces at the end of an opaque path, and the characters that UTS #46 maps differently since Unicode 16.
  static func oddURLs(_ count: Int) -> [String] {
    var generator = SeededGenerator(state: Seed.of(2026))
    func pick<T>(_ list: [T]) -> T { list.randomElement(using: &generator)! }
    func scalar() -> String {
      let blocks: [ClosedRange<UInt32>] = [
        0x80...0x24F, 0x300...0x36F, 0x370...0x52F, 0x5D0...0x5EA, 0x620...0x64A, 0x660...0x669,
        0x900...0x97F, 0x1100...0x11FF, 0x1E00...0x1FFF, 0x2000...0x206F, 0x2100...0x218F,
        0x3000...0x30FF, 0x4E00...0x4E80, 0xAC00...0xAC80, 0xF900...0xFAD9, 0xFB00...0xFB4F,
        0xFE00...0xFFEF, 0x1D400...0x1D500, 0x1F600...0x1F64F, 0x2F800...0x2F900,
      ]
      while true {
        if let scalar = Unicode.Scalar(UInt32.random(in: pick(blocks), using: &generator)),
          let age = scalar.properties.age, age.major < 15,
          !mappedDifferently.contains(where: { $0.contains(scalar.value) })
        {
          return String(scalar)
        }
      }
    }
    func label() -> String {
      switch Int.random(in: 0..<8, using: &generator) {
      case 0...2:
        return pick([
          "a", "Shop", "0", "1", "0x1f", "256", "07", "08", "a-", "-a", "_", "", "%41", "%2e",
          "4294967295",
        ])
      case 3: return scalar()
      case 4: return "a" + scalar() + scalar()
      case 5:
        return scalar() + pick(["\u{200D}", "\u{200C}", "\u{AD}", "\u{301}", "\u{94D}\u{200D}"])
          + scalar()
      case 6: return (0..<4).map { _ in scalar() }.joined()
      default:
        return pick(["a b", "a%zz", "a\u{7F}", "a<b", "*", "!", "a|b", "%00", "%C3%BC", "%FF"])
      }
    }
    func host() -> String {
      if Int.random(in: 0..<6, using: &generator) == 0 {
        return "["
          + pick([
            "::", "::1", "1::", "1:2:3:4:5:6:7:8", "1:0:0:4:5:0:0:8", "::ffff:1.2.3.4", "1::2::3",
            "::1.2.3", "::1.2.3.04", "::256.1.1.1", "12345::", "g::", "1:2:3:4:5:6:7:1.2.3.4", ":",
            "1:", ":1", "::1:", "0:0:1:0:0:0:1:0", "1:2:3:4:5:6:1.2.3.4", "::A.1.1.1", "%31::", "",
          ]) + pick(["]", "]", "]", "", "]x"])
      }
      return (0..<Int.random(in: 1...4, using: &generator)).map { _ in label() }.joined(
        separator: ".")
    }
    func tail() -> String {
      let pieces = [
        "/", "//", ".", "..", "%2e", "%2E.", "a", "B", "é", "%zz", "%C3%A9", "\\", "?", "#", "?a=b",
        "&",
        "+", "'", "\"", "<", "`", "{", "|", "@", ":", ";", "[", "]", "😀", "\u{0}", "C:", "c|", "~",
        "=",
      ]
      return (0..<Int.random(in: 0...7, using: &generator)).map { _ in pick(pieces) }.joined()
    }
    return (0..<count).map { _ in
      let scheme = pick([
        "http", "https", "HTTPS", "ws", "ftp", "file", "tel", "mailto", "myapp", "a+b.c-1",
        "javascript",
        "", "1a", "blob", "data",
      ])
      let slashes = pick(["://", "://", "://", ":/", ":", ":\\\\", ":///", ":////", ":/\\"])
      let user = pick(["", "", "", "", "u@", "u:p@", ":@", "@", "a@b@", "u:p:q@", "é:ü@"])
      let port = pick([
        "", "", "", ":", ":80", ":443", ":0", ":65535", ":65536", ":008080", ":x", ":8 0",
      ])
      let start = pick(["", "", "", "", " ", "\t", "\n\u{1}"])
      return start + scheme + slashes + user + (Bool.random(using: &generator) ? host() + port : "")
        + tail()
    }
  }

  /// Returns whether a difference is a known bug of deno that ada (in node) does not have. Deno drops empty components
  /// at the start of a `file:` path, accepts user info without a host, and reads a backslash as a slash after the port
  /// of schemes that are not special. It keeps the `|` of a drive letter before `?` and `#`, keeps drive letters before
  /// `..` also in URLs other than those of files (rust-url, issue 1130), and drops the host before a drive letter.
  private func isFaultOfDeno(_ url: String, _ ours: String?, _ theirs: String?) -> Bool {
    guard let theirs else { return false }
    if let ours {
      if !ours.hasPrefix("file:"), Self.driveLetters(theirs) > Self.driveLetters(ours) {
        return true
      }
      var drive = Array(ours.unicodeScalars)
      let place = "file:///c".unicodeScalars.count
      if ours.hasPrefix("file:///"), drive.count > place, drive[place] == ":" {
        drive[place] = "|"
        if drive == Array(theirs.unicodeScalars) { return true }
      }
      if let host = ours.firstMatch(of: /^file:\/\/[^\/]+(?=\/[A-Za-z]:(\/|$|\?|#))/) {
        return theirs == "file://" + ours[host.range.upperBound...]
      }
      let rest = ours.drop { $0 != ":" }.dropFirst(3).drop { $0 != "/" }
      return ours.hasPrefix("file:") && rest.hasPrefix("//")
    }
    let scheme = theirs.prefix { $0 != ":" }
    return !WebURL.isSpecial(String(scheme)) && (url.contains("@") || url.contains("\\"))
  }

  /// Returns the number of path components such as `C:` and `c|` that precede another one.
  private static func driveLetters(_ url: String) -> Int {
    url.matches(of: /\/[A-Za-z][:|](?=\/)/).count
  }

  @Test(.seeded) func agreesWithDeno() throws {
    guard let deno = Tool.deno(for: "odd URLs against deno") else { return }
    let urls = Self.oddURLs(TestOptions.cases(3000, long: 8000))
    let folder = try TemporaryFolder()
    let input = folder.url.appendingPathComponent("urls.json")
    try JSONEncoder().encode(urls).write(to: input)
    let script = folder.url.appendingPathComponent("parse.js")
    try """
    const urls = JSON.parse(Deno.readTextFileSync(Deno.args[0]));
    const href = (url) => { try { return new URL(url).href; } catch { return null; } };
    Deno.writeTextFileSync(Deno.args[1], JSON.stringify(urls.map(href)));
    """.write(to: script, atomically: true, encoding: .utf8)
    let output = folder.url.appendingPathComponent("hrefs.json")
    let parsed = try ProcessRunner.run(
      deno,
      [
        "run", "--no-prompt", "--allow-read", "--allow-write", script.path, input.path, output.path,
      ],
      environment: .adding(Tool.denoEnvironment))
    try #require(parsed.status == 0, "\(parsed.output)")
    let theirs = try JSONDecoder().decode([String?].self, from: Data(contentsOf: output))
    #expect(theirs.count == urls.count)
    #expect(theirs.count { $0 != nil } > urls.count / 3)
    var left = 0
    for (url, expected) in zip(urls, theirs) {
      let ours = WebURL.parse(url)?.href
      if isFaultOfDeno(url, ours, expected) {
        left += 1
        continue
      }
      #expect(
        ours.map { $0.unicodeScalars.elementsEqual((expected ?? "").unicodeScalars) }
          ?? (expected == nil),
        "\(url.debugDescription): \(ours ?? "fails"), deno says \(expected ?? "fails")")
    }
    #expect(left < urls.count / 50)
  }
}
