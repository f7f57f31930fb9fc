import Diagnostics
import Testing
import Text

/// Tests that each format escapes special characters according to its rules.
@Suite struct FormatEscapingTests {
  private func render(_ format: FindingFormat, name: String, _ message: String) -> String {
    let file = FindingReport.File(
      SourceFile(name: name, text: "abc\n"), repositoryName: name, absoluteName: "/top/" + name)
    let finding = Finding(
      "a-code", .warning, message, at: Location(FileID(0), Span(1, 2)),
      related: [.init("two\nlines", at: Location(FileID(0), Span(0, 1)))])
    let report = FindingReport(
      files: [file], findings: [finding], ruleFileCount: 1, version: "1.2.3", summary: { _ in nil })
    return String(decoding: report.render(format), as: UTF8.self)
  }

  @Test func gitHub() {
    #expect(
      render(.github, name: "a%b:c,d\r.x", "100% a:b,c\r\nd")
        == "::warning file=a%25b%3Ac%2Cd%0D.x,line=1,endLine=1,col=2,endColumn=3,title=a-code::"
        + "100%25 a:b,c%0D%0Ad\n")
  }

  @Test func checkstyle() {
    #expect(
      render(.checkstyle, name: "a&\"b\"", "<x> & \"y\"\n\t\r\u{1}\u{FFFF}\u{1F600}") == """
        <?xml version="1.0" encoding="UTF-8"?>
        <checkstyle version="4.3">
          <file name="a&amp;&quot;b&quot;">
            <error line="1" column="2" severity="warning" message="&lt;x&gt; &amp; &quot;y&quot;\
        &#10;&#9;&#13;\\u{1}\\u{FFFF}\u{1F600}" source="bascule.a-code"/>
          </file>
        </checkstyle>

        """)
  }

  @Test func jUnit() {
    let text = render(.junit, name: "a", "]]> \u{0}\n<b>")
    #expect(
      text.contains("<system-out>warning[a-code] 1:2-1:3\n]]&gt; \\u{0}\n&lt;b&gt;</system-out>"))
  }

  @Test func xcode() {
    #expect(
      render(.xcode, name: "a b\n.x", "two\nlines\u{1B}") == """
        /top/a b␊.x:1:2: warning: two lines␛ [a-code]
        /top/a b␊.x:1:1: note: two lines

        """)
  }

  @Test func sarif() {
    let text = render(.sarif, name: "a b/c:d%é", "a {b} [c]\"\n\u{1}")
    #expect(text.contains(#""uri":"a%20b/c%3Ad%25%C3%A9""#))
    #expect(text.contains(#""message":{"text":"a {{b}} [c]\"\n\u0001"}"#))
  }

  @Test func gitLab() {
    let text = render(.gitlab, name: "a", "a\"\u{7F}")
    #expect(text.hasPrefix(#"[{"description":"a\"\u007f","check_name":"a-code","fingerprint":""#))
  }
}
