// SPDX-License-Identifier: Apache-2.0

import Animations
import FixedPoint
import Motion
import Testing
import Stage

/// Commands that have to wait, and their later effect.
@Suite struct DownloadOrderTests {
  private func state(_ history: History, at time: Double) -> DownloadState {
    downloadBar(history, at: time).state
  }

  @Test func `a failure in idle opens the box first`() {
    let history: History = [(0, .fail)]
    #expect(state(history, at: 500) == .readying)
    #expect(state(history, at: 1000) == .settling)
    #expect(state(history, at: 1100) == .failing)
    #expect(state(history, at: 1450) == .failed)
  }

  @Test func `a failure waits until the bar is there`() {
    #expect(state([(0, .progress(50)), (300, .fail)], at: 1099) == .settling)
    let bar = downloadBar([(0, .progress(50)), (300, .fail)], at: 1100)
    #expect(bar.state == .failing && bar.progress(at: ms(1100)) == 0)
  }

  @Test func `orders are carried out at the instants the states allow`() {
    // Failed at 1450 ms, reset at once, idle at 1950, opened by the pending progress.
    let history: History = [(0, .fail), (1200, .reset), (1300, .progress(70))]
    #expect(state(history, at: 1449) == .failing)
    #expect(state(history, at: 1450) == .resuming)
    #expect(state(history, at: 1949) == .resuming)
    #expect(state(history, at: 1950) == .readying)
    #expect(downloadBar(history, at: 1950).since == ms(1950))
    let bar = downloadBar(history, at: 3150)
    #expect(bar.since == ms(3050))
    #expect(abs(bar.progress(at: ms(3150)).double - 0.7 * 0.550908) < 1e-6)
  }

  @Test func `a failure that is carried out in idle comes before what waits`() {
    // At idle: fail, then a progress that must not overtake it.
    let history: History = [(0, .fail), (1200, .reset), (1210, .fail), (1220, .progress(70))]
    #expect(state(history, at: 1950) == .readying)
    let bar = downloadBar(history, at: 3050)
    #expect(bar.state == .failing)
    #expect(bar.progress(at: ms(3050)) == 0)
    #expect(state(history, at: 3400) == .failed)
  }

  @Test func `a reset removes what waits`() {
    let history: History = [(0, .start), (100, .progress(50)), (200, .fail), (300, .reset)]
    #expect(state(history, at: 1100) == .resuming)
    #expect(state(history, at: 1600) == .idle)
    #expect(state(history, at: 60_000) == .idle)
  }

  @Test func `a progress during a failure is forgotten`() {
    let history: History = [
      (0, .progress(50)), (5000, .fail), (5100, .progress(90)), (8000, .reset), (8001, .start),
    ]
    #expect(downloadBar(history, at: 12_000).progress(at: ms(12_000)) == 0)
  }

  @Test func `a reset in idle does nothing`() {
    let bar = downloadBar([(0, .reset)], at: 0)
    #expect(bar.state == .idle && bar.nextChange(after: ms(0)) == .never)
  }

  @Test func `many states pass in one step`() {
    // Everything below happens between two reads of the state.
    let history: History = [(0, .fail), (1200, .reset), (1300, .done)]
    var bar = DownloadMotion(at: ms(0))
    for entry in history {
      if let input = MotionInput(entry.command, channel: 1) { bar.apply(input, at: ms(entry.time)) }
    }
    bar.advance(to: ms(3_600_000))
    #expect(bar.state == .succeeded)
    // Idle again at 1950 ms, riding at 3050: the same time to the end as without the failure.
    let ride = downloadBar([(0, .done)], at: 2000).since - ms(1100)
    #expect(bar.since == ms(3050) + ride)
  }

  @Test func `the bob begins at rest and ends within 300 milliseconds`() {
    let history: History = [(1000, .unknown), (5000, .reset)]
    #expect(downloadBar(history, at: 1000).bob.height(at: ms(1000)) == 0)
    #expect(downloadBar(history, at: 1800).bob.height(at: ms(1800)) == 1)
    #expect(downloadBar(history, at: 1400).bob.height(at: ms(1400)).double.rounded(to: 6) == 0.5)
    #expect(downloadBar(history, at: 2600).bob.height(at: ms(2600)) == 0)
    let ending = downloadBar(history, at: 5150)
    // τ = 4.15 s, half of the amplitude: 0.5·sin²(π·4.15/1.6).
    #expect(abs(ending.bob.height(at: ms(5150)).double - 0.5 * 0.9157348) < 1e-6)
    #expect(downloadBar(history, at: 5300).bob.height(at: ms(5300)) == 0)
    #expect(downloadBar(history, at: 5300).nextChange(after: ms(5300)) == .never)
  }

  @Test func `a bob that is called back goes on in its rhythm`() {
    let history: History = [(0, .unknown), (1000, .reset), (1100, .unknown)]
    // At 1.4 s the amplitude is full again and τ has advanced: sin²(π·1.4/1.6).
    let bar = downloadBar(history, at: 1400)
    #expect(abs(bar.bob.height(at: ms(1400)).double - 0.1464466) < 1e-6)
    // At 1.1 s it was two thirds.
    #expect(abs(bar.bob.height(at: ms(1100)).double - 0.6913417 * 2 / 3) < 1e-6)
  }

  @Test func `another unknown does not start the bob again`() {
    let once = downloadBar([(0, .unknown)], at: 1500)
    let twice = downloadBar([(0, .unknown), (700, .unknown)], at: 1500)
    #expect(once.bob.height(at: ms(1500)) == twice.bob.height(at: ms(1500)))
  }

  @Test func `success ends a bob`() {
    let bar = downloadBar([(0, .done), (1500, .unknown)], at: 1650)
    #expect(bar.state == .succeeded && !bar.isUnknown)
    #expect(bar.label(at: ms(1650)) == .percent(99))
  }

  @Test func `a failure during unknown has no label until it has failed`() {
    let history: History = [(0, .progress(50)), (3000, .unknown), (4000, .fail)]
    #expect(downloadBar(history, at: 4100).label(at: ms(4100)) == .none)
    #expect(downloadBar(history, at: 5000).label(at: ms(5000)) == .failed)
  }
}
