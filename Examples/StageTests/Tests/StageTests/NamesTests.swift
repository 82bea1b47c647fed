// SPDX-License-Identifier: Apache-2.0

import Flipbook
import Foundation
import Testing

/// `import Flipbook` leaves the names of Swift and Foundation as they are.
@Suite struct NamesTests {
  /// A clock of one's own, with Swift's durations.
  private struct StepClock: Clock {
    struct Instant: InstantProtocol {
      var offset: Duration

      func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
      func duration(to other: Self) -> Duration { other.offset - offset }
      static func < (a: Self, b: Self) -> Bool { a.offset < b.offset }
    }

    var now: Instant { Instant(offset: .seconds(3)) }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
  }

  @Test func `a duration is Swift's and a clock has instants of its own`() async throws {
    let duration: Duration = .milliseconds(1500)
    #expect(duration == Swift.Duration.seconds(1.5))
    let clock = StepClock()
    #expect(clock.now.duration(to: clock.now.advanced(by: duration)) == duration)
    try await Task.sleep(for: .nanoseconds(1), clock: clock)
    #expect(ContinuousClock().measure {} >= .zero)
    let start: ContinuousClock.Instant = .now
    #expect(start <= .now)
  }

  @Test func `Foundation's values are Foundation's`() {
    let date = Date(timeIntervalSince1970: 0)
    #expect(Measurement(value: 1, unit: UnitLength.meters).value == 1)
    #expect(Progress(totalUnitCount: 10).fractionCompleted == 0)
    #expect(Decimal(string: "1.5") == 1.5)
    #expect(Calendar(identifier: .gregorian).dateComponents(in: .gmt, from: date).year == 1970)
    #expect(Operation().isReady)
    #expect(Scanner(string: "42").scanInt() == 42)
  }

  @Test func `numbers and times are printed exactly`() {
    #expect("\(Fixed(3, over: 2))" == "1.5")
    #expect("\(Fixed(-1, over: 3)) \(Fixed(7)) \(Fixed.zero)" == "-0.3333333333 7 0")
    #expect("\(TimeSpan(nanoseconds: 16_666_667))" == "16.666667 ms")
    #expect("\(TimeSpan.milliseconds(1500)) \(TimeSpan(nanoseconds: -2500))" == "1.5 s -2.5 µs")
    #expect("\(TimeSpan.zero) \(TimeSpan(nanoseconds: 999))" == "0 ns 999 ns")
    #expect("\(TimeSpan(nanoseconds: .min))" == "-9223372036.854775808 s")
    #expect("\(Instant(nanoseconds: 2_000_000_000))" == "2 s")
  }

  @Test func `texts and percentages are literals`() {
    let message: Message = "Unpacking é"
    #expect("\(message)" == "Unpacking é" && message == Message("Unpacking \("é")"))
    #expect(Message(String(repeating: "é", count: 128)).utf8.count == 254)
    let percent: Percent = 42
    #expect(percent.value == 42 && percent == Percent(Fixed(42)))
  }
}
