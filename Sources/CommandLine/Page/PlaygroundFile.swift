#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif
import Diagnostics
import Text
import Workspace

/// The playground of a release, a page that checks rules in a browser; `.github/release/playground.py` writes it.
struct PlaygroundFile {
  static let name = "playground.html"

  /// The greatest numbers that the playground reads; `Sources/Playground/files.ts` has the same.
  private static let limits = (files: 50, characters: 2_000_000)

  let path: Path
  private let bytes: [UInt8]

  /// - Parameter path: nil for the file that is installed with the program.
  init(_ path: Path?) throws(FileError) {
    guard let found = path ?? Self.installed() else {
      throw FileError(
        .read, Path(Self.name),
        """
        it is not beside the program: take it from the release \(Version.number) of Bascule and name it with \
        `--playground FILE`, or make it in a clone with `.github/release/build --browser`
        """)
    }
    self.path = found
    bytes = try Files.read(found)
    guard let version = Self.version(of: bytes), bytes.firstRange(of: Self.empty) != nil else {
      throw FileError(.read, found, "it is no playground of Bascule")
    }
    guard version.elementsEqual(Version.number.utf8) else {
      throw FileError(
        .read, found,
        "it is the playground of Bascule \(String(decoding: version, as: UTF8.self)), not of \(Version.number)"
      )
    }
  }

  /// The page with the rules of a set in it.
  ///
  /// - Parameters:
  ///   - title: the name of the set for people.
  ///   - texts: its files.
  ///   - former: the files of the version to compare with; nil for none.
  func page(
    _ title: String, _ texts: [LoadedRuleSet.NamedText], former: [LoadedRuleSet.NamedText]?
  ) throws(FileError) -> [UInt8] {
    for texts in [texts, former ?? []] {
      let characters = texts.reduce(0) { $0 + $1.text.utf16.count }
      if texts.count > Self.limits.files || characters > Self.limits.characters {
        throw FileError(
          .write, Path(Self.name),
          """
          the playground takes \(Self.limits.files) files with \(Self.limits.characters) characters in all, \
          and the rule set has \(texts.count) files with \(characters)
          """)
      }
    }
    var writer = JSONWriter()
    writer.object { writer in
      writer.string("title", title)
      Self.write("files", texts, &writer)
      if let former { Self.write("pinned", former, &writer) }
    }
    guard let range = bytes.firstRange(of: Self.empty) else { return bytes }
    return bytes[..<range.lowerBound] + Self.opening + PageModel.embedded(writer.bytes)
      + Self.closing
      + bytes[range.upperBound...]
  }

  private static func write(
    _ key: StaticString, _ texts: [LoadedRuleSet.NamedText], _ writer: inout JSONWriter
  ) {
    writer.objects(key, texts) { file, writer in
      writer.string("name", file.name)
      writer.string("text", file.text)
    }
  }

  private static let opening = Array(#"<script id="start" type="application/json">"#.utf8)
  private static let closing = Array("</script>".utf8)
  /// The place for the rules.
  private static let empty = opening + Array("null".utf8) + closing
  private static let generator = Array(#"content="bascule playground "#.utf8)

  private static func version(of bytes: [UInt8]) -> ArraySlice<UInt8>? {
    guard let range = bytes.firstRange(of: generator) else { return nil }
    return bytes[range.upperBound...].prefix { $0 != UInt8(ascii: "\"") }
  }

  /// The file beside the program, or in the folder for data of packages.
  private static func installed() -> Path? {
    guard let folder = program?.folder else { return nil }
    let places = ["/\(name)", "/../share/bascule/\(name)"]
    return places.map { Path(bytes: folder.bytes + Array($0.utf8)).normalized }.first { path in
      ((try? Files.status(of: path)) ?? nil)?.kind == .file
    }
  }

  /// The program that runs, without links.
  private static var program: Path? {
    #if canImport(Darwin)
      var size: UInt32 = 4096
      var buffer = [CChar](repeating: 0, count: Int(size))
      guard _NSGetExecutablePath(&buffer, &size) == 0 else { return nil }
      let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      return Files.realPath(Path(bytes: bytes))
    #else
      return Files.realPath(Path("/proc/self/exe"))
    #endif
  }
}
