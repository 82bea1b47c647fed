// SPDX-License-Identifier: Apache-2.0

import KMS
import Scanout
import Testing

@Suite struct ModeTests {
  @Test func theRateComesFromTheTimings() {
    let mode = Mode(
      width: 1024, height: 768, clockInKilohertz: 65_000, horizontalTotal: 1344, verticalTotal: 806)
    #expect(mode.refreshMillihertz == 60_004)
    #expect(mode.size == PixelSize(width: 1024, height: 768))
  }

  @Test func anInterlacedModeCountsFields() {
    let mode = Mode(
      width: 1920, height: 1080, clockInKilohertz: 74_250, horizontalTotal: 2200,
      verticalTotal: 1125, flags: .interlaced)
    #expect(mode.refreshMillihertz == 60_000)
  }

  @Test func aDoubleScannedModeTakesTwice() {
    let mode = Mode(
      width: 640, height: 240, clockInKilohertz: 12_600, horizontalTotal: 800, verticalTotal: 262,
      flags: .doubleScan)
    #expect(mode.refreshMillihertz == 30_057)
  }

  @Test func withoutTimingsItIs60Hertz() {
    let mode = Mode(
      width: 640, height: 480, clockInKilohertz: 0, horizontalTotal: 0, verticalTotal: 0)
    #expect(mode.refreshMillihertz == 60_000)
  }

  @Test func anAbsurdRateIsLimited() {
    let mode = Mode(
      width: 1, height: 1, clockInKilohertz: 4_000_000, horizontalTotal: 1, verticalTotal: 1)
    #expect(mode.refreshMillihertz == 1_000_000)
  }

  @Test func thePreferredModeIsBest() {
    #expect(Mode.best(of: [mode(1920), mode(1024, isPreferred: true), mode(640)]) == 1)
  }

  @Test func theUsersModeIsBetterStill() {
    let modes = [mode(1024, isPreferred: true), mode(800, isFromUser: true)]
    #expect(Mode.best(of: modes) == 1)
  }

  @Test func withoutAPreferredModeTheFirstIsBest() {
    #expect(Mode.best(of: [mode(800), mode(1920)]) == 0)
  }

  @Test func ofTwoPreferredModesTheFirstIsBest() {
    #expect(Mode.best(of: [mode(800, isPreferred: true), mode(1920, isPreferred: true)]) == 0)
  }

  @Test func aModeWithoutPixelsIsNone() {
    #expect(Mode.best(of: [mode(0)]) == nil)
    #expect(Mode.best(of: []) == nil)
  }

  @Test func withoutAPreferredModeThePresentOneIsKept() {
    let modes = [mode(1920), mode(1280), mode(800)]
    #expect(Mode.best(of: modes, keeping: mode(1280)) == 1)
    #expect(Mode.best(of: modes, keeping: mode(640)) == 0)
    #expect(Mode.best(of: [mode(1920), mode(1024, isPreferred: true)], keeping: mode(1920)) == 1)
  }

  @Test func aModeThatIsTooLargeToDrawIsNone() {
    #expect(Mode.best(of: [mode(16385, isPreferred: true), mode(16384)]) == 1)
  }

  @Test func sameTimingsAreTheSameWhoeverAskedForThem() {
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
