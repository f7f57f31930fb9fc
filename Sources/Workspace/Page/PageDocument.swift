import EmbeddedFiles

extension PageModel {
  /// The page as one HTML file without references to other files.
  ///
  /// - Parameter watches: true for a page that reads its file again every second.
  package func html(watches: Bool = false) -> [UInt8] {
    let parts = PageParts()
    var contents = [
      "policy": parts.policy(watches: watches), "style": parts.style, "model": Self.embedded(json),
      "script": parts.script,
    ]
    if watches {
      contents["watch"] = Array("    <script>".utf8) + parts.watch + Array("</script>\n".utf8)
    }
    var bytes: [UInt8] = []
    var rest = parts.html[...]
    // Marks such as `{{style}}` are replaced by contents.
    while let start = rest.firstIndex(of: UInt8(ascii: "{")) {
      let name = rest[start...].dropFirst(2).prefix { $0 != UInt8(ascii: "}") }
      bytes += rest[..<start]
      bytes += contents[String(decoding: name, as: UTF8.self)] ?? []
      rest = rest[name.endIndex...].dropFirst(2)
    }
    return bytes + rest
  }

  /// The JSON for an element `script`, escaped so that no text in it ends the element.
  ///
  /// `<` and the separators U+2028 and U+2029 occur only in strings of JSON, in which they are escaped.
  package static func embedded(_ json: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(json.count)
    var index = 0
    while index < json.count {
      let byte = json[index]
      if byte == UInt8(ascii: "<") {
        result += Array(#"\u003C"#.utf8)
      } else if byte == 0xE2, index + 2 < json.count, json[index + 1] == 0x80,
        json[index + 2] & 0xFE == 0xA8
      {
        result += Array((json[index + 2] == 0xA8 ? #"\u2028"# : #"\u2029"#).utf8)
        index += 2
      } else {
        result.append(byte)
      }
      index += 1
    }
    return result
  }
}

/// The files of the page in `Sources/Page`.
private struct PageParts {
  let html, style, script, watch: [UInt8]
  /// The hashes by which the content security policy names the style and the scripts.
  private let styleHash, scriptHash, watchHash: String

  init() {
    let files = embedded_page()
    let texts = UnsafeBufferPointer(start: files.start, count: files.count).split(separator: 0)
      .map(Array.init)
    (html, style, script, watch) = (texts[0], texts[1], texts[2], texts[3])
    let hashes = String(decoding: texts[4], as: UTF8.self).split(separator: "\n").map(String.init)
    (styleHash, scriptHash, watchHash) = (hashes[0], hashes[1], hashes[2])
  }

  /// The content security policy, which permits only the contents of the page itself.
  func policy(watches: Bool) -> [UInt8] {
    let scripts = watches ? "\(scriptHash) \(watchHash)" : scriptHash
    let directives =
      ["default-src 'none'", "script-src \(scripts)", "style-src \(styleHash)", "base-uri 'none'"]
      + ["form-action 'none'"] + (watches ? ["frame-src 'self'"] : [])
    return Array(directives.joined(separator: "; ").utf8)
  }
}
