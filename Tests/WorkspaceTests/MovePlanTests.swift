import Diagnostics
import TestSupport
import Testing
import Text

@testable import Workspace

/// Tests moves that depend on each other.
@Suite struct MovePlanTests {
  private static func input(_ text: String) -> RuleSetInput {
    RuleSetInput(files: [SourceFile(name: "a.bascule", text: text)])
  }

  private static func text(_ input: RuleSetInput) -> String {
    String(decoding: input.files[0].bytes, as: UTF8.self)
  }

  private static func errors(_ input: RuleSetInput) -> [String] {
    Workspace.check(input).filter { $0.severity == .error }.map(\.code)
  }

  /// A row of handlers. Each has a rule that a rule of the previous handler shadows.
  private static let row = """
    handler First {
      when path hasPrefix "/a" cancel
    }
    handler Second {
      when path == "/a/1" download
      when path hasPrefix "/b" cancel
    }
    handler Third {
      when path == "/b/1" download
      when path hasPrefix "/c" cancel
    }
    chain Main {
      // the first
      use First
      use Second
      use Third // the third
      otherwise allow
    }
    configuration Only { chain Main }

    """

  /// Tests that one group is enough for moves whose targets also move.
  @Test func targetsMove() {
    let fixes = RuleSetFixes(Self.input(Self.row), all: true, allowsWeaker: true, limit: 1)
    #expect(fixes.applied.count == 2)
    #expect(!fixes.isIncomplete)
    #expect(Self.errors(fixes.input) == [])
    #expect(
      Self.text(fixes.input).contains(
        """
          use Third // the third
          use Second
          // the first
          use First
          otherwise allow
        """))
  }

  /// Tests that two rules that match the same requests keep their order, so that no group is tried for a move that is
  /// known to be wrong.
  @Test func twinsKeepTheirOrder() {
    let text = """
      handler First {
        when path hasPrefix "/a" cancel
        when path == "/t" cancel
      }
      handler Second {
        when path == "/a/1" download
        when path == "/t" download
        when path == "/x" cancel
      }
      chain Main {
        use First
        use Second
        otherwise allow
      }
      configuration Only { chain Main }

      """
    let fixes = RuleSetFixes(Self.input(text), all: true, allowsWeaker: true, limit: 0)
    #expect(fixes.applied.isEmpty)
    #expect(!fixes.isIncomplete)
    #expect(Self.errors(fixes.input) == ["unreachable-rule", "unreachable-rule"])
    #expect(Self.text(fixes.input) == text)
  }

  /// Tests that the plan learns covers. The analysis names one of the rules that shadow a rule, and a group that failed
  /// shows the other one.
  @Test func coversAreLearned() {
    let text = """
      chain Main {
        when path hasPrefix "/a" cancel
        when path hasPrefix "/a/b" download
        when path == "/a/b/c" dismiss cancel
        otherwise allow
      }
      configuration Only { chain Main }

      """
    let fixes = RuleSetFixes(Self.input(text), all: true, allowsWeaker: true, limit: 2)
    #expect(fixes.applied.count == 2)
    #expect(Self.errors(fixes.input) == [])
    #expect(
      Self.text(fixes.input).contains(
        """
          when path == "/a/b/c" dismiss cancel
          when path hasPrefix "/a/b" download
          when path hasPrefix "/a" cancel
        """))
  }

  /// Tests that items of a block move inside of it while the block moves.
  @Test func blocksMoveWithTheirItems() {
    let text = """
      chain Main {
        when path hasPrefix "/a" cancel
        when scheme == "https" {
          when path hasPrefix "/b" cancel
          // special
          when path == "/b/1" download
          when path == "/a/1" download
        }
        otherwise allow
      }
      configuration Only { chain Main }

      """
    let fixes = RuleSetFixes(Self.input(text), all: true, allowsWeaker: true, limit: 1)
    #expect(fixes.applied.count == 2)
    #expect(Self.errors(fixes.input) == [])
    #expect(
      Self.text(fixes.input).contains(
        """
          when scheme == "https" {
            // special
            when path == "/b/1" download
            when path hasPrefix "/b" cancel
            when path == "/a/1" download
          }
          when path hasPrefix "/a" cancel
        """))
  }

  /// Tests rules that are shadowed by a moved rule, and are unreachable without it too. They stay unreachable, so their
  /// findings are not new.
  @Test func copiesAreLeft() {
    let text = """
      chain Main {
        when path hasPrefix "/a" cancel
        when path == "/a/1" download
        when path == "/a/1" dismiss cancel
        when path == "/a/2" download
        otherwise allow
      }
      configuration Only { chain Main }

      """
    #expect(Self.errors(Self.input(text)) == ["shadowing-rule"])
    let fixes = RuleSetFixes(Self.input(text), all: true, allowsWeaker: true)
    #expect(fixes.applied.count == 1)
    #expect(Self.errors(fixes.input) == ["unreachable-rule"])
    #expect(RuleSetFixes(fixes.input, all: true, allowsWeaker: true).applied.isEmpty)
  }

  /// Tests that of many moves, those are offered that are right without the others.
  @Test func offeredMovesAreRightAlone() {
    // The special rule of a pair has a copy in the handler before it.
    let pairs = (0..<20).map { number in
      """
      handler A\(number) {
        when path hasPrefix "/a\(number)/" cancel
        when path == "/t\(number)" cancel
      }
      handler B\(number) {
        when path == "/v\(number)" cancel
        when path == "/a\(number)/1" download
        \(number < 15 ? "when path == \"/u\(number)\" download" : "when path == \"/t\(number)\" download")
      }

      """
    }
    let uses = (0..<20).map { "  use A\($0)\n  use B\($0)\n" }.joined()
    let input = Self.input(
      pairs.joined() + "chain Main {\n" + uses
        + "  otherwise allow\n}\nconfiguration Only { chain Main }\n")
    let session = RuleSetSession(isReused: false)
    let findings = session.check(input)
    let offered = Workspace.offering(findings, of: input, Severities(), checkedBy: session)
    #expect(findings.count { $0.code == "unreachable-rule" } == 25)
    #expect(offered.count { $0.fix != nil } == 15)
  }
}
