import Checks
import Diagnostics
import Testing
import Text

/// Tests `dead-alternative`, which reports operands of `||` without effect, and its fixes.
struct AlternativeTests {
  private func set(_ rules: String) -> RuleSetUnderTest {
    RuleSetUnderTest("chain Main {\n  \(rules)\n  otherwise allow\n}\n")
  }

  /// Tests the dead operand, the text that is shown beside it, and the condition after the fix.
  @Test(arguments: [
    (
      #"when scheme == "about" || url == "about:blank" cancel"#, #"url == "about:blank""#,
      [#"scheme == "about""#], #"when scheme == "about" cancel"#
    ),
    (
      #"when url == "about:blank" || scheme == "about" cancel"#, #"url == "about:blank""#,
      [#"scheme == "about""#], #"when scheme == "about" cancel"#
    ),
    (
      #"when path == "/a" || path == "/b" || path == "/a" cancel"#, #"path == "/a""#,
      [#"path == "/a""#], #"when path == "/a" || path == "/b" cancel"#
    ),
    (
      #"when path hasPrefix "/x" download when path == "/xy" || path == "/z" cancel"#,
      #"path == "/xy""#, [#"path hasPrefix "/x""#],
      #"when path hasPrefix "/x" download when path == "/z" cancel"#
    ),
    (
      #"when (path hasPrefix "/a" || path == "/ab") && frame == new cancel"#, #"path == "/ab""#,
      [#"path hasPrefix "/a""#], #"when path hasPrefix "/a" && frame == new cancel"#
    ),
    (
      #"when !(path hasPrefix "/a" || path == "/ab") cancel"#, #"path == "/ab""#,
      [#"path hasPrefix "/a""#], #"when !(path hasPrefix "/a") cancel"#
    ),
    (
      #"when path == "/a" || path == "/b" && path.count == 4 cancel"#,
      #"path == "/b" && path.count == 4"#, [#"path == "/b""#, "path.count == 4"],
      #"when path == "/a" cancel"#
    ),
    (
      #"when (path == "/a" || path == "/b/c") && path.count == 2 cancel"#, #"path == "/b/c""#,
      ["path.count == 2"], #"when path == "/a" && path.count == 2 cancel"#
    ),
    (
      #"when path == "/a" || frame == sub cancel"#, "frame == sub", [],
      #"when path == "/a" cancel"#
    ),
    // The parts together match all of its requests.
    (
      #"when path hasPrefix "/a" || path hasPrefix "/b" || path == "/a" && isOn || path == "/bc" cancel"#,
      #"path == "/a" && isOn"#, [#"path hasPrefix "/a""#],
      #"when path hasPrefix "/a" || path hasPrefix "/b" || path == "/bc" cancel"#
    ),
  ])
  func isFound(_ rules: String, _ dead: String, _ shown: [String], _ fixed: String) throws {
    var set = set(rules)
    set.files[0] = SourceFile(name: "a.bascule", text: "flag isOn\n" + set.text(of: 0))
    let found = set.findings().filter { $0.code == "dead-alternative" }
    let finding = try #require(found.first, "\(set.summary())")
    #expect(set.text(finding) == dead)
    #expect(finding.related.map { set.text($0.location) } == shown)
    let fix = try #require(finding.fix)
    #expect(fix.isSafe)
    #expect(
      set.applying(fix).text(of: 0).contains("  \(fixed)\n"), "\(set.applying(fix).text(of: 0))")
  }

  /// Tests conditions without a dead operand, in which each operand matches requests that no other operand matches.
  @Test(arguments: [
    #"when path == "/a" || path == "/b" cancel"#,
    #"when path hasPrefix "/a" && frame == new || path == "/a" cancel"#,
    #"when scheme == "about" || url == "blob:null" cancel"#,
    #"when path == "/x" continue when path == "/x" || path == "/y" cancel"#,
    #"when path like "/a/{id}" || path like "/{id}/a" perform show(id: id) cancel"#,
    // The order of the operands determines `id`, since the second operand can be the first that holds.
    #"when path like "/a/{id}/**" || path like "/{id}/b" perform show(id: id) cancel"#,
    // The second operand matches all requests of the first, but captures another text.
    #"when path like "/a/{id}/b" || path like "/a/*/{id}" perform show(id: id) cancel"#,
    #"when path == "/a" || false cancel"#,
  ])
  func isNotFound(_ rules: String) {
    let set = RuleSetUnderTest("action show(id: String)\n" + set(rules).text(of: 0))
    #expect(!set.codes().contains("dead-alternative"), "\(set.summary())")
  }

  /// Tests that an operand that binds a capture is dead only if it is never the first that holds.
  @Test func captures() throws {
    let twice = RuleSetUnderTest(
      "action show(id: String)\n"
        + self.set(
          #"when path like "/a/{id}" || path like "/a/{id}" perform show(id: id) cancel"#
        ).text(of: 0))
    let last = try #require(twice.findings().first { $0.code == "dead-alternative" })
    #expect(last.location.span.start > 60)
  }

  /// Tests that a rule of a handler is reported only if the operand is dead in all chains with the handler.
  @Test func handlers() {
    let text = #"""
      handler H { when path == "/a" || path == "/b" download }
      chain One { when path == "/a" cancel use H otherwise allow }
      """#
    let one = RuleSetUnderTest(text)
    #expect(one.codes().contains("dead-alternative"), "\(one.summary())")
    let two = RuleSetUnderTest(text + "\nchain Two { use H otherwise allow }\n")
    #expect(!two.codes().contains("dead-alternative"), "\(two.summary())")
  }

  /// Tests that a test of the source's frame is redundant beside a test of its origin, since a source with an origin
  /// has a frame.
  @Test(arguments: ["source in [main, sub]", "(source in [main, sub] || path == \"/a\")"])
  func aSourceWithAnOriginHasAFrame(_ part: String) throws {
    let set = RuleSetUnderTest(
      """
      chain Main {
        when \(part) && source.port == 8080 cancel
        otherwise allow
      }
      configuration Default { chain Main }

      """)
    let found = set.findings()
    #expect(found.map(\.code) == ["redundant-condition"])
    let place = try #require(found.first)
    #expect(part.contains(set.text(place)))
  }
}

extension RuleSetUnderTest {
  fileprivate func text(of file: Int) -> String {
    String(decoding: files[file].bytes, as: UTF8.self)
  }
}
