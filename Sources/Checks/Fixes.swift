import Diagnostics
import Semantics
import Syntax
import Text

extension Fix {
  /// Replaces the text of a location.
  static func replace(_ location: Location, with text: String, isSafe: Bool) -> Fix {
    Fix([Edit(location, text)], isSafe: isSafe)
  }

  /// Inserts a test before the rule's own condition; nil for `otherwise`.
  static func require(_ test: String, in rule: Rule) -> Fix? {
    guard let condition = rule.ownCondition else { return nil }
    if rule.isAlways { return .replace(condition.location, with: "when \(test)", isSafe: false) }
    let place = condition.location
    guard case .any = condition else {
      return Fix([Edit(place.start, "\(test) && ")], isSafe: false)
    }
    return Fix([Edit(place.start, "\(test) && ("), Edit(place.end, ")")], isSafe: false)
  }

  /// Deletes an item of a handler or chain with its comments.
  static func delete(item location: Location, _ input: CheckInput) -> Fix {
    Fix([Edit(input.item(location, with: .allAbove).location, "")], .deletion, isSafe: false)
  }

  /// Deletes a declaration with its documentation.
  static func delete(declaration location: Location, _ input: CheckInput) -> Fix {
    Fix([Edit(input.item(location, with: .documentation).location, "")], .deletion, isSafe: false)
  }

  static func delete(comment location: Location, _ input: CheckInput) -> Fix {
    Fix([Edit(input.item(location, with: .none).location, "")], .deletion, isSafe: false)
  }

  /// Moves an item of a handler or chain, with its comments, before an earlier one; nil if one of them shares a line
  /// with other text.
  static func move(_ location: Location, before target: Location, _ input: CheckInput) -> Fix? {
    let item = input.item(location, with: .allAbove)
    let place = input.item(target, with: .allAbove)
    guard item.isWholeLines, place.isWholeLines, item.location.file == place.location.file,
      place.location.span.end <= item.location.span.start
    else { return nil }
    return Fix(
      [Edit(place.location.start, input.text(item.location)), Edit(item.location, "")], .move,
      isSafe: false)
  }

  /// Inserts a rule before an item of a handler or chain, and before its comments; nil if the item shares a line with
  /// other text.
  static func insert(_ rule: String, before target: Location, _ input: CheckInput) -> Fix? {
    let place = input.item(target, with: .allAbove)
    guard place.isWholeLines else { return nil }
    let line = input.item(target, with: .none).location.start
    let indent = input.text(
      Location(target.file, Span(line.span.start, target.span.start)))
    return Fix([Edit(place.location.start, indent + rule + "\n")], isSafe: false)
  }

  /// Replaces a part of a condition; nil if a comment in it could be lost.
  static func replacePart(_ location: Location, with text: String, _ input: CheckInput) -> Fix? {
    input.mayHaveComment(location) ? nil : .replace(location, with: text, isSafe: false)
  }

  /// Inserts a rule after another one; nil if the latter shares a line with other text, or ends the file.
  static func insert(_ rule: String, after target: Location, _ input: CheckInput) -> Fix? {
    let place = input.item(target, with: .none)
    guard place.isWholeLines,
      [0x0A, 0x0D].contains(input.byte(target.file, Int(place.location.span.end) - 1))
    else { return nil }
    let indent = input.text(
      Location(target.file, Span(place.location.span.start, target.span.start)))
    return Fix([Edit(place.location.end, indent + rule + "\n")], isSafe: false)
  }

  /// Moves items of a handler or chain, with their comments, after a later one; nil if one of them shares a line with
  /// other text.
  ///
  /// - Parameter locations: the locations of the items, ascending.
  static func move(
    _ locations: [Location], after target: Location, _ input: CheckInput
  ) -> Fix? {
    let items = locations.map { input.item($0, with: .allAbove) }
    let place = input.item(target, with: .allAbove)
    guard let last = items.last, (items + [place]).allSatisfy({ $0.isWholeLines }),
      items.allSatisfy({ $0.location.file == place.location.file }),
      last.location.span.end <= place.location.span.start,
      // The last line of a file may lack a line end.
      [0x0A, 0x0D].contains(input.byte(place.location.file, Int(place.location.span.end) - 1))
    else { return nil }
    return Fix(
      items.flatMap {
        [Edit(place.location.end, input.text($0.location)), Edit($0.location, "")]
      }, .move, isSafe: false)
  }
}

extension CheckInput {
  /// The lines of an item of a handler or chain, or of a declaration.
  func item(_ location: Location, with comments: ItemLines.Comments) -> ItemLines {
    ItemLines(location, with: comments, in: files)
  }

  /// The location of each whole declaration, by the location of its name.
  var declarations: [Location: Location] {
    var places: [Location: Location] = [:]
    for (index, tree) in trees.enumerated() {
      for declaration in tree.declarations {
        var headers = [declaration.header]
        if case .channel(let channel) = declaration {
          headers += channel.strategies.map { $0.header }
        }
        for header in headers {
          places[Location(FileID(index), header.name.span)] = Location(FileID(index), header.span)
        }
      }
    }
    return places
  }
}
