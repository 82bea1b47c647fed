// SPDX-License-Identifier: Apache-2.0

import Animations
import FixedPoint
import Motion
import DisplayList
import Testing
import Stage

/// From the box with the arrow to the bar with the bubble.
@Suite struct ReadyingTests {
  private let box = DownloadGeometry(width: 200, height: 80)

  @Test(arguments: [
    (100.0, 100.0, 11.5912, 0.0), (225, 100, 16.6580, 0), (300, 100, 30.9854, 4.4175),
    (450, 114.7715, 32.5, 14.2322), (600, 74.9587, 32.5, 15), (800, 9.9837, 32.5, 15),
  ])
  func `path and lean pass the check values`(time: Double, x: Double, y: Double, lean: Double) {
    let bar = downloadBar([(0, .start)], at: time)
    let position = bar.position(at: ms(time), in: box)
    #expect(abs(position.x.double - x) < 5.1e-5)
    #expect(abs(position.y.double - y) < 5.1e-5)
    #expect(abs(bar.lean(at: ms(time)).double - lean) < 5.1e-5)
  }

  @Test func `idle is a box with an arrow`() {
    let bar = downloadBar([], at: 10)
    #expect(bar.state == .idle)
    #expect(bar.position(at: ms(10), in: box) == Point(100, 40))
    #expect(bar.unfolding(at: ms(10)) == 0)
    #expect(bar.lean(at: ms(10)) == 0)
    #expect(bar.label(at: ms(10)) == .none)
    let container = box.container(unfolded: 0)
    #expect(container.frame == Rectangle(x: 60, y: 0, width: 80, height: 80))
    #expect(container.radius == 5)
  }

  @Test func `the box becomes a bar within 300 milliseconds`() {
    let bar = downloadBar([(0, .start)], at: 0)
    #expect(bar.unfolding(at: ms(150)) == .half)
    #expect(bar.unfolding(at: ms(300)) == 1)
    let halfway = box.container(unfolded: .half)
    #expect(halfway.frame == Rectangle(x: 29, y: 19, width: 142, height: 42))
    #expect(halfway.radius == Fixed(7, over: 2))
    let container = box.container(unfolded: 1)
    #expect(container.frame == Rectangle(x: -2, y: 38, width: 204, height: 4))
    #expect(container.radius == 2)
  }

  @Test func `another height scales all but the bar`() {
    let large = DownloadGeometry(width: 400, height: 160)
    #expect(large.container(unfolded: 0).radius == 10)
    #expect(large.container(unfolded: 1).radius == 2)
    // 80 - (6·2 + 1.5)
    let bar = downloadBar([(0, .start)], at: 1100)
    #expect(bar.position(at: ms(1100), in: large) == Point(0, Fixed(133, over: 2)))
  }

  @Test func `the bubble swings before it rides`() {
    for (time, lean) in [(900.0, 15.0), (950, 1.875), (1000, -11.25), (1050, -5.625)] {
      let bar = downloadBar([(0, .start)], at: time)
      #expect(bar.state == .settling)
      #expect(abs(bar.lean(at: ms(time)).double - lean) < 1e-6)
      #expect(bar.label(at: ms(time)) == .percent(0))
    }
    #expect(downloadBar([(0, .start)], at: 1100).state == .downloading)
    #expect(downloadBar([(0, .start)], at: 1099.999999).state == .settling)
  }

  @Test func `progress that arrived earlier is shown from the bar on`() {
    for arrival in [0.0, 300, 1000, 1100] {
      let bar = downloadBar([(0, .start), (arrival, .progress(100))], at: 1200)
      #expect(bar.state == .downloading)
      #expect(abs(bar.progress(at: ms(1200)).double - 0.550908) < 1e-6)
    }
  }

  @Test func `a later progress takes the place of a waiting one`() {
    let bar = downloadBar([(0, .start), (10, .progress(100)), (20, .progress(50))], at: 1200)
    #expect(abs(bar.progress(at: ms(1200)).double - 0.550908 / 2) < 1e-6)
  }

  @Test func `unknown does not open the box and start keeps it shut`() {
    let bar = downloadBar([(0, .unknown), (500, .start)], at: 9000)
    #expect(bar.state == .idle && bar.isUnknown)
    let opened = downloadBar([(0, .unknown), (500, .progress(10))], at: 600)
    #expect(opened.state == .readying && !opened.isUnknown)
  }

  @Test func `unknown that waits bobs on a bar that keeps its target`() {
    let bar = downloadBar([(0, .progress(50)), (500, .unknown)], at: 4000)
    #expect(bar.isUnknown)
    #expect(bar.progress(at: ms(4000)) == .half)
    #expect(bar.label(at: ms(4000)) == .none)
  }
}
