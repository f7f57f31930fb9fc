//: output BasculeRequest

import Foundation

/// A limit for something that happens again: some times at once, and once more after each period.
nonisolated struct StepRate: Sendable, Hashable {
  let atOnce: Int
  let secondsForOneMore: Double
}

/// Counts what happens against a rate.
nonisolated struct StepMeter {
  private let rate: StepRate
  private var left: Double
  private var last: Double

  /// - Parameter now: seconds of a clock that runs forward.
  init(_ rate: StepRate, now: Double = ProcessInfo.processInfo.systemUptime) {
    self.rate = rate
    left = Double(rate.atOnce)
    last = now
  }

  /// False if it has happened too often.
  mutating func takes(now: Double = ProcessInfo.processInfo.systemUptime) -> Bool {
    left = min(Double(rate.atOnce), left + max(0, now - last) / rate.secondsForOneMore)
    last = now
    if left < 1 { return false }
    left -= 1
    return true
  }
}
