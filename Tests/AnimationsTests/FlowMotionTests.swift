// SPDX-License-Identifier: Apache-2.0

import Animations
import FixedPoint
import Motion
import Testing
import Stage

@Suite struct FlowMotionTests {
  private func shown(_ history: History, at time: Double) -> Double {
    flowBar(history, at: time).progress(at: ms(time)).double
  }

  @Test(arguments: [(50.0, 0.236069), (100, 0.550908), (300, 0.974322), (500, 0.999)])
  func `the shown progress is a spring`(time: Double, expected: Double) {
    #expect(abs(shown([(0, .progress(100))], at: time) - expected) < 1e-6)
  }

  @Test(arguments: [(150.0, 0.586717), (200, 0.470010), (300, 0.311928)])
  func `a new target keeps the velocity`(time: Double, expected: Double) {
    let history: History = [(0, .progress(100)), (100, .progress(25))]
    #expect(abs(shown(history, at: time) - expected) < 1e-6)
  }

  @Test func `unknown goes to the whole and leaves without a jump`() {
    let history: History = [(0, .unknown), (100, .progress(25))]
    #expect(flowBar(history, at: 50).isUnknown)
    #expect(!flowBar(history, at: 100).isUnknown)
    #expect(abs(shown(history, at: 150) - 0.586717) < 1e-6)
  }

  @Test func `a failure stops the progress at once`() {
    let history: History = [(0, .progress(100)), (100, .fail)]
    #expect(abs(shown(history, at: 100) - 0.550908) < 1e-6)
    #expect(shown(history, at: 5000) == shown(history, at: 100))
  }

  @Test func `after a failure only a reset counts`() {
    let history: History = [
      (0, .progress(100)), (100, .fail), (200, .progress(10)), (210, .unknown), (220, .done),
    ]
    let bar = flowBar(history, at: 3000)
    #expect(abs(bar.progress(at: ms(3000)).double - 0.550908) < 1e-6)
    #expect(!bar.isUnknown)
    let reset = flowBar(history + [(3000, .reset)], at: 9000)
    #expect(reset.progress(at: ms(9000)) == 0)
  }

  @Test func `a reset leaves the stopped value from rest`() {
    let history: History = [(0, .progress(100)), (100, .fail), (1000, .reset)]
    // The spring's own curve from 0.550908 down, without an initial velocity.
    #expect(abs(shown(history, at: 1100) - 0.550908 * (1 - 0.550908)) < 1e-6)
  }

  @Test func `nothing done is still and a reached part flows for ever`() {
    #expect(flowBar([], at: 0).isStill(at: ms(0), flows: true))
    let bar = flowBar([(0, .progress(30))], at: 100_000)
    #expect(!bar.isStill(at: ms(100_000), flows: true))
    #expect(bar.isStill(at: ms(100_000), flows: false))
    #expect(!bar.isStill(at: ms(100), flows: false))
  }

  @Test func `a failure that has taken hold is still`() {
    let bar = flowBar([(0, .progress(30)), (2000, .fail)], at: 2000)
    #expect(!bar.isStill(at: ms(2299), flows: true))
    #expect(bar.isStill(at: ms(2300), flows: true))
  }
}
