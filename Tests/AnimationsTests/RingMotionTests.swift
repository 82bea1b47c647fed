// SPDX-License-Identifier: Apache-2.0

import Animations
import FixedPoint
import Motion
import Testing
import Stage

@Suite struct RingMotionTests {
  private func length(_ history: History, at time: Double) -> Double {
    ring(history, at: time).length(at: ms(time)).double
  }

  private func tail(_ history: History, at time: Double) -> Double {
    ring(history, at: time).tail(at: ms(time)).double
  }

  @Test(arguments: [(500.0, 0.36), (1000, 0.72), (1500, 0.76), (2000, 0.8), (9000, 0.8)])
  func `the length is a two-stage ramp`(time: Double, expected: Double) {
    #expect(abs(length([(0, .progress(80))], at: time) - expected) < 1e-8)
    #expect(tail([(0, .progress(80))], at: time) == 0)
  }

  @Test func `the present target does not start the ramp again`() {
    let history: History = [(0, .progress(80)), (500, .progress(80))]
    #expect(abs(length(history, at: 1000) - 0.72) < 1e-8)
    let other: History = [(0, .progress(80)), (500, .progress(36))]
    #expect(abs(length(other, at: 1000) - 0.36) < 1e-8)
  }

  @Test func `an unknown arc turns on from its head`() {
    let history: History = [(0, .progress(80)), (3000, .unknown)]
    #expect(abs(length(history, at: 3150) - (0.8 + 0.25) / 2) < 1e-8)
    #expect(abs(length(history, at: 3300) - 0.25) < 1e-8)
    // The head turns once in 1.2 s from 0.8; the tail is behind it by the length.
    #expect(abs(tail(history, at: 3300) - (0.8 + 0.25 - 0.25)) < 1e-8)
    #expect(abs(tail(history, at: 3900) - (0.8 + 0.75 - 0.25 - 1)) < 1e-8)
    #expect(ring(history, at: 3000).isUnknown)
  }

  @Test func `another unknown changes nothing`() {
    let history: History = [(0, .unknown)]
    #expect(tail(history, at: 5000) == tail(history + [(777, .unknown)], at: 5000))
  }

  @Test func `the tail turns on to the top and stays there`() {
    let history: History = [(0, .progress(80)), (3000, .unknown), (3900, .progress(50))]
    // At 3.9 s the tail is at 0.3; it needs 0.7·1.2 = 0.84 s to the top.
    #expect(abs(tail(history, at: 4500) - 0.8) < 1e-8)
    #expect(abs(tail(history, at: 4739) - 0.99917) < 1e-5)
    #expect(tail(history, at: 4740) == 0)
    #expect(tail(history, at: 90_000) == 0)
    #expect(abs(length(history, at: 4400) - (0.25 + 0.25 * 0.45)) < 1e-8)
    #expect(length(history, at: 5900) == 0.5)
    #expect(!ring(history, at: 5899).isStill(at: ms(5899)))
    #expect(ring(history, at: 5900).isStill(at: ms(5900)))
  }

  @Test func `a tail at the top is not sent round again`() {
    let history: History = [(0, .progress(80)), (3000, .unknown), (3000, .progress(80))]
    #expect(tail(history, at: 3000) == 0 && tail(history, at: 3500) == 0)
    #expect(abs(length(history, at: 3500) - 0.8) < 1e-8)
    // From an empty ring the tail stays at the top for 0.3 s while the arc grows.
    #expect(tail([(0, .unknown), (150, .progress(50))], at: 500) == 0)
  }

  @Test func `a failure stops all within 300 milliseconds`() {
    let history: History = [(0, .unknown), (1000, .fail)]
    // Half of the 0.3 s worth of turning is left.
    let expected = (1.15 / 1.2 - 0.25).truncatingRemainder(dividingBy: 1)
    #expect(abs(tail(history, at: 1300) - expected) < 1e-8)
    #expect(tail(history, at: 60_000) == tail(history, at: 1300))
    #expect(!ring(history, at: 1299).isStill(at: ms(1299)))
    #expect(ring(history, at: 1300).isStill(at: ms(1300)))
  }

  @Test func `a failure keeps the length that is shown`() {
    #expect(abs(length([(0, .progress(80)), (500, .fail)], at: 9000) - 0.36) < 1e-8)
    #expect(abs(length([(0, .unknown), (150, .fail)], at: 9000) - 0.125) < 1e-8)
    let later: History = [(0, .progress(80)), (500, .fail), (600, .done), (700, .unknown)]
    #expect(abs(length(later, at: 9000) - 0.36) < 1e-8)
    #expect(!ring(later, at: 9000).isUnknown)
  }

  @Test func `a reset goes back by the ring's own motion`() {
    let history: History = [(0, .progress(80)), (3000, .fail), (4000, .reset)]
    #expect(abs(length(history, at: 4500) - 0.44) < 1e-8)
    #expect(length(history, at: 6000) == 0)
    #expect(ring(history, at: 6000).isStill(at: ms(6000)))
  }

  @Test func `a tail on its way home slows down with a failure and goes on after the reset`() {
    let history: History = [(0, .unknown), (900, .progress(50)), (1000, .fail), (5000, .reset)]
    // At 0.9 s the tail is at 0.5; 0.1 s, 0.15 s and 0.15 s more of turning follow.
    #expect(abs(tail(history, at: 3000) - (0.5 + 0.25 / 1.2)) < 1e-8)
    #expect(abs(tail(history, at: 5300) - (0.5 + 0.4 / 1.2)) < 1e-8)
    #expect(tail(history, at: 5501) == 0)
  }

  @Test func `thirty days of turning end where their rest does`() {
    // 30 days are a whole number of turns.
    let days = 30 * 24 * 3_600_000.0
    #expect(tail([(0, .unknown)], at: days + 700) == tail([(0, .unknown)], at: 700 + 1200))
  }

  @Test(arguments: [
    (0, 0), (4, 0), (6, 1), (494, 49), (496, 50), (994, 99), (999, 99), (1000, 100),
  ])
  func `the label is the nearest percent but 100 only for the whole`(thousandths: Int, percent: Int)
  {
    #expect(RingMotion.percent(of: Fixed(thousandths, over: 1000)) == percent)
  }
}
