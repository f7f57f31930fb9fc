/// What was made on the way and is not asked for again.
///
/// A rule set becomes many small parts. Where the process ends soon, the system takes them back all at once,
/// and freeing one after the other only costs time: a fifth of what checking a large set takes.
final class Remains {
  private let value: Any

  private init(_ value: Any) { self.value = value }

  /// Keeps the value for as long as the process lives.
  static func leave(_ value: Any) { _ = Unmanaged.passRetained(Remains(value)) }
}
