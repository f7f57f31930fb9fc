package enum ProcessLifetime {
  /// Keeps an object alive until the process exits, to skip deallocation.
  ///
  /// A rule set is many small objects. Where the process ends soon, the system takes them back all at
  /// once; freeing one after the other is a fifth of the time that checking a large set takes.
  package static func keepAlive(_ object: AnyObject) { _ = Unmanaged.passRetained(object) }
}
