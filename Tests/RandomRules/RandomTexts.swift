/// Generates texts that are URLs or nearly URLs.
package struct RandomURLTexts {
  private var random: RandomChoice

  package init(random: RandomChoice) { self.random = random }

  package mutating func next() -> String {
    var text = random.one(of: [
      "https:", "http:", "HTTPS:", "ws:", "ftp:", "file:", "File:", "tel:", "mailto:", "x:",
      "a+b-.1:", "javascript:", "1x:", "", ":", "about:", "wss:", "h\nttps:",
    ])
    text += random.one(of: ["//", "//", "//", "//", "", "/", "///", "\\\\", "/\\"])
    if random.once(in: 6) {
      text += random.one(of: [
        "u@", "u:p@", ":p@", "u:@", "@", "a;b@", "a=b:c@", "a%40b@", "%@", "a@b@", "ü:|@", "[ ]@",
      ])
    }
    text += random.one(of: [
      "a.com", "A.Com", "a.com.", "localhost", "b..c", "[::1]", "[::]", "[1:2:3:4:5:6:7:8]",
      "[1:0:0:4:0:0:0:8]", "[::FFFF:1]", "[1::2::3]", "[12345::]", "[::1", "[:1]",
      "[1:2:3:4:5:6:7::]", "[::1.2.3.4]", "127.0.0.1", "127.1", "0x7f.1", "1.2.3.256",
      "01.2.3.4", "1.2.3.4.", "a.0x", "a.1", "256", "ü.de", "a%41", "a b", "", "a_b",
      "a!$&'()*+,;=", "a|b", "{x}", "xn--mnchen-3ya.de", "C:", "c|", "%zz", "%41.%62", "a%2Fb",
      "a%00", "%FF", "%C3%BC", "a\"`{}~", "a\tb", "é%zz", "Xk3AbC", ".", "..", "1..2",
      "[::a:1.2.3.04]",
      "[1:2:3:4:5:6:1.2.3.4]", "[::1.2.3]", "[%31::]",
    ])
    if random.once(in: 8) {
      // These numbers form an IPv4 address or nearly one.
      let numbers = (0...random.below(5)).map { _ in
        random.one(of: [
          "0", "1", "255", "256", "00", "010", "08", "0377", "0400", "0x", "0xff", "0XFF", "0x100",
          "65535",
          "65536", "0177777", "0200000", "16777216", "0xFFFFFF", "4294967295", "4294967296",
          "037777777777",
          "040000000000", "0x00000000000ffffffff", "0x100000000", "%31", "0%78f", "", "a", "1%32",
        ])
      }
      text += numbers.joined(separator: ".")
    }
    if random.once(in: 4) {
      text += random.one(of: [
        ":", ":80", ":443", ":0080", ":65535", ":65536", ":99999", ":8x", ":000000001",
      ])
    }
    for _ in 0..<random.below(4) {
      text += random.one(of: ["/", "/", "/", "//", "\\"])
      text += random.one(of: [
        "a", "..", ".", "%2e", ".%2E", "ü", "a b", "a%20b", "%", "%zz", "%2", "a|b", "[x]", "C:",
        "c|", "'", "\"", "<a>", "^`{}", "😀", "a;b=c", "...", "a:b@c", "~",
      ])
    }
    if random.once(in: 3) {
      text +=
        "?"
        + random.one(of: [
          "", "a=b", "a=ü", "a b", "'", "%", "[x]", "a?b", "\"<>", "|^`{}", "/\\", "a\nb",
        ])
    }
    if random.once(in: 3) {
      text += "#" + random.one(of: ["", "a", "a#b", "ü", " x", "'", "%", "\"<>`", "|^{}", "?"])
    }
    if random.once(in: 12) {
      text += random.one(of: [" ", "\t", "\n", "\u{7F}", "\u{1}", "\u{85}", " \n", "\u{0}\t"])
    }
    if random.once(in: 20) { text = random.one(of: [" ", "\n"]) + text }
    return text
  }
}
