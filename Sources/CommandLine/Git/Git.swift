#if canImport(Darwin)
  @preconcurrency import Darwin
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  @preconcurrency import Glibc
#endif
import Text

/// The files of an earlier state of a git repository, which are read without touching the working tree.
package struct GitRevision: Sendable {
  /// The reason for which nothing can be read.
  package struct Failure: Error {
    /// The reason in lower case, without a full stop.
    package let message: String
  }

  package struct File: Sendable {
    /// The path relative to the folder.
    package let path: Path
    let object: [UInt8]
  }

  /// The commit to read, given the name of a revision.
  package enum Point {
    /// The commit with the name.
    case tip
    /// The last common ancestor of the named commit and the current one.
    case mergeBase
  }

  /// The folder in the working tree.
  package let folder: Path
  /// The name of the revision as given.
  package let name: String
  private let commit: [UInt8]
  /// The earlier folder in the revision, relative to the top of the repository; nil if the folder has not moved.
  private var formerFolder: [UInt8]?

  /// The folder in the revision, for display.
  package var place: Path {
    guard let formerFolder else { return folder }
    return formerFolder.isEmpty ? .workingFolder : Path(bytes: formerFolder)
  }

  /// The name of the commit in hexadecimal digits.
  package var commitName: String { text(commit) }

  /// - Parameter folder: a folder of the working tree.
  package init(_ name: String, of folder: Path, at point: Point) throws(Failure) {
    self.name = name
    self.folder = folder
    let probe = try Self.git(["rev-parse", "--git-dir"], in: folder)
    if probe.status != 0 {
      throw Failure(
        message: "`\(folder.display)` is not in a git repository" + Self.quoted(probe.errors))
    }
    // Without `--end-of-options`, a name that starts with a dash would be read as an option.
    let found = try Self.git(
      ["rev-parse", "--verify", "--quiet", "--end-of-options", name + "^{commit}"], in: folder)
    let tip = Array(found.output.prefix { $0 != 0x0A })
    if found.status != 0 || tip.isEmpty {
      throw Failure(
        message: "there is no git revision `\(name)`" + (try Self.shallowness(of: folder)))
    }
    switch point {
    case .tip: commit = tip
    case .mergeBase:
      let base = try Self.git(
        ["merge-base", "HEAD", String(decoding: tip, as: UTF8.self)], in: folder)
      commit = Array(base.output.prefix { $0 != 0x0A })
      if base.status != 0 || commit.isEmpty {
        throw Failure(
          message: "`\(name)` and the current commit share no commit"
            + (try Self.shallowness(of: folder)) + Self.quoted(base.errors))
      }
    }
  }

  /// Returns the end of a message about a missing commit if the clone is shallow; empty if it is not.
  private static func shallowness(of folder: Path) throws(Failure) -> String {
    let isShallow = try git(["rev-parse", "--is-shallow-repository"], in: folder)
      .output.starts(with: "true".utf8)
    return isShallow
      ? "; this clone is shallow: fetch the history (`git fetch --unshallow`, for actions/checkout "
        + "`fetch-depth: 0`)" : ""
  }

  /// Returns the messages of git, as the end of a message.
  private static func quoted(_ errors: [UInt8]) -> String {
    let lines = errors.split(separator: 0x0A).map {
      $0.drop { $0 == 0x09 || $0 == 0x20 }
    }
    if lines.isEmpty { return "" }
    return "; git says: " + String(decoding: Array(lines.joined(separator: [0x20])), as: UTF8.self)
  }

  /// Returns all regular files below the folder, sorted.
  package func files() throws(Failure) -> [File] {
    var arguments = ["ls-tree", "-r", "-z"]
    if let formerFolder {
      arguments += ["--full-tree", text(commit) + ":" + text(formerFolder)]
    } else {
      arguments.append(text(commit))
    }
    let listed = try Self.git(arguments, in: folder)
    guard listed.status == 0 else {
      throw Failure(message: "git cannot list the files of `\(name)`")
    }
    var files: [File] = []
    for line in listed.output.split(separator: 0) {
      // The form of the line is `MODE TYPE OBJECT<TAB>PATH`.
      guard let tab = line.firstIndex(of: 0x09) else { continue }
      let head = line[..<tab].split(separator: 0x20)
      guard head.count == 3, head[0].starts(with: "100".utf8) else { continue }
      files.append(File(path: Path(bytes: Array(line[(tab + 1)...])), object: Array(head[2])))
    }
    return files.sorted { $0.path < $1.path }
  }

  /// Returns the same folder at its earlier place, from which git finds files with the ending renamed; nil if git finds
  /// none.
  package func beforeMove(ofFilesWith ending: String) throws(Failure) -> GitRevision? {
    let prefix = try Self.git(["rev-parse", "--show-prefix"], in: folder).output
      .prefix { $0 != 0x0A }
    let renamed = try Self.git(
      ["diff", "--find-renames", "--diff-filter=R", "--name-status", "-z", text(commit)], in: folder
    )
    guard renamed.status == 0 else { return nil }
    let fields = renamed.output.split(separator: 0)
    // The fields are `R090`, the old path and the new path. Both paths start at the top of the repository.
    var votes: [[UInt8]: Int] = [:]
    for start in stride(from: 0, to: fields.count - 2, by: 3) {
      let (old, new) = (fields[start + 1], fields[start + 2])
      guard new.starts(with: prefix), Path(bytes: Array(new)).hasSuffix(ending) else { continue }
      let rest = Array(new.dropFirst(prefix.count))
      if old.elementsEqual(rest) {
        votes[[], default: 0] += 1
      } else if old.suffix(rest.count + 1).elementsEqual([0x2F] + rest) {
        votes[Array(old.dropLast(rest.count + 1)), default: 0] += 1
      }
    }
    let former = votes.max {
      ($0.value, $1.key.count) < ($1.value, $0.key.count)
    }
    guard let former else { return nil }
    var moved = self
    moved.formerFolder = former.key
    return moved
  }

  package func read(_ file: File) throws(Failure) -> [UInt8] {
    let content = try Self.git(["cat-file", "blob", text(file.object)], in: folder)
    guard content.status == 0 else {
      throw Failure(message: "git cannot read `\(file.path.display)` of `\(name)`")
    }
    return content.output
  }

  /// Returns the content of a file, given its path relative to the folder. The path may lead out of the folder with
  /// `..`.
  package func read(_ path: Path) throws(Failure) -> [UInt8] {
    let place =
      formerFolder.map {
        Path(bytes: $0.isEmpty ? [0x2E] : $0).appending(path.bytes).withoutParents
      }
      ?? Path("./").appending(path.bytes)
    let content = try Self.git(
      ["cat-file", "blob", text(commit) + ":" + text(place.bytes)], in: folder)
    guard content.status == 0 else { throw Failure(message: "no such file in `\(name)`") }
    return content.output
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// Runs git to completion.
  private static func git(
    _ arguments: [String], in folder: Path
  ) throws(Failure) -> (status: Int32, output: [UInt8], errors: [UInt8]) {
    let output = try run(arguments, in: folder, reading: STDOUT_FILENO)
    if output.status == 0 { return (0, output.text, []) }
    // Reading both at once could block: one pipe could fill while the other is read.
    let errors = try run(arguments, in: folder, reading: STDERR_FILENO)
    return (output.status, output.text, errors.text)
  }

  /// Runs git to completion, reads one of its two outputs and discards the other.
  private static func run(
    _ arguments: [String], in folder: Path, reading descriptor: Int32
  ) throws(Failure) -> (status: Int32, text: [UInt8]) {
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
    posix_spawn_file_actions_adddup2(&actions, ends[1], descriptor)
    posix_spawn_file_actions_addopen(
      &actions, descriptor == STDOUT_FILENO ? STDERR_FILENO : STDOUT_FILENO, "/dev/null", O_WRONLY,
      0)
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
