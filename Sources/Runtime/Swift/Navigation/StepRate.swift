//: output BasculeRequest

import Foundation

/// A limit for repeated actions: a number of them at once, and one more after each period.
nonisolated struct StepRate: Sendable, Hashable {
  let atOnce: Int
  let secondsForOneMore: Double
}

/// Counts actions, and compares them with a rate.
nonisolated struct StepMeter {
  private let rate: StepRate
  private var left: Double
  private var last: Double

  /// - Parameter now: the time of a monotonic clock, in seconds.
  init(_ rate: StepRate, now: Double = ProcessInfo.processInfo.systemUptime) {
    self.rate = rate
    left = Double(rate.atOnce)
    last = now
  }

  /// Counts an action. Returns false if it happens too often.
  mutating func takes(now: Double = ProcessInfo.processInfo.systemUptime) -> Bool {
    left = min(Double(rate.atOnce), left + max(0, now - last) / rate.secondsForOneMore)
    last = now
    if left < 1 { return false }
    left -= 1
    return true
  }
}
