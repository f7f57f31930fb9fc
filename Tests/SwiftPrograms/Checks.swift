import Foundation

/// Counts checks and prints those that fail.
@MainActor enum Checks {
  static var count = 0
  static var failures = 0

  static func equal<Value: Equatable>(
    _ found: Value, _ expected: Value, _ what: String = "", line: Int = #line
  ) {
    count += 1
    if found == expected { return }
    failures += 1
    print("line \(line): \(what): expected \(expected), found \(found)")
  }

  static func fails(
    with expected: String, line: Int = #line, _ body: @MainActor () async throws -> Void
  ) async {
    count += 1
    do {
      try await body()
      failures += 1
      print("line \(line): expected the error: \(expected)")
    } catch {
      if "\(error)" == expected { return }
      failures += 1
      print("line \(line): expected the error \(expected), found \(error)")
    }
  }

  /// Runs a part of a program. The compiler takes much longer for the same statements in one long function.
  static func part(_ body: @MainActor () async throws -> Void) async throws { try await body() }

  /// Waits for a state that other tasks cause. After ten minutes it returns, so that the following checks fail.
  static func wait(until isReached: @MainActor () -> Bool) async {
    let end = ContinuousClock.now + .seconds(600)
    while !isReached(), ContinuousClock.now < end { await others() }
  }

  /// Gives other tasks time to do what they must not do.
  static func pause() async {
    for _ in 0..<20 { await others() }
  }

  private static func others() async {
    await Task.yield()
    try? await Task.sleep(for: .milliseconds(1))
  }

  static func end() -> Never {
    print("\(count) checks, \(failures) failures")
    exit(failures == 0 ? 0 : 1)
  }
}

/// A generator of random numbers that the seed repeats: `BASCULE_SEED`, or a fixed one.
struct SeededNumbers: RandomNumberGenerator {
  static let seed = ProcessInfo.processInfo.environment["BASCULE_SEED"].flatMap { UInt64($0) } ?? 44
  private var state = Self.seed

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

func url(_ text: String) -> URL {
  guard let url = URL(string: text) else {
    print("not a URL: \(text)")
    exit(2)
  }
  return url
}
