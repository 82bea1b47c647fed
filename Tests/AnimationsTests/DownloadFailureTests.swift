// SPDX-License-Identifier: Apache-2.0

import Animations
import FixedPoint
import Motion
import DisplayList
import Testing
import Stage

/// The download bar drains after a failure, and returns to its box.
@Suite struct DownloadFailureTests {
  private let box = DownloadGeometry(width: 200, height: 80)
  /// At 80 % and in motion, it fails at 5 s: T = 0.4 s.
  private let failed: History = [(0, .progress(80)), (5000, .fail)]

  @Test func `the water takes half a second for the whole bar`() {
    let bar = downloadBar(failed, at: 5000)
    #expect(bar.state == .failing)
    #expect(bar.end == ms(5750))
    #expect(bar.fillPart(at: ms(5000)) == 1)
    #expect(bar.fillPart(at: ms(5100)).double.rounded(to: 6) == 0.75)
    #expect(bar.fillPart(at: ms(5400)) == 0)
  }

  @Test func `the water keeps its bottom`() {
    let progress = Fixed(8, over: 10)
    for left in [Fixed(1), .half, Fixed(1, over: 10)] {
      let fill = box.drainingFill(at: progress, left: left)
      #expect((fill.y + fill.height).double.rounded(to: 6) == 42)
      #expect(fill.height == 4 * left)
      #expect((fill.width - fill.height).double.rounded(to: 6) == 160)
    }
  }

  @Test func `the label stays until it has failed`() {
    #expect(downloadBar(failed, at: 5749).label(at: ms(5749)) == .percent(80))
    let bar = downloadBar(failed, at: 5750)
    #expect(bar.state == .failed && bar.label(at: ms(5750)) == .failed)
  }

  @Test func `a failed bubble leans forward within 200 milliseconds`() {
    #expect(downloadBar(failed, at: 5750).lean(at: ms(5750)) == 0)
    #expect(downloadBar(failed, at: 5850).lean(at: ms(5850)).double.rounded(to: 6) == 7.5)
    let bar = downloadBar(failed, at: 5950)
    #expect(bar.lean(at: ms(5950)) == 15)
    #expect(bar.nextChange(after: ms(5950)) == .never)
  }

  @Test func `the lean swings out while the water runs`() {
    let history: History = [(0, .progress(80)), (1200, .fail)]
    let start = downloadBar(history, at: 1200).lean(at: ms(1200))
    let later = downloadBar(history, at: 1400).lean(at: ms(1400))
    #expect(start < -5)
    #expect(later > start && later < 0)
  }

  @Test func `a failure with nothing done has no water`() {
    let bar = downloadBar([(0, .fail)], at: 1100)
    #expect(bar.state == .failing)
    #expect(bar.end == ms(1450))
    #expect(bar.fillPart(at: ms(1100)) == 0)
    // Nothing moves after the lean has come to rest, until the label changes.
    #expect(downloadBar([(0, .fail)], at: 1200).nextChange(after: ms(1200)) == .at(ms(1450)))
  }

  @Test func `after a failure only a reset counts`() {
    let history = failed + [(5100, .progress(10)), (7000, .done), (7001, .unknown), (7002, .start)]
    #expect(downloadBar(history, at: 20_000).state == .failed)
    #expect(!downloadBar(history, at: 20_000).isUnknown)
    #expect(downloadBar(history + [(20_000, .reset)], at: 20_000).state == .resuming)
  }

  @Test func `a failure of a succeeded bar runs out from the end`() {
    let bar = downloadBar([(0, .done), (5000, .fail)], at: 5000)
    #expect(bar.end == ms(5850))
    #expect(bar.label(at: ms(5000)) == .done)
  }

  @Test func `a turn runs out in a failure and keeps its label`() {
    // Success is at 1601.4 ms.
    let bar = downloadBar([(0, .done), (1650, .fail)], at: 1720)
    #expect(bar.label(at: ms(1720)) == .percent(99))
    #expect(bar.turn.width(at: ms(1720)) < 1)
    #expect(bar.turn.width(at: ms(1802)) == 1)
  }

  @Test func `a reset flies the indicator home on a curve`() {
    let history = failed + [(6000, .reset)]
    let bar = downloadBar(history, at: 6000)
    #expect(bar.state == .resuming)
    let start = bar.position(at: ms(6000), in: box)
    #expect(start.x.double.rounded(to: 6) == 160 && start.y.double == 32.5)
    // Half way: a quarter of both ends, half of the control point (100, -60).
    let middle = bar.position(at: ms(6150), in: box)
    #expect(middle.x.double.rounded(to: 5) == 115)
    #expect(middle.y.double.rounded(to: 5) == -11.875)
    #expect(bar.position(at: ms(6300), in: box) == Point(100, 40))
    #expect(bar.unfolding(at: ms(6150)) == .half)
    #expect(bar.lean(at: ms(6050)).double.rounded(to: 6) == 7.5)
    #expect(bar.lean(at: ms(6100)) == 0)
    #expect(bar.label(at: ms(6000)) == .none)
    #expect(downloadBar(history, at: 6500).state == .idle)
  }

  @Test func `a reset fades the fill and holds the progress`() {
    let bar = downloadBar([(0, .progress(80)), (1300, .reset)], at: 1325)
    #expect(bar.progress(at: ms(1325)) == bar.progress(at: ms(1300)))
    #expect(bar.fillPart(at: ms(1325)) == .half)
    #expect(bar.fillPart(at: ms(1350)) == 0)
    // The water of a failed bar has already drained.
    #expect(downloadBar(failed + [(6000, .reset)], at: 6000).fillPart(at: ms(6000)) == 0)
  }

  @Test func `what follows a reset starts from nothing`() {
    let bar = downloadBar(failed + [(6000, .reset), (6001, .start)], at: 7700)
    #expect(bar.state == .downloading)
    #expect(bar.progress(at: ms(7700)) == 0 && bar.target == 0)
  }

  @Test func `a reset is still once everything is home`() {
    let history = failed + [(6000, .reset)]
    #expect(downloadBar(history, at: 6299).nextChange(after: ms(6299)) == .now)
    #expect(downloadBar(history, at: 6300).nextChange(after: ms(6300)) == .never)
    let waiting = history + [(6200, .start)]
    #expect(downloadBar(waiting, at: 6300).nextChange(after: ms(6300)) == .at(ms(6500)))
  }
}
