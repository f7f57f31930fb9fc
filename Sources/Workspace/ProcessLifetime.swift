package enum ProcessLifetime {
  /// Keeps an object alive until the process exits, to skip deallocation.
  ///
  /// A rule set consists of many small objects. If the process ends soon, the system frees them all at once;
  /// freeing them one by one takes a fifth of the time for checking a large set.
  package static func keepAlive(_ object: AnyObject) { _ = Unmanaged.passRetained(object) }
}
