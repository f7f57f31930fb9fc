import Foundation
import TestSupport
import Testing

@testable import CommandLine

@Suite struct RuleSetFinderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Returns a line `folder: file file` for each set, relative to the test's folder, then the errors.
  private func find(_ paths: String...) -> [String] {
    let (sets, errors) = RuleSetFinder.find(
      paths.map { Path($0 == "." ? folder.path : folder.path($0)) })
    let prefix = folder.path
    let short = { (text: String) in
      text.replacingOccurrences(of: prefix + "/", with: "").replacingOccurrences(
        of: prefix, with: ".")
    }
    return sets.map { set in
      short(set.folder.display) + (set.configuration == nil ? "" : "*") + ": "
        + set.files.map { short($0.display) }.joined(separator: " ")
    } + errors.map { short($0.message) }
  }

  @Test func oneSetBelowAFolder() throws {
    try folder.write([
      "b.bascule": "", "a/z.bascule": "", "a.bascule": "", "note.txt": "", ".hidden/x.bascule": "",
      ".build/x.bascule": "", "node_modules/x.bascule": "", ".x.bascule": "",
    ])
    #expect(find(".") == [".: a.bascule a/z.bascule b.bascule"])
  }

  @Test func foldersWithAConfigurationAreSetsOfTheirOwn() throws {
    try folder.write([
      "top.bascule": "", "one/bascule.json": "{}", "one/a.bascule": "", "one/sub/b.bascule": "",
      "one/sub/two/bascule.json": "{}", "one/sub/two/c.bascule": "", "three/d.bascule": "",
    ])
    let whole = [
      ".: three/d.bascule top.bascule", "one*: one/a.bascule one/sub/b.bascule",
      "one/sub/two*: one/sub/two/c.bascule",
    ]
    #expect(find(".") == whole)
    #expect(find("one/sub", ".", "one", "one/sub/two") == whole)
    #expect(find("one/sub", "three").first == "one/sub: one/sub/b.bascule")
  }

  @Test func namedFilesAreOneSet() throws {
    try folder.write(["a/x.bascule": "", "b/y.bascule": "", "b/z.txt": ""])
    #expect(
      find("b/y.bascule", "a/x.bascule", "a/./x.bascule", "b/z.txt")
        == [".: a/x.bascule b/y.bascule b/z.txt"])
    #expect(
      find("b", "b/y.bascule", "a/x.bascule") == ["a: a/x.bascule", "b: b/y.bascule"].reversed())
  }

  @Test func linksAreFollowedOnceAndLoopsEnd() throws {
    try folder.write(["s/a.bascule": "", "other/b.bascule": ""])
    try folder.link("s/loop", to: "..")
    try folder.link("s/self", to: ".")
    try folder.link("s/same.bascule", to: "a.bascule")
    try folder.link("s/0.bascule", to: "0.bascule")
    let found = find("s")
    #expect(found.first == "s: s/a.bascule s/loop/other/b.bascule")
    #expect(found.count == 2)
    #expect(found.last?.hasPrefix("cannot read `s/0.bascule`: ") == true)
  }

  @Test func sharedFoldersBelongToEachSetThatLinksThem() throws {
    try folder.write([
      "x/bascule.json": "{}", "x/a.bascule": "", "y/bascule.json": "{}", "y/b.bascule": "",
      "common/c.bascule": "",
    ])
    try folder.link("x/common", to: "../common")
    try folder.link("y/common", to: "../common")
    #expect(
      find("x", "y") == [
        "x*: x/a.bascule x/common/c.bascule", "y*: y/b.bascule y/common/c.bascule",
      ])
  }

  @Test func failures() throws {
    try folder.write(["empty/readme": "", "set/bascule.json": "{}", "ok/a.bascule": ""])
    try folder.link("ok/gone.bascule", to: "nowhere")
    // The link is ignored, since no rule file is missing.
    try folder.link("ok/gone.txt", to: "nowhere")
    #expect(find("missing") == ["cannot read `missing`: no such file or folder"])
    #expect(find("ok/a.bascule/x") == ["cannot read `ok/a.bascule/x`: not a directory"])
    #expect(find("empty") == ["cannot read `empty`: no rule files (`*.bascule`) below it"])
    #expect(find("set") == ["cannot read `set`: no rule files (`*.bascule`) below it"])
    #expect(
      find("ok") == [
        "ok: ok/a.bascule", "cannot read `ok/gone.bascule`: the link is broken",
      ])
  }

  @Test func pipesAreNotReadUnasked() throws {
    try folder.write(["a.bascule": ""])
    #expect(mkfifo(folder.path("p.bascule"), 0o600) == 0)
    #expect(find(".") == [".: a.bascule", "cannot read `p.bascule`: it is not a file"])
  }

  @Test func namesThatAreNotUTF8() throws {
    let name = Array(folder.path.utf8) + [0x2F, 0xFF] + Array(".bascule".utf8)
    let descriptor = Path(bytes: name).withCString { open($0, O_WRONLY | O_CREAT, 0o600) }
    if descriptor < 0 { return }  // Such names do not exist on every file system.
    close(descriptor)
    let (sets, errors) = RuleSetFinder.find([Path(folder.path)])
    #expect(errors.isEmpty)
    #expect(sets.first?.files.map(\.bytes) == [name])
    #expect(try Files.read(Path(bytes: name)).isEmpty)
  }

  @Test func resourcesStayInsideTheFolder() throws {
    try folder.write([
      "set/in.js": "in", "set/sub/deep.js": "deep", "out.js": "out", "setter.js": "",
    ])
    try folder.link("set/leak.js", to: "../out.js")
    try folder.link("set/ok.js", to: "sub/deep.js")
    try folder.link("set/up", to: "..")
    let root = Path(folder.path("set"))
    let read = { (path: String) in
      RuleSetSource.resource(Path(path), in: root).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(read("in.js") == "in")
    #expect(read("./sub/deep.js") == "deep")
    #expect(read("ok.js") == "deep")
    for path in [
      "leak.js", "up/out.js", "../out.js", "sub/../../out.js", "sub/../in.js", "", ".", "sub",
      "no.js",
      folder.path("set/in.js"), "in.js\0", "../setter.js",
    ] { #expect(read(path) == nil, "\(path)") }
  }

  /// Tests symbolic links such as those that build systems create for the files of an action.
  @Test func resourcesOfASetOfLinksLieBesideItsConfiguration() throws {
    try folder.write([
      "real/bascule.json": "{}", "real/in.js": "in", "real/sub/deep.js": "deep", "out.js": "out",
      "other/in.js": "other", "set/sub/own.js": "own", "bare/sub/own.js": "",
    ])
    try folder.link("real/leak.js", to: "../out.js")
    try folder.link("real/up", to: "..")
    let names = ["bascule.json", "in.js", "sub/deep.js", "leak.js"]
    for name in names { try folder.link("set/\(name)", to: folder.path("real/\(name)")) }
    try folder.link("set/out.js", to: folder.path("out.js"))
    try folder.link("set/other.js", to: folder.path("other/in.js"))
    try folder.link("set/renamed.js", to: folder.path("real/in.js"))
    try folder.link("set/up", to: folder.path("real/up"))
    try folder.link("bare/in.js", to: folder.path("real/in.js"))
    let read = { (path: String) in
      RuleSetSource.resource(Path(path), in: Path(self.folder.path("set")))
        .map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(read("in.js") == "in")
    #expect(read("sub/deep.js") == "deep")
    #expect(read("sub/own.js") == "own")
    for path in ["leak.js", "out.js", "other.js", "renamed.js", "up/out.js", "../out.js"] {
      #expect(read(path) == nil, "\(path)")
    }
    #expect(RuleSetSource.resource(Path("in.js"), in: Path(folder.path("bare"))) == nil)
  }
}
