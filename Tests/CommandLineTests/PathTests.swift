import Testing

@testable import CommandLine

/// Tests operations on paths that do not access the file system.
@Suite struct PathTests {
  @Test(arguments: [
    ("/a", "/a", true), ("/a/b", "/a", true), ("/a/b/c", "/a", true), ("/a", "/", true),
    ("/ab", "/a", false), ("/a", "/a/b", false), ("/b", "/a", false),
  ])
  func isWithinAFolder(_ path: String, _ folder: String, _ isWithin: Bool) {
    #expect(Path(path).isWithin(Path(folder)) == isWithin)
  }

  @Test(arguments: [
    ("/a/b", "/a", "b"), ("/ab", "/a", "../ab"), ("/a", "/a", "."), ("/a", "/a/b/c", "../.."),
    ("/b/c", "/a", "../b/c"),
  ])
  func relativeToAFolder(_ path: String, _ folder: String, _ relative: String) {
    #expect(Path(path).relative(to: Path(folder)) == Path(relative))
  }

  @Test(arguments: [
    ("a//b/./c/", "a/b/c"), ("./", "."), ("/", "/"), ("//a", "/a"), ("../a", "../a"),
  ])
  func normalized(_ path: String, _ normalized: String) {
    #expect(Path(path).normalized == Path(normalized))
  }
}
