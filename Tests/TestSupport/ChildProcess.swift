package import Foundation

/// A program that a test has started, with files as its standard streams.
///
/// Tests start programs with `posix_spawn` and not with Foundation's `Process`. On Linux, `Process` announces a process
/// before it knows its number, waits for it in a run loop that all processes share, and closes descriptors that other
/// threads of the tests open in the meantime. With `posix_spawn` the program opens its files itself and inherits no
/// descriptor, and its number is known from the start.
package final class ChildProcess: @unchecked Sendable {
  /// The source or destination of a standard stream.
  package enum Stream {
    case file(URL)
    /// A descriptor of this process.
    case descriptor(Int32)
    /// The destination of standard output.
    case output
  }

  package struct Failure: Error, CustomStringConvertible {
    package var description: String
  }

  package let identifier: pid_t
  private let lock = NSLock()
  /// The status that `waitpid` has returned; nil before. Until then, no other process gets the number.
  private var waited: Int32?

  /// - Parameters:
  ///   - program: an absolute path.
  ///   - output: an existing file, which is overwritten.
  ///   - errors: an existing file, which is overwritten.
  package init(
    _ program: URL, _ arguments: [String], in folder: URL, environment: [String: String],
    input: URL = URL(fileURLWithPath: "/dev/null"), output: Stream, errors: Stream
  ) throws {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input.path, O_RDONLY, 0)
    for (stream, target) in [(output, STDOUT_FILENO), (errors, STDERR_FILENO)] {
      switch stream {
      case .file(let file):
        posix_spawn_file_actions_addopen(&actions, target, file.path, O_WRONLY, 0)
      case .descriptor(let descriptor):
        posix_spawn_file_actions_adddup2(&actions, descriptor, target)
      case .output: posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, target)
      }
    }
    #if canImport(Darwin)
      posix_spawn_file_actions_addchdir_np(&actions, folder.path)
    #else
      GNU.changeFolder(&actions, folder.path)
      GNU.closeFrom(&actions, STDERR_FILENO + 1)
    #endif

    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Threads of tests may block or ignore signals.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
    #if canImport(Darwin)
      flags |= Int32(POSIX_SPAWN_CLOEXEC_DEFAULT)
    #endif
    posix_spawnattr_setflags(&attributes, Int16(flags))

    func pointers(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
      texts.map { strdup($0) } + [nil]
    }
    let words = pointers([program.path] + arguments)
    let settings = pointers(environment.map { "\($0)=\($1)" })
    defer { for text in words + settings { free(text) } }
    var started: pid_t = 0
    let failure = posix_spawn(&started, program.path, &actions, &attributes, words, settings)
    if failure != 0 {
      throw Failure(
        description: "cannot start \(program.path): \(String(cString: strerror(failure)))")
    }
    identifier = started
  }

  deinit {
    kill()
    _ = wait()
  }

  package func kill() {
    lock.withLock {
      if waited == nil { _ = Foundation.kill(identifier, SIGKILL) }
    }
  }

  package var isRunning: Bool {
    lock.withLock {
      if waited != nil { return false }
      var status: Int32 = 0
      if waitpid(identifier, &status, WNOHANG) == identifier { waited = status }
      return waited == nil
    }
  }

  /// Waits for the end of the program. Returns the exit status, or the negative number of the signal that has ended it.
  package func wait() -> Int32 {
    // The process keeps its number until it is waited for with the lock held, so that `kill` cannot hit another
    // process.
    var information = siginfo_t()
    while !lock.withLock({ waited != nil }),
      waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) != 0, errno == EINTR
    {}
    return lock.withLock {
      var status = waited ?? 0
      if waited == nil { while waitpid(identifier, &status, 0) < 0, errno == EINTR {} }
      waited = status
      return status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
    }
  }
}

#if !canImport(Darwin)
  /// Functions that the headers of glibc declare only if `_GNU_SOURCE` is defined.
  private enum GNU {
    private typealias Actions = UnsafeMutablePointer<posix_spawn_file_actions_t>

    static func changeFolder(_ actions: inout posix_spawn_file_actions_t, _ path: String) {
      typealias Function = @convention(c) (Actions, UnsafePointer<CChar>) -> CInt
      let function = unsafeBitCast(
        dlsym(nil, "posix_spawn_file_actions_addchdir_np"), to: Function.self)
      _ = function(&actions, path)
    }

    static func closeFrom(_ actions: inout posix_spawn_file_actions_t, _ descriptor: Int32) {
      typealias Function = @convention(c) (Actions, CInt) -> CInt
      let function = unsafeBitCast(
        dlsym(nil, "posix_spawn_file_actions_addclosefrom_np"), to: Function.self)
      _ = function(&actions, descriptor)
    }
  }
#endif
