#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// The heap of the tool, as the system reports it for a running process.
  @Suite struct HugePagesTests {
    /// True if the system gives huge pages to programs that ask for them.
    private static var areAvailable: Bool {
      let path = "/sys/kernel/mm/transparent_hugepage/enabled"
      guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return false }
      return text.contains("[madvise]") || text.contains("[always]")
    }

    /// The memory of the process's heap in huge pages, in kB.
    private func hugeMemory(_ process: Int32) throws -> Int {
      // Foundation reads files of unknown size only in part.
      let file = try #require(FileHandle(forReadingAtPath: "/proc/\(process)/smaps"))
      let maps = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
      var isHeap = false
      var sum = 0
      for line in maps.split(separator: "\n") {
        let words = line.split(separator: " ")
        if words.first?.contains("-") == true { isHeap = words.last == "[heap]" }
        if isHeap, words.first == "AnonHugePages:" { sum += Int(words[1]) ?? 0 }
      }
      return sum
    }

    @Test(.enabled(if: areAvailable, "the system has no huge pages"))
    func heapIsInHugePages() async throws {
      let folder = try TemporaryFolder()
      let rules = (0..<3_000).map { "  when path == \"/\($0)\" cancel\n" }.joined()
      try folder.write(["a.bascule": "chain A {\n\(rules)  otherwise allow\n}\n"])
      let process = Process()
      process.executableURL = Executable.url
      process.arguments = ["check", "--watch"]
      process.currentDirectoryURL = folder.url
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      defer { kill(process.processIdentifier, SIGKILL) }
      var size = 0
      for _ in 0..<600 where size < 2_048 {
        try await Task.sleep(for: .milliseconds(50))
        size = try hugeMemory(process.processIdentifier)
      }
      #expect(size >= 2_048)
    }
  }
#endif
