import Foundation
import TestSupport
import Testing

/// Tests that the output of `bascule page`, which is sent to other people, does not contain the place of the rules on
/// this machine.
@Suite struct PageNameTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let rules = "chain Main { when path == \"/a\" cancel otherwise allow }\n"
    try folder.write([
      "shop/app.bascule": rules, "shop/parts/more.bascule": "flag isOpen\n",
      "news/app.bascule": rules.replacing("/a", with: "/b"),
    ])
  }

  /// Returns the names of the sets, and of the files of each.
  private func names(_ arguments: String..., at path: String = "") throws -> [[String]] {
    let words = ["page", "--format", "json"] + arguments
    let result = try Executable.run(words, in: folder, path)
    #expect(result.errors == "")
    #expect(!result.output.contains(folder.url.path))
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    let sets = try #require(object?["sets"] as? [[String: Any]])
    return sets.map { set in
      let files = set["files"] as? [[String: Any]] ?? []
      return [set["name"] as? String ?? ""] + files.map { $0["name"] as? String ?? "" }
    }
  }

  private let shop = ["shop", "shop/app.bascule", "shop/parts/more.bascule"]

  @Test func aPathInTheFolderIsKept() throws {
    #expect(try names("shop") == [shop])
    #expect(try names("shop", "news") == [["news", "news/app.bascule"], shop])
  }

  @Test func otherPathsAreThoseBelowASharedFolder() throws {
    let path = folder.url.path
    #expect(try names(at: "shop") == [shop])
    #expect(try names(path + "/shop", at: "news") == [shop])
    #expect(try names("../shop", at: "news") == [shop])
    let name = folder.url.lastPathComponent
    #expect(
      try names(path + "/shop", path + "/news", at: "shop/parts")
        == [["\(name)/news", "\(name)/news/app.bascule"], shop.map { "\(name)/\($0)" }])
  }
}
