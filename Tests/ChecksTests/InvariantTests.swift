import Checks
import Diagnostics
import Testing

/// Tests invariants: which lines hold, and the findings about lines that do not hold or prove nothing.
@Suite struct InvariantTests {
  private static let declarations = """
    flag isDebug
    origin Store = "https://store.example"
    screen Pay(id: String)
    screen Home
    action take(url: URL) -> Bool
    action note(id: String)

    """

  private func findings(_ claim: String, _ rules: String, kind: String = "") -> [Finding] {
    RuleSetUnderTest(
      Self.declarations
        + """
        invariant Line \(kind.isEmpty ? "" : "for \(kind) Main "){
          \(claim)
        }
        \(kind.isEmpty ? "chain" : kind) Main {
          \(rules)
        }

        """
    ).findings().filter { $0.code != "unused-declaration" }
  }

  private func codes(_ claim: String, _ rules: String, kind: String = "") -> [String] {
    findings(claim, rules, kind: kind).map(\.code)
  }

  // MARK: - Lines that hold

  @Test(arguments: [
    (#"never open url when frame == sub"#, "when frame != sub open url cancel otherwise allow"),
    (#"present Pay only when url in Store"#, "when url in Store present Pay(id: path[1]) cancel"),
    // The app does not open URLs whose scheme no condition names.
    (#"never open url when scheme == "file""#, "otherwise open url cancel"),
    // A rule whose argument is missing does not match.
    (#"perform note only when exists query.id"#, "otherwise perform note(id: query.id) cancel"),
    (
      #"always attempt take when path == "/a" && frame == main"#,
      #"when path == "/a" attempt take(url: url) cancel otherwise allow"#
    ),
    (
      #"always perform note when exists query.id && frame == main"#,
      "when exists query.id perform note(id: query.id) continue when path == \"/b\" cancel"
    ),
    (#"always cancel when scheme == "http""#, "frames all when scheme == \"http\" cancel"),
    (#"never download"#, "otherwise allow"),
  ]) func holds(_ claim: String, _ rules: String) {
    #expect(codes(claim, rules).filter { $0 == "broken-invariant" } == [])
  }

  // MARK: - Lines that are broken

  @Test(arguments: [
    (
      #"present Pay only when url in Store"#,
      "when path == \"/pay\" present Pay(id: path[1]) cancel",
      "happens in `Main` although `url in Store` does not hold"
    ),
    (
      #"never open url when frame == sub"#, "frames all when scheme == \"tel\" open url cancel",
      "`open url` happens in `Main` although `frame == sub` holds"
    ),
    // A successful attempt breaks the line too.
    (
      #"never open url when scheme == "tel""#, "when scheme == \"tel\" attempt open url cancel",
      "`open url` happens in `Main`"
    ),
    (
      #"never perform take when path == "/a""#, "when path == \"/a\" attempt take(url: url) cancel",
      "`perform take` happens"
    ),
    // The attempt can fail.
    (
      #"always perform take when path == "/a" && frame == main"#,
      #"when path == "/a" attempt take(url: url) cancel otherwise allow"#,
      "`perform take` does not happen"
    ),
    (
      #"always cancel when path == "/a" && frame == main"#,
      #"when path == "/a" attempt take(url: url) cancel otherwise allow"#,
      "`cancel` does not happen in `Main`"
    ),
    // An argument can be missing.
    (
      #"always cancel when host == "ads.example" && frame == main"#,
      #"when host == "ads.example" perform note(id: query.id) cancel otherwise allow"#,
      "`cancel` does not happen"
    ),
    // The end of the chain allows the request.
    (
      #"never allow when scheme == "http" && frame == main"#, #"when scheme == "https" allow"#,
      "`allow` happens in `Main`"
    ),
    // The rule continues.
    (
      #"never present Home when isDebug"#, "when isDebug present Home continue otherwise allow",
      "`present Home` happens"
    ),
    (
      #"never present"#, "when isDebug present Home cancel otherwise allow",
      "`present` happens in `Main`"
    ),
  ]) func isBroken(_ claim: String, _ rules: String, _ message: String) throws {
    let found = findings(claim, rules).filter { $0.code == "broken-invariant" }
    try #require(found.count == 1)
    #expect(found[0].message.contains(message), "\(found[0].message)")
    #expect(found[0].severity == .error)
    #expect(found[0].witness != nil)
  }

  @Test func framesThatTheChainIgnores() throws {
    let found = findings(#"always cancel when scheme == "http""#, #"when scheme == "http" cancel"#)
    try #require(found.map(\.code) == ["broken-invariant"])
    #expect(found[0].witness?.contains("frame == sub") == true)
    #expect(found[0].related[0].message.contains("does not decide about this frame"))
    #expect(found[0].help?.contains("frames all") == true)
  }

  @Test func theValueThatIsWrong() throws {
    let found = findings(
      #"present Home only when host == "a.example""#,
      #"when path == "/home" present Home cancel otherwise allow"#)
    try #require(found.map(\.code) == ["broken-invariant"])
    #expect(
      found[0].related.map(\.message)[1].contains(#"does not hold: `host` is "store.example""#))
  }

  @Test func responses() {
    #expect(
      codes(
        "always download when !displayable", "when !displayable download otherwise allow",
        kind: "responses") == [])
    #expect(
      codes(
        "never allow when status == 404", "when status == 500 cancel otherwise allow",
        kind: "responses") == ["broken-invariant"])
    #expect(codes("never allow when status == 404", "otherwise cancel") == ["unavailable-value"])
  }

  // MARK: - Lines that prove nothing

  @Test(arguments: [
    (#"never push Home when isDebug"#, "`push Home` is not done by any rule of `Main`"),
    (#"never allow when path == "/a" && path == "/b""#, "no request satisfies"),
    (#"always allow when path == "/a" && path == "/b""#, "no request satisfies"),
    (#"allow only when isDebug || !isDebug"#, "every request satisfies"),
  ]) func isVacuous(_ claim: String, _ message: String) throws {
    let found = findings(claim, "otherwise allow")
    try #require(found.map(\.code) == ["vacuous-invariant"])
    #expect(found[0].message.contains(message), "\(found[0].message)")
  }

  // MARK: - Mistakes

  @Test(arguments: [
    ("never present Pey", "unknown-name"),
    ("never present take", "wrong-kind"),
    (#"never present when path like "/{id}""#, "capture-in-condition"),
    ("always cancel", "syntax-error"),
    ("cancel when isDebug", "syntax-error"),
    ("never continue", "syntax-error"),
    ("never present Pay(id: path[1])", "syntax-error"),
    ("never open page.url", "type-mismatch"),
    ("nevr cancel", "syntax-error"),
  ]) func mistakes(_ claim: String, _ code: String) {
    #expect(codes(claim, "otherwise present Home cancel") == [code])
  }

  @Test func onlySomeChains() {
    let text = """
      screen Home
      chain Shop { otherwise present Home cancel }
      chain Help { otherwise allow }
      invariant Quiet for Help { never present Home when path == "/a" }
      invariant Calm for Help { never cancel when path == "/a" }
      invariant Loud { never present Home when path == "/a" }
      """
    let codes = RuleSetUnderTest(text).codes()
    #expect(codes == ["vacuous-invariant", "vacuous-invariant", "broken-invariant"])
  }

  @Test func isIgnoredWithAReason() {
    let text = """
      screen Home
      chain Main { otherwise present Home cancel }
      invariant Quiet {
        // bascule:ignore broken-invariant -- until the next release
        never present Home when path == "/a"
      }
      """
    #expect(RuleSetUnderTest(text).codes() == [])
  }
}
