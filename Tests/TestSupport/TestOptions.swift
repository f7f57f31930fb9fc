import Foundation

/// The options of a test run. Only this type reads them from the environment.
package enum TestOptions {
  private static let environment = ProcessInfo.processInfo.environment

  /// True in `Tests/run --long`, which has larger case counts and other random cases in each run.
  package static let isLong = environment["BASCULE_LONG"] == "1"

  /// True in CI, where a missing tool or file is a failure.
  package static let isCI = environment["CI"].map { !$0.isEmpty } ?? false

  /// True in `Tests/update-golden`. CI never updates golden files.
  package static let updatesGoldenFiles = environment["BASCULE_UPDATE_GOLDEN"] != nil && !isCI

  /// Returns the number of cases for this run.
  package static func cases(_ landing: Int, long: Int) -> Int { isLong ? long : landing }

  /// The number that replaces the fixed seeds: `BASCULE_SEED`, or the clock in a long run; nil for the fixed seeds.
  fileprivate static let runSeed: UInt64? = {
    if let text = environment["BASCULE_SEED"] {
      guard let seed = UInt64(text) else {
        preconditionFailure("BASCULE_SEED is no number: \(text)")
      }
      return seed
    }
    return isLong ? UInt64(Date().timeIntervalSince1970) : nil
  }()
}

/// The seeds of random tests.
///
/// Each test has a fixed seed, so that the tests before a landing are the same in every run. `BASCULE_SEED`, or the
/// clock in a long run, gives every test another seed. `SeedTrait` adds the command that repeats the cases to every
/// failure.
package enum Seed {
  /// Returns the seed of a test in this run.
  ///
  /// - Parameter fixed: the seed if the run has none. Otherwise the value distinguishes the tests of one run.
  package static func of(_ fixed: UInt64) -> UInt64 {
    guard let run = TestOptions.runSeed else { return fixed }
    // SplitMix64's mixing step gives unrelated seeds for neighbouring numbers.
    var mixed = run &+ fixed &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// The command that runs the same random cases again.
  package static let repetition: String = {
    let mode = TestOptions.isLong ? "BASCULE_LONG=1 " : ""
    return TestOptions.runSeed.map { "\(mode)BASCULE_SEED=\($0)" } ?? "\(mode)the fixed seeds"
  }()
}
