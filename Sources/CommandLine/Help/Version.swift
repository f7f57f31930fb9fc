/// The version of the program.
enum Version {
  static let number = "0.1.0"
  /// The date of the release.
  static let date = "2026-11-21"
}
