#if canImport(Darwin)
  @preconcurrency import Darwin
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  @preconcurrency import Glibc
#endif

/// Files of an earlier state of a git repository, read without touching the working tree.
package struct GitRevision: Sendable {
  /// The reason why nothing can be read.
  package struct Failure: Error {
    /// Lower case, without a full stop.
    package let message: String
  }

  package struct File: Sendable {
    /// Relative to the folder.
    package let path: Path
    let object: [UInt8]
  }

  /// In the working tree.
  package let folder: Path
  /// The name as given.
  package let name: String
  private let commit: [UInt8]

  /// - Parameter folder: a folder of the working tree.
  package init(_ name: String, of folder: Path) throws(Failure) {
    self.name = name
    self.folder = folder
    let probe = try Self.git(["rev-parse", "--git-dir"], in: folder)
    if probe.status != 0 {
      throw Failure(message: "`\(folder.display)` is not in a git repository")
    }
    // A name that starts with a dash would be read as an option.
    let found = try Self.git(
      ["rev-parse", "--verify", "--quiet", "--end-of-options", name + "^{commit}"], in: folder)
    commit = Array(found.output.prefix { $0 != 0x0A })
    if found.status != 0 || commit.isEmpty {
      throw Failure(message: "there is no git revision `\(name)`")
    }
  }

  /// All regular files below the folder, sorted.
  package func files() throws(Failure) -> [File] {
    let listed = try Self.git(["ls-tree", "-r", "-z", text(commit)], in: folder)
    guard listed.status == 0 else {
      throw Failure(message: "git cannot list the files of `\(name)`")
    }
    var files: [File] = []
    for line in listed.output.split(separator: 0) {
      // `MODE TYPE OBJECT<TAB>PATH`
      guard let tab = line.firstIndex(of: 0x09) else { continue }
      let head = line[..<tab].split(separator: 0x20)
      guard head.count == 3, head[0].starts(with: "100".utf8) else { continue }
      files.append(File(path: Path(bytes: Array(line[(tab + 1)...])), object: Array(head[2])))
    }
    return files.sorted { $0.path < $1.path }
  }

  package func read(_ file: File) throws(Failure) -> [UInt8] {
    let content = try Self.git(["cat-file", "blob", text(file.object)], in: folder)
    guard content.status == 0 else {
      throw Failure(message: "git cannot read `\(file.path.display)` of `\(name)`")
    }
    return content.output
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// Runs git to completion, discarding its standard error.
  private static func git(
    _ arguments: [String], in folder: Path
  ) throws(Failure) -> (status: Int32, output: [UInt8]) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw Failure(message: "cannot run git: no pipe") }
    _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    defer { close(ends[0]) }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var words: [UnsafeMutablePointer<CChar>?] = []
    for word in ["git", "-C"] { words.append(strdup(word)) }
    words.append(folder.withCString { strdup($0) })
    for word in arguments { words.append(strdup(word)) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    let failure = posix_spawnp(&process, "git", &actions, nil, words, environ)
    close(ends[1])
    if failure != 0 {
      throw Failure(message: "cannot run git: \(String(cString: strerror(failure)))")
    }
    let output = try? Files.read(ends[0], Path("git"), expecting: 0)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    guard let output else { throw Failure(message: "cannot read the output of git") }
    let isExit = status & 0x7F == 0
    return (isExit ? status >> 8 & 0xFF : -1, output)
  }
}
