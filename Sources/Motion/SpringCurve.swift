// SPDX-License-Identifier: Apache-2.0

import FixedPoint

/// The curve of a critically damped spring around its target, in nanoseconds since its start.
///
/// With τ = ω·t and B = e + v0/ω it is (e + B·τ)·exp(-τ), its velocity ω·(B - e - B·τ)·exp(-τ).
struct SpringCurve: Hashable, BitwiseCopyable, Sendable {
  private let offset: Fixed
  /// The initial velocity over ω, a distance.
  private let reach: Fixed
  /// B: the sum of the offset and the reach.
  private let slope: Fixed
  private let duration: Int64

  /// A curve from the initial offset from the target and the initial velocity per second.
  init(offset: Fixed, velocity: Fixed, duration: TimeSpan) {
    precondition(
      duration >= .microseconds(1) && duration <= .milliseconds(3_600_000),
      "A spring takes from a microsecond to an hour.")
    self.offset = offset
    self.duration = duration.nanoseconds
    // ω is 9.23341 / duration, always as the exact ratio of two integers.
    reach = velocity.scaled(by: duration.nanoseconds, over: 9_233_410_000)
    slope = offset + reach
    // A phase is at most 65, so the products stay in range.
    let limit: Fixed = 16_777_216
    precondition(
      offset.magnitude <= limit && slope.magnitude <= limit, "The spring's way is out of range.")
  }

  /// The offset from the target.
  func offset(at time: Int64) -> Fixed {
    let phase = phase(at: time)
    return (offset + slope * phase).scaled(byExponentialOf: -phase)
  }

  /// The velocity per second.
  func velocity(at time: Int64) -> Fixed { velocity(atPhase: phase(at: time)) }

  /// The velocity per second at ω·t.
  func velocity(atPhase phase: Fixed) -> Fixed {
    (reach - slope * phase).scaled(byExponentialOf: -phase)
      .scaled(by: 9_233_410_000, over: duration)
  }

  /// The time of the largest or smallest offset: 0 if that is over, the end of time if it never
  /// comes.
  var turningTime: Int64 { time(atPhase: reach) }

  /// The first time at which it is nearer than 2⁻²⁰ and slower than 2⁻¹² per second.
  func timeOfRest() -> Int64 {
    // The offset's zero, its turning point and the velocity's turning point divide the time:
    // between them both magnitudes are monotonic.
    let bounds: InlineArray<4, Int64> = [
      time(atPhase: -offset), turningTime, time(atPhase: reach + slope), endOfTime,
    ]
    var low: Int64 = 0
    for index in bounds.indices where bounds[index] >= low {
      let high = bounds[index]
      let near = firstChange(from: low, through: high) { isNear(at: $0) }
      let slow = firstChange(from: low, through: high) { isSlow(at: $0) }
      if let near, let slow {
        let time = max(near, slow)
        if isNear(at: time) && isSlow(at: time) { return time }
      }
      low = high
    }
    return endOfTime
  }

  private func isNear(at time: Int64) -> Bool {
    offset(at: time).magnitude < Fixed(raw: 1 << 12)
  }

  private func isSlow(at time: Int64) -> Bool {
    velocity(at: time).magnitude < Fixed(raw: 1 << 20)
  }

  private func phase(at time: Int64) -> Fixed {
    Fixed(raw: Int64(SpringCurve.phaseFactor))
      .scaled(by: time, over: Int64(SpringCurve.phaseDivisor) * duration)
  }

  /// ω·t is the time times this, over the duration times `phaseDivisor`.
  static var phaseFactor: UInt64 { 923_341 << 32 }

  static var phaseDivisor: UInt64 { 100_000 }

  /// The time at which the phase is dividend/B, clamped to 0 … the end of time.
  private func time(atPhase dividend: Fixed) -> Int64 {
    if dividend == 0 || (dividend < 0) != (slope < 0) { return 0 }
    if dividend.magnitude.raw >> 6 >= slope.magnitude.raw { return endOfTime }
    return (dividend / slope).scaled(by: duration * 100_000, over: 923_341 << 32).raw
  }

  /// The time with a phase of about 64, when all values are too small to be represented.
  private var endOfTime: Int64 { duration * 7 }
}

/// The first time in a range at which a condition holds, given that it changes at most once in it.
func firstChange(from low: Int64, through high: Int64, holds: (Int64) -> Bool) -> Int64? {
  if holds(low) { return low }
  if !holds(high) { return nil }
  var (low, high) = (low, high)
  while high - low > 1 {
    let middle = low + (high - low) / 2
    if holds(middle) { high = middle } else { low = middle }
  }
  return high
}
