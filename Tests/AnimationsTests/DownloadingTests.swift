// SPDX-License-Identifier: Apache-2.0

import Animations
import FixedPoint
import Motion
import DisplayList
import Testing
import Stage

/// The motion of the bubble, and the success at its end.
@Suite struct DownloadingTests {
  private let box = DownloadGeometry(width: 200, height: 80)

  @Test func `the bubble rides at the head of the fill`() {
    let bar = downloadBar([(0, .progress(50))], at: 5000)
    #expect(bar.position(at: ms(5000), in: box) == Point(50 * 2, Fixed(65, over: 2)))
    let fill = box.drainingFill(at: .half, left: 1)
    #expect(fill == Rectangle(x: -2, y: 38, width: 104, height: 4))
  }

  @Test func `the fill grows out of nothing`() {
    #expect(box.drainingFill(at: 0, left: 1).isEmpty)
    // At 1 pt the thickness is 4·min(1, 1/2) = 2, with round ends beyond the line's.
    let fill = box.drainingFill(at: Fixed(1, over: 200), left: 1)
    #expect(abs(fill.height.double - 2) < 1e-6)
    #expect(abs(fill.x.double + 1) < 1e-6 && abs(fill.width.double - 3) < 1e-6)
  }

  @Test func `the label shows whole percent that are reached`() {
    #expect(downloadBar([(0, .progress(42))], at: 9000).label(at: ms(9000)) == .percent(42))
    let fraction = Command.progress(channel: 1, percent: Percent(Fixed(429, over: 10)) ?? .zero)
    #expect(downloadBar([(0, fraction)], at: 9000).label(at: ms(9000)) == .percent(42))
  }

  @Test func `the label goes from 99 to done`() {
    var labels: [DownloadLabel] = []
    for time in stride(from: 1100.0, through: 2500, by: 1) {
      let label = downloadBar([(0, .done)], at: time).label(at: ms(time))
      if labels.last != label { labels.append(label) }
    }
    #expect(labels.first == .percent(0))
    #expect(Array(labels.suffix(2)) == [.percent(99), .done])
  }

  @Test func `success is found to 10 microseconds`() {
    // (1 + ωt)·exp(-ωt) = 2⁻¹⁰, solved in binary floating point with ω = 9.23341 / 0.5.
    let expected = 1_100_000_000 + 501_423_359.0
    let time = downloadBar([(0, .done)], at: 1200).end?.nanoseconds ?? 0
    #expect(abs(Double(time) - expected) < 10_000)
    #expect(downloadBar([(0, .done)], at: 1590).state == .downloading)
    #expect(downloadBar([(0, .done)], at: 1610).state == .succeeded)
  }

  @Test func `nothing short of the whole succeeds`() {
    let almost = Command.progress(channel: 1, percent: Percent(Fixed(9999, over: 100)) ?? .zero)
    let bar = downloadBar([(0, almost)], at: 60_000)
    #expect(bar.state == .downloading)
    #expect(bar.label(at: ms(60_000)) == .percent(99))
    // With so little missing, it succeeds at the instant of `done`.
    #expect(downloadBar([(0, almost), (60_000, .done)], at: 60_000).state == .succeeded)
  }

  @Test func `a succeeded bar obeys only fail and reset`() {
    let history: History = [(0, .done), (3000, .progress(10)), (3001, .unknown), (3002, .start)]
    let bar = downloadBar(history, at: 5000)
    #expect(bar.state == .succeeded && !bar.isUnknown)
    #expect(bar.progress(at: ms(5000)) == 1)
    #expect(bar.label(at: ms(5000)) == .done)
    #expect(downloadBar(history + [(5000, .fail)], at: 5000).state == .failing)
    #expect(downloadBar(history + [(5000, .reset)], at: 5000).state == .resuming)
  }

  @Test func `the bubble leans back while it runs and stands at rest`() {
    let history: History = [(0, .progress(50))]
    #expect(downloadBar(history, at: 1100).lean(at: ms(1100)) == 0)
    #expect(downloadBar(history, at: 1250).lean(at: ms(1250)) < -5)
    let rest = downloadBar(history, at: 6000)
    #expect(rest.lean(at: ms(6000)) == 0)
    #expect(rest.nextChange(after: ms(6000)) == .never)
    let back = downloadBar(history + [(6000, .progress(0))], at: 6150)
    #expect(back.lean(at: ms(6150)) > 5)
  }

  @Test func `the lean does not depend on when it is looked at`() {
    let history: History = [
      (0, .progress(30)), (1200.3, .progress(90)), (1351.7, .progress(20)), (1800, .done),
    ]
    for time in [1150.0, 1234.567, 1399.999, 1700.25, 2100.9] {
      var watched = DownloadMotion(at: ms(0))
      var clock = 0.0
      var next = 0
      while clock <= time {
        while next < history.count && history[next].time <= clock {
          if let input = MotionInput(history[next].command, channel: 1) {
            watched.apply(input, at: ms(history[next].time))
          }
          next += 1
        }
        watched.advance(to: ms(clock))
        // No frame is drawn between a command and an earlier frame's time.
        let step = 3.7
        let command = next < history.count ? history[next].time : .infinity
        clock = clock < command && clock + step > command ? command : clock + step
      }
      watched.advance(to: ms(time))
      let fresh = downloadBar(history, at: time)
      #expect(watched.lean(at: ms(time)) == fresh.lean(at: ms(time)))
      #expect(watched.progress(at: ms(time)) == fresh.progress(at: ms(time)))
    }
  }
}
