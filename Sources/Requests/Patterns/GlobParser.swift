/// A glob and the captures that it binds.
package struct ParsedGlob: Hashable, Sendable {
  package var glob: Glob
  /// The captures in the order of the text. The index of the first in the glob is the one that was passed to the
  /// parser.
  package var captures: [PatternCapture]
}

extension Glob {
  /// Parses a pattern of `like`.
  ///
  /// With the separator `/` the text consists of components, with `.` of host labels. A backslash escapes `*`,
  /// `{`, `}` and `\`. Letters keep their case, and percent escapes are not decoded.
  ///
  /// - Parameter firstCapture: the index of the first capture in `elements`.
  package static func parse(
    _ text: String, separator: Character, firstCapture: Int = 0
  ) -> Result<ParsedGlob, PatternFault> {
    var reader = PatternReader(text)
    var builder = GlobBuilder(
      kind: separator == "." ? .host : .components, firstCapture: firstCapture)
    do {
      let tokens = try reader.globTokens(
        upTo: reader.scalars.count, separator: separator.unicodeScalars.first)
      let glob = try builder.glob(tokens, source: text, reader)
      return .success(ParsedGlob(glob: glob, captures: builder.captures))
    } catch {
      return .failure(error)
    }
  }
}

/// Turns tokens into the elements of one or several globs, and numbers their captures.
struct GlobBuilder {
  enum Kind {
    /// A text of components that are separated by `/`.
    case components
    /// A text of labels that are separated by `.`.
    case host
    /// A text without components, in which both wildcards match any characters.
    case text
  }

  var kind: Kind
  let firstCapture: Int
  private(set) var captures: [PatternCapture] = []
  private var names: Set<String> = []

  init(kind: Kind, firstCapture: Int) {
    self.kind = kind
    self.firstCapture = firstCapture
  }

  mutating func glob(
    _ tokens: [GlobToken], source: String, _ reader: PatternReader
  ) throws(PatternFault) -> Glob {
    var elements: [Glob.Element] = []
    var text = ""
    func flush() {
      if !text.isEmpty { elements.append(.literal(text)) }
      text = ""
    }
    for (index, token) in tokens.enumerated() {
      let startsComponent = index == 0 || tokens[index - 1].isSeparator
      let endsComponent = index + 1 == tokens.count || tokens[index + 1].isSeparator
      var element: Glob.Element?
      switch token.kind {
      case .literal(let literal): text += literal
      case .separator:
        if !takesSeparator(tokens, index + 1) { text += kind == .host ? "." : "/" }
      case .run: element = kind == .text ? .anything : .run
      case .anything: element = takesSeparator(tokens, index) ? .components : .anything
      case .capture(let capture):
        let isWhole = startsComponent && endsComponent
        if !isWhole { try checkPart(capture, tokens, index, reader) }
        if capture.isRest, !takesSeparator(tokens, index) {
          throw reader.fault(.invalid, misplacedRest(index == tokens.count - 1), token.range)
        }
        if !names.insert(capture.name).inserted {
          throw reader.fault(
            .invalid, "`\(capture.name)` is already captured; each capture needs a different name",
            token.range)
        }
        let number = firstCapture + captures.count
        element =
          capture.isRest ? .captureRest(number) : isWhole ? .capture(number) : .captureText(number)
        captures.append(capture)
      }
      if let element {
        flush()
        elements.append(element)
      }
    }
    flush()
    let glob = Glob(elements: elements, separator: kind == .host ? "." : "/", source: source)
    let cost = glob.searchCost { captures[$0 - firstCapture].typeName }
    if cost > Glob.greatestSearchCost {
      let first = tokens.first?.range.lowerBound ?? 0
      throw reader.fault(
        .invalid,
        "the pattern is too long to search a text for it: from its first to its last wildcard it may have \(Glob.greatestSearchCost) characters, where a wildcard counts as 8 and a capture with a type as 110, or as 200 if that is an enum",
        first..<(tokens.last?.range.upperBound ?? first))
    }
    return glob
  }

  /// Returns true if the token is `**` or `{name**}` as a whole component. Its element includes the separator.
  private func takesSeparator(_ tokens: [GlobToken], _ index: Int) -> Bool {
    guard kind == .components, index > 0, index < tokens.count, tokens[index - 1].isSeparator
    else { return false }
    switch tokens[index].kind {
    case .anything: return index + 1 == tokens.count || tokens[index + 1].isSeparator
    case .capture(let capture): return capture.isRest && index + 1 == tokens.count
    case .literal, .separator, .run: return false
    }
  }

  /// Throws if the capture cannot be next to other text.
  private func checkPart(
    _ capture: PatternCapture, _ tokens: [GlobToken], _ index: Int, _ reader: PatternReader
  ) throws(PatternFault) {
    let name = capture.name
    let range = tokens[index].range
    if kind == .host {
      throw reader.fault(
        .invalid, "a capture is a whole label of the host; only `.` can be next to `{\(name)}`",
        range)
    }
    if let type = capture.typeName, type != "String" {
      throw reader.fault(
        .invalid,
        "`{\(name)}` is beside other text, so it is a `String`; write it without a type, since the parameter that it is passed to converts it",
        range)
    }
    let neighbours = [index - 1, index + 1].filter(tokens.indices.contains)
    if neighbours.contains(where: { tokens[$0].isWildcard }) {
      throw reader.fault(
        .invalid, "a text must be between `{\(name)}` and the wildcard next to it", range)
    }
  }

  private func misplacedRest(_ isLast: Bool) -> String {
    if kind == .host {
      return "a host has no rest to capture; write `**`, or `{name}` for one label"
    }
    if !isLast { return "`{name**}` captures the rest, so it must be last" }
    return "`{name**}` captures whole components, so it must follow `/`"
  }
}
