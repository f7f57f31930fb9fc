/// A small vocabulary for both random rules and random requests, so that rules often match.
package enum RequestWords {
  package static let schemes = ["https", "http", "tel", "mailto", "myapp", "file", "ws", "about"]
  package static let hosts = [
    "a.com", "b.a.com", "c.b.a.com", "b.org", "127.0.0.1", "[::1]", "xn--mnchen-3ya.de",
    "localhost", "aa.com", ".a.com", "b..a.com", "a.com.",
  ]
  /// Patterns of hosts, and texts that are no patterns.
  package static let hostPatterns = [
    "*.a.com", "**.a.com", "*a.com", "**", "*", "a.*", "*.*.com", "b.**.com", "**.org", "*.com.",
    "{x}",
    "***", "\\*", "a.com\\", "127.*", "[*]", "xn--*.de", "**a**.c*",
  ]
  /// Decoded path components.
  package static let components = [
    "p", "shop", "12", "+7", "-0", "0012", "9007199254740991", "9007199254740992",
    "-9007199254740991", "-9007199254740992", "123456789012345678901234", "true", "false", "TRUE",
    "d", "up", "down", "1.5", "1.", ".5", "1e3", "-2.25",
    ".", "e5", "+.5E-07", "1e", "1e308", "2.e307", "12e150", "inf", "nan", "0x1",
    "9223372036854775807",
    "-9223372036854775808", "9223372036854775808", "-9223372036854775809", "é", "e\u{301}", "É",
    "a b", "%2F",
    "%5C", "%", "%zz", "%FF", "A", "a.pdf", "a+b", "tel:1", "mailto:a@b", "x:y z", "K", "\u{212A}",
    "ſ", "日本", "a\u{0}b", "😀", "a*b", "{x}",
  ]
  /// Decoded query values.
  package static let values = [
    "", "x", "1", "12", "a b", "a+b", "é", "d", "up", "true", "0.5", "https://a.com/x", "tel:1",
    "a&b", "a=b", "%", "9007199254740992", "a/b", "#", "news-2026",
  ]
  package static let keys = ["k", "q", "a b", "é", "e\u{301}", "A"]
  /// Queries as written in URLs.
  package static let queries = ["", "k", "k=", "k=x", "k=x&q=1", "k=a+b", "k=%C3%A9", "a%20b=1"]
  /// Texts after the scheme of URLs without a path.
  package static let opaques = ["12", "open", "a@b", "", "a/b", "a%20b"]
  package static let fragments = ["", "close", "a b", "é", "%", "x/y", "12"]
  package static let methods = ["GET", "POST", "PATCH"]
  package static let statuses = [100, 200, 204, 404, 503, 999]
  /// MIME types of responses.
  package static let types = ["text/html", "application/pdf", "image/png", "a"]
  package static let filenames = ["a.pdf", "é.txt", " ", "a b", "12"]
  package static let headerNames = ["X-A", "Accept", "Content-Disposition"]
  package static let headerValues = ["", "v", "12", "é", "a/b", "up"]
  package static let dispositions = [
    "attachment", " Attachment ; filename=\"a;b\"", "attachments", "inline; attachment",
    "ATTACHMENT;",
  ]
  package static let navigations = [
    "linkActivated", "formSubmitted", "formResubmitted", "backForward", "reload", "other",
  ]
  package static let frames = ["main", "new", "sub"]
  package static let ports = [80, 443, 8080, 1, 65535]
  /// Whole URLs in their normalized form for comparisons.
  package static let urls = [
    "https://a.com", "https://a.com/", "https://a.com/p", "https://a.com/p?k=x", "http://a.com:80/",
    "https://a.com/p#close", "tel:12", "myapp:open", "https://b.a.com:8080/shop/12",
    "https://A.com",
    "mailto:a@b", "file:///p", "https://u@a.com/", "myapp://host", "https://a.com/%7Ea",
  ]
}
