#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Delays signals that would end the process, such as `SIGINT` of Ctrl-C, while its only thread replaces files.
final class HeldSignals {
  private var former = sigset_t()

  init() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_BLOCK, &signals, &former)
  }

  /// Allows the signals again. A signal that has arrived in the meantime ends the process now.
  func release() { pthread_sigmask(SIG_SETMASK, &former, nil) }
}
