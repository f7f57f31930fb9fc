import Text

/// The way in which events and replies reach the page.
package struct Dispatch: Entity {
  package enum Style: Hashable, Sendable {
    /// A `CustomEvent` of this type on `window`. Its `detail` is `{ name, body }` unless the dispatch has arguments.
    case customEvent(String)
    /// A global function at this dotted path. Its arguments are `(name, payload)` unless the dispatch has arguments.
    case function(String)
    /// A global function. A field of the answered message contains its dotted path.
    case functionNamed(by: [String])
  }

  /// The arguments for the answers to messages.
  package struct Answer: Hashable, Sendable {
    package var replies: [PageValue]
    package var fails: [PageValue]
  }

  /// The declaration. Its name is `default` if the source contains none.
  package var declared: Declared
  package var style: Style
  /// The arguments for events; nil if pages receive events with the generated module.
  package var sends: [PageValue]?
  /// The arguments for replies and errors; nil if the dispatch carries events only.
  package var answer: Answer?

  /// True if the dispatch can deliver events.
  package var carriesEvents: Bool { sends != nil || answer == nil }
}

/// A value that is built for the page.
package indirect enum PageValue: Hashable, Sendable {
  /// A value of the event, the reply or the error.
  package enum Part: String, CaseIterable, Hashable, Sendable {
    case name, payload, number, reply
    case errorCode = "error.code"
    case errorMessage = "error.message"

    package static let ofEvents: [Part] = [.name, .payload, .number]
    package static let ofReplies: [Part] = [.reply]
    package static let ofErrors: [Part] = [.errorCode, .errorMessage]
  }

  package struct Field: Hashable, Sendable {
    package var key: String
    package var value: PageValue
  }

  case string(String)
  case int(Int64)
  case double(Double)
  case bool(Bool)
  case part(Part)
  /// A field of the answered message, with the value that the page sent.
  case message([String])
  case object([Field])

  /// The value in the syntax of rules.
  package var text: String {
    switch self {
    case .string(let text): Quoting.stringified(text)
    case .int(let number): String(number)
    case .double(let number): "\(number)"
    case .bool(let value): "\(value)"
    case .part(let part): part.rawValue
    case .message(let path): "message" + path.map { "[\(Quoting.stringified($0))]" }.joined()
    case .object(let fields):
      "{ "
        + fields.map { "\(Quoting.stringified($0.key)): \($0.value.text)" }.joined(separator: ", ")
        + " }"
    }
  }
}

extension Dispatch {
  /// The target and the arguments in the syntax of rules.
  package var text: String {
    var text =
      switch style {
      case .customEvent(let type): "customEvent " + Quoting.stringified(type)
      case .function(let path): "function " + Quoting.stringified(path)
      case .functionNamed(let path): "function " + PageValue.message(path).text
      }
    func add(_ clause: String, _ values: [PageValue]?) {
      guard let values else { return }
      text += " \(clause) (" + values.map { $0.text }.joined(separator: ", ") + ")"
    }
    add("sends", sends)
    add("replies", answer?.replies)
    add("fails", answer?.fails)
    return text
  }
}
