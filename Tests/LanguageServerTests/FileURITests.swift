import Testing

@testable import LanguageServer

/// Tests the paths of `file:` URIs.
@Suite struct FileURITests {
  @Test(arguments: [
    ("file:///a/b.bascule", "/a/b.bascule"), ("file:///a%20b", "/a b"), ("file:///%C3%A9", "/é"),
    ("file:///%c3%a9", "/é"), ("file:///a%2fb/", "/a/b"), ("file://localhost/a", "/a"),
    ("FILE:///a", "/a"), ("file:///100%", "/100%"), ("file:///", "/"),
  ])
  func pathsOfURIs(_ uri: String, _ path: String) {
    #expect(FileURI.path(uri) == path)
  }

  @Test(arguments: ["https://a.com/b", "untitled:a", "file:"])
  func otherURIs(_ uri: String) {
    #expect(FileURI.path(uri) == nil)
  }

  @Test(arguments: ["/a b/é.bascule", "/100%/#?", "/"])
  func bothWays(_ path: String) {
    #expect(FileURI.path(FileURI.uri(path)) == path)
  }
}
