// SPDX-License-Identifier: Apache-2.0

import KMS
import Scanout
import Testing

@Suite struct ModeTests {
  @Test func `the rate comes from the timings`() {
    let mode = Mode(
      width: 1024, height: 768, clockInKilohertz: 65_000, horizontalTotal: 1344, verticalTotal: 806)
    #expect(mode.refreshMillihertz == 60_004)
    #expect(mode.size == PixelSize(width: 1024, height: 768))
  }

  @Test func `an interlaced mode counts fields`() {
    let mode = Mode(
      width: 1920, height: 1080, clockInKilohertz: 74_250, horizontalTotal: 2200,
      verticalTotal: 1125, flags: .interlaced)
    #expect(mode.refreshMillihertz == 60_000)
  }

  @Test func `a double-scanned mode takes twice`() {
    let mode = Mode(
      width: 640, height: 240, clockInKilohertz: 12_600, horizontalTotal: 800, verticalTotal: 262,
      flags: .doubleScan)
    #expect(mode.refreshMillihertz == 30_057)
  }

  @Test func `without timings it is 60 hertz`() {
    let mode = Mode(
      width: 640, height: 480, clockInKilohertz: 0, horizontalTotal: 0, verticalTotal: 0)
    #expect(mode.refreshMillihertz == 60_000)
  }

  @Test func `an absurd rate is limited`() {
    let mode = Mode(
      width: 1, height: 1, clockInKilohertz: 4_000_000, horizontalTotal: 1, verticalTotal: 1)
    #expect(mode.refreshMillihertz == 1_000_000)
  }

  @Test func `the preferred mode is best`() {
    #expect(Mode.best(of: [mode(1920), mode(1024, isPreferred: true), mode(640)]) == 1)
  }

  @Test func `the user's mode is better still`() {
    let modes = [mode(1024, isPreferred: true), mode(800, isFromUser: true)]
    #expect(Mode.best(of: modes) == 1)
  }

  @Test func `without a preferred mode the first is best`() {
    #expect(Mode.best(of: [mode(800), mode(1920)]) == 0)
  }

  @Test func `of two preferred modes the first is best`() {
    #expect(Mode.best(of: [mode(800, isPreferred: true), mode(1920, isPreferred: true)]) == 0)
  }

  @Test func `a mode without pixels is none`() {
    #expect(Mode.best(of: [mode(0)]) == nil)
    #expect(Mode.best(of: []) == nil)
  }

  @Test func `without a preferred mode the present one is kept`() {
    let modes = [mode(1920), mode(1280), mode(800)]
    #expect(Mode.best(of: modes, keeping: mode(1280)) == 1)
    #expect(Mode.best(of: modes, keeping: mode(640)) == 0)
    #expect(Mode.best(of: [mode(1920), mode(1024, isPreferred: true)], keeping: mode(1920)) == 1)
  }

  @Test func `a mode that is too large to draw is none`() {
    #expect(Mode.best(of: [mode(16385, isPreferred: true), mode(16384)]) == 1)
  }

  @Test func `same timings are the same whoever asked for them`() {
    #expect(mode(800, isPreferred: true).hasSameTimings(as: mode(800, isFromUser: true)))
    #expect(!mode(800).hasSameTimings(as: mode(801)))
  }
}

/// A mode that matters only for its width and its flags.
func mode(_ width: Int, isPreferred: Bool = false, isFromUser: Bool = false) -> Mode {
  Mode(
    width: width, height: 600, clockInKilohertz: 40_000, horizontalTotal: 1056, verticalTotal: 628,
    isPreferred: isPreferred, isFromUser: isFromUser)
}
