import Diagnostics
import Text

/// The data of a finding as a reader of an output format has found it. Data that the format omits is nil or empty.
struct ReadFinding: Equatable {
  struct Place: Equatable {
    var file: String
    var start: Position
    var end: Position?
  }

  struct Note: Equatable {
    var message: String
    var place: Place
  }

  struct Edit: Equatable {
    var place: Place
    var replacement: String
  }

  var code: String
  var severity: Severity
  var message: String
  var place: Place
  var related: [Note] = []
  var help: String?
  var isSafe: Bool?
  var isWeaker: Bool?
  var edits: [Edit] = []
  var witness: String?
  /// True if the finding makes the check fail.
  var isFailure: Bool?
}

extension RandomReport {
  /// The name of a file in an output.
  enum Naming { case name, host, absolute }

  func name(_ file: Int, _ naming: Naming) -> String {
    switch naming {
    case .name: files[file].name
    case .host: files[file].repositoryName ?? files[file].absoluteName
    case .absolute: files[file].absoluteName
    }
  }

  func read(_ place: Place, _ naming: Naming, hasEnd: Bool = true) -> ReadFinding.Place {
    let file = files[place.file]
    return ReadFinding.Place(
      file: name(place.file, naming), start: file.position(place.start),
      end: hasEnd ? file.position(place.end) : nil)
  }
}

extension RandomReport.Shown {
  /// The message followed by the other texts, for formats without separate places for these.
  var lines: String {
    ([message] + (label.isEmpty ? [] : [label]) + (witness.map { ["witness: " + $0] } ?? [])
      + (help.map { ["help: " + $0] } ?? [])).joined(separator: "\n")
  }
}

extension Severity {
  init?(shown word: String) {
    switch word {
    case "error", "major": self = .error
    case "warning", "minor": self = .warning
    case "note", "notice", "info": self = .info
    default: return nil
    }
  }
}

extension String {
  /// The text in which escapes such as `\u{1B}`, for characters that an output cannot contain, are replaced.
  var withoutEscapes: String {
    replacing(/\\u\{([0-9A-F]+)\}/) { match in
      UInt32(match.1, radix: 16).flatMap(Unicode.Scalar.init).map { String($0) } ?? ""
    }
  }

  /// The text on one line of a terminal, without escapes and pictures of controls, and with one blank for each run of
  /// white space.
  var onOneLine: String {
    var text = ""
    for scalar in withoutEscapes.unicodeScalars {
      let value = scalar.value
      let isPicture = (0x2400..<0x2420).contains(value)
      let plain =
        isPicture
        ? Unicode.Scalar(value - 0x2400) ?? scalar
        : value == 0x2421 ? "\u{7F}" : scalar
      text.unicodeScalars.append(plain)
    }
    let blanks = " \t\n\r\u{85}\u{B}\u{C}\u{2028}\u{2029}".unicodeScalars
    return text.unicodeScalars.split { blanks.contains($0) }.map { String($0) }
      .joined(separator: " ")
  }
}
