import Diagnostics
import Foundation
import Testing
import Text

@Suite struct HumanRendererTests {
  /// Returns the location of the n-th occurrence of a text in a file of the list.
  private func place(
    _ text: String, in file: SourceFile, _ id: Int = 0, occurrence: Int = 1
  ) -> Location {
    let bytes = file.bytes
    let wanted = Array(text.utf8)
    var left = occurrence
    for start in 0...(bytes.count - wanted.count)
    where bytes[start..<start + wanted.count].elementsEqual(wanted) {
      left -= 1
      if left == 0 { return Location(FileID(id), Span(start, start + wanted.count)) }
    }
    Issue.record("`\(text)` is not in the file")
    return Location(FileID(id), Span(0, 0))
  }

  private func render(_ findings: [Finding], _ files: [SourceFile]) -> String {
    var renderer = HumanRenderer(files: files, style: .plain)
    return String(decoding: renderer.render(findings), as: UTF8.self)
  }

  @Test func oneLine() {
    let file = SourceFile(name: "rules/a.bascule", text: "flag a\nchain Default {\n  use Deep\n}\n")
    let finding = Finding(
      "unknown-name", .error, "no handler or chain is named `Deep`", at: place("Deep", in: file),
      label: "not declared", help: "declare it", witness: "https://a.com/")
    #expect(
      render([finding], [file]) == """
        error[unknown-name]: no handler or chain is named `Deep`
         --> rules/a.bascule:3:7
          |
        3 |   use Deep
          |       ^^^^ not declared
          |
          = help: declare it
          = witness: https://a.com/


        """)
  }

  @Test func relatedPlacesOfOneFileAndAnother() {
    let a = SourceFile(
      name: "a.bascule",
      text: "strategy One \"x\"\n\nstrategy Two \"x\"\n" + String(repeating: "\n", count: 9)
        + "strategy Four \"x\"\n")
    let b = SourceFile(name: "b.bascule", text: "strategy Three \"x\"\n")
    let finding = Finding(
      "duplicate-strategy-identifier", .warning, "identifier `x` is taken",
      at: place("\"x\"", in: a, occurrence: 2), label: "here again",
      related: [
        .init("first here", at: place("\"x\"", in: a)),
        .init("and here", at: place("\"x\"", in: b, 1)),
        .init("far below", at: place("\"x\"", in: a, occurrence: 3)),
      ])
    #expect(
      render([finding], [a, b]) == """
        warning[duplicate-strategy-identifier]: identifier `x` is taken
          --> a.bascule:3:14
           |
         1 | strategy One "x"
           |              --- first here
         2 |
         3 | strategy Two "x"
           |              ^^^ here again
        ...
        13 | strategy Four "x"
           |               --- far below
           |
          ::: b.bascule:1:16
           |
         1 | strategy Three "x"
           |                --- and here


        """)
  }

  @Test func severalMarksOnOneLine() {
    let file = SourceFile(name: "a", text: "when path[1] == path[2] allow\n")
    let finding = Finding(
      "x", .info, "three", at: place("path[1]", in: file), label: "left",
      related: [
        .init("right", at: place("path[2]", in: file)), .init("rule", at: place("when", in: file)),
      ])
    #expect(
      render([finding], [file]) == """
        note[x]: three
         --> a:1:6
          |
        1 | when path[1] == path[2] allow
          | ---- ^^^^^^^    ------- right
          | |    |
          | |    left
          | rule


        """)
  }

  @Test func severalLines() {
    let file = SourceFile(
      name: "a", text: "chain A {\n  1\n  2\n  3\n  4\n  5\n}\nx = {\n  y\n}\n")
    let whole = Finding(
      "x", .error, "whole", at: Location(FileID(0), Span(0, 31)), label: "all of it",
      related: [.init("in it", at: place("4", in: file))])
    #expect(
      render([whole], [file]) == """
        error[x]: whole
         --> a:1:1
          |
        1 | / chain A {
        2 | |   1
        ... |
        5 | |   4
          | |   - in it
        6 | |   5
        7 | | }
          | |_^ all of it


        """)
    let inner = Finding("x", .error, "inner", at: place("{\n  y\n}", in: file), label: "this")
    #expect(
      render([inner], [file]) == """
        error[x]: inner
          --> a:8:5
           |
         8 |   x = {
           |  _____^
         9 | |   y
        10 | | }
           | |_^ this


        """)
  }

  @Test func widthsOfCharacters() {
    let text = "\t日本 \"e\u{301}\" 👩‍👩‍👧 ❤️ Z\u{202E}Y\u{0}X\r\n"
    let file = SourceFile(name: "a", text: text)
    let finding = Finding(
      "x", .error, "wide", at: place("Z", in: file), related: [.init("", at: place("X", in: file))])
    #expect(
      render([finding], [file]) == """
        error[x]: wide
         --> a:1:19
          |
        1 |     日本 "e\u{301}" 👩‍👩‍👧 ❤️ Z\\u{202E}Y␀X
          |                    ^          -


        """)
  }

  @Test func malformedBytesAndTheEnd() {
    let file = SourceFile(name: "a", bytes: Array("a ".utf8) + [0xFF, 0xC3] + Array("b".utf8))
    let findings = [
      Finding("x", .error, "byte", at: Location(FileID(0), Span(3, 4))),
      Finding("x", .error, "end", at: Location(FileID(0), Span(5, 5))),
      Finding("x", .error, "past", at: Location(FileID(0), Span(900, 9000))),
    ]
    let text = render(findings, [file])
    #expect(text.contains(" --> a:1:4\n  |\n1 | a \u{FFFD}\u{FFFD}b\n  |    ^\n"))
    #expect(text.components(of: " --> a:1:6\n  |\n1 | a \u{FFFD}\u{FFFD}b\n  |      ^\n") == 2)
  }

  @Test func emptyFile() {
    let finding = Finding("x", .error, "empty", at: Location(FileID(0), Span(0, 0)))
    #expect(
      render([finding], [SourceFile(name: "a", bytes: [])]) == """
        error[x]: empty
         --> a:1:1
          |
        1 |
          | ^


        """)
  }

  @Test(arguments: [50, 3_000, 1_000_000])
  func longLineIsCutAroundTheMarks(before: Int) {
    let text = String(repeating: "a", count: before) + "HERE" + String(repeating: "b", count: 5_000)
    let file = SourceFile(name: "a", text: text)
    let place = Location(FileID(0), Span(before, before + 4))
    let lines = render([Finding("x", .error, "long", at: place)], [file]).split(separator: "\n")
    let source = Array(lines[3])
    let marks = Array(lines[4])
    #expect(source.count <= 120 + 6)
    let carets = marks.indices.filter { marks[$0] == "^" }
    #expect(String(carets.map { source[$0] }) == "HERE")
    #expect(source.last == "…")
    #expect(lines[1] == " --> a:1:\(before + 1)")
  }

  /// Tests that a line that fits is shown whole, and a longer one is cut.
  @Test func onlyLinesThatAreTooLongAreCut() {
    for width in 100...140 {
      let text = String(repeating: "a", count: width)
      let file = SourceFile(name: "a", text: text)
      let place = Location(FileID(0), Span(0, 4))
      let lines = render([Finding("x", .error, "long", at: place)], [file]).split(separator: "\n")
      #expect(lines[3].hasSuffix("| " + text) == (width <= 120), "\(width)")
      #expect(lines[3].contains("…") == (width > 120), "\(width)")
      #expect(lines[3].count <= 4 + 120)
    }
  }

  @Test func fixThatInserts() {
    let file = SourceFile(name: "a", text: "flag a\n  when x allow\n")
    let at = Location(FileID(0), Span(15, 15))
    let finding = Finding(
      "x", .error, "bad", at: at, help: "negate it",
      fix: Fix(
        [
          Edit(Location(FileID(0), Span(14, 14)), "!("),
          Edit(Location(FileID(0), Span(15, 15)), ")"),
        ],
        isSafe: true))
    #expect(
      render([finding], [file]) == """
        error[x]: bad
         --> a:2:9
          |
        2 |   when x allow
          |         ^
        help (--fix): negate it
          |
        2 |   when !(x) allow
          |        ++ +


        """)
  }

  @Test func fixThatReplacesOrRemoves() {
    let file = SourceFile(name: "a", text: "one\r\ntwo three\r\nfour\r\n")
    let replaced = Finding(
      "x", .error, "bad", at: place("three", in: file),
      help: "did you mean `3`?", fix: Fix([Edit(place("three", in: file), "3")], isSafe: false))
    #expect(
      render([replaced], [file]).hasSuffix(
        """
        help (--fix=all): did you mean `3`?
          |
        2 - two three
        2 + two 3


        """))
    let removed = Finding(
      "x", .error, "bad", at: place("two", in: file),
      fix: Fix([Edit(place("two three\r\n", in: file), "")], isSafe: false))
    #expect(
      render([removed], [file]).hasSuffix(
        "help (--fix=all): apply this edit\n  |\n2 - two three\n\n"))
    let lines = Finding(
      "x", .error, "bad", at: place("two", in: file),
      fix: Fix([Edit(place("two three\r\nfour", in: file), "a\nb\nc")], isSafe: false))
    #expect(
      render([lines], [file]).hasSuffix("2 - two three\n3 - four\n2 + a\n3 + b\n4 + c\n\n"))
  }

  /// Tests added lines whose numbers have more digits than that of the last line of the file.
  @Test func widthOfTheNumbersOfAddedLines() {
    let lines = (1...9).map { "line \($0)" }
    let file = SourceFile(name: "a", text: lines.joined(separator: "\n") + "\n")
    func rendered(_ edits: [Edit]) -> String {
      let at = place("line 2", in: file)
      return render(
        [Finding("x", .error, "bad", at: at, fix: Fix(edits, isSafe: true))], [file])
    }
    #expect(
      rendered([Edit(place("line 9", in: file), "a\nb")]) == """
        error[x]: bad
          --> a:2:1
           |
         2 | line 2
           | ^^^^^^
        help (--fix): apply this edit
           |
         9 - line 9
         9 + a
        10 + b


        """)
    // The sixth line of the first change has the greatest number.
    #expect(
      rendered([
        Edit(place("line 5", in: file), "a\nb\nc\nd\ne\nf\ng"),
        Edit(place("line 7", in: file), "h"),
      ]).hasSuffix(
        """
           |
         5 - line 5
         5 + a
         6 + b
         7 + c
         8 + d
         9 + e
        10 + f
        ...
        ...
         7 - line 7
         7 + h


        """))
    // A line that is not shown does not count.
    #expect(
      rendered([Edit(place("line 4", in: file), "a\nb\nc\nd\ne\nf\ng")])
        .hasSuffix("8 + e\n9 + f\n...\n\n"))
  }

  /// Tests that a CR ends a line, and that CR and LF are one line end even if a fix brings them together.
  @Test func fixThatJoinsCarriageReturnAndLineFeed() {
    let file = SourceFile(name: "a", text: "one\rtwo\r\n\nfour\r\rsix\n")
    func rows(_ start: Int, _ end: Int, _ replacement: String) -> String {
      let edit = Edit(Location(FileID(0), Span(start, end)), replacement)
      let text = render(
        [Finding("x", .error, "bad", at: place("one", in: file), fix: Fix([edit], isSafe: true))],
        [file])
      return String(text.components(separatedBy: "apply this edit\n  |\n").last ?? "")
    }
    #expect(rows(4, 4, "\nnew ") == "2 - two\n2 + new two\n\n")
    #expect(rows(4, 7, "") == "2 - two\n2 +\n\n")
    #expect(rows(4, 9, "") == "2 - two\n3 -\n\n")
    #expect(rows(16, 19, "") == "6 - six\n\n")
    #expect(rows(4, 9, "\n") == "2 - two\n\n")
  }

  @Test func colourOnlyWhenTold() {
    let file = SourceFile(name: "a", text: "x\n")
    let finding = Finding("x", .error, "m\u{1B}[31m", at: Location(FileID(0), Span(0, 1)))
    #expect(!render([finding], [file]).contains("\u{1B}"))
    var renderer = HumanRenderer(files: [file], style: Style(isColoured: true))
    let text = String(decoding: renderer.render([finding]), as: UTF8.self)
    #expect(text.hasPrefix("\u{1B}[1;31merror[x]\u{1B}[0m\u{1B}[1m: m␛[31m\u{1B}[0m\n"))
  }

  @Test func summaries() {
    let place = Location(FileID(0), Span(0, 0))
    let error = Finding("x", .error, "", at: place)
    let warning = Finding("x", .warning, "", at: place)
    let note = Finding("x", .info, "", at: place)
    #expect(HumanRenderer.summary([], fileCount: 3) == "no findings in 3 files")
    #expect(HumanRenderer.summary([error], fileCount: 1) == "1 error in 1 file")
    var (safe, other) = (error, error)
    safe.fix = Fix([], isSafe: true)
    other.fix = Fix([], isSafe: false)
    #expect(HumanRenderer.fixes([error]) == "")
    #expect(HumanRenderer.fixes([error, other]) == ", 1 can be fixed with --fix=all")
    #expect(HumanRenderer.fixes([safe, safe]) == ", 2 can be fixed with --fix")
    #expect(
      HumanRenderer.fixes([safe, other, error])
        == ", 1 can be fixed with --fix, 1 more with --fix=all")
    #expect(
      HumanRenderer.summary([error, warning, error, note], fileCount: 2)
        == "2 errors, 1 warning, 1 note in 2 files")
  }

  /// Tests that the time per finding does not grow with the number of findings, whether on many lines or on one.
  @Test(arguments: ["\n", " "])
  func manyFindings(separator: String) {
    let count = 10_000
    let text = (0..<count).map { "flag f\($0)" }.joined(separator: separator)
    let file = SourceFile(name: "a", text: text)
    var offset = 0
    var findings: [Finding] = []
    for i in 0..<count {
      let length = "flag f\(i)".utf8.count
      findings.append(
        Finding("x", .error, "m", at: Location(FileID(0), Span(offset + 5, offset + length))))
      offset += length + 1
    }
    let output = render(findings, [file])
    #expect(output.split(separator: "\n").count { $0 == "error[x]: m" } == count)
    let json = JSONRenderer.render(findings, files: [file])
    #expect(json.count > count * 100)
  }
}

extension String {
  /// Returns the number of non-overlapping occurrences of a text.
  fileprivate func components(of text: String) -> Int {
    let bytes = Array(utf8)
    let wanted = Array(text.utf8)
    var count = 0
    var offset = 0
    while offset + wanted.count <= bytes.count {
      if bytes[offset] == wanted[0], bytes[offset..<offset + wanted.count].elementsEqual(wanted) {
        count += 1
        offset += wanted.count
      } else {
        offset += 1
      }
    }
    return count
  }
}
