// SPDX-License-Identifier: Apache-2.0

import OutputConfiguration
import KMS
import Scanout
import Testing

@Suite struct ModeRequestTests {
  private func mode(
    _ width: Int, _ height: Int, millihertz: Int, flags: Mode.Flags = [], isPreferred: Bool = false
  ) -> Mode {
    // A total of 1000 by 1000 makes a kilohertz of clock a millihertz of rate, half as much per field.
    let clock = flags.contains(.interlaced) ? millihertz / 2 : millihertz
    return Mode(
      width: width, height: height, clockInKilohertz: clock, horizontalTotal: 1000,
      verticalTotal: 1000, flags: flags, isPreferred: isPreferred)
  }

  private func request(_ width: Int, _ height: Int, _ millihertz: Int? = nil) -> ModeRequest {
    ModeRequest(size: PixelSize(width: width, height: height), refreshMillihertz: millihertz)
  }

  @Test func `the size must be equal`() {
    let modes = [mode(1920, 1080, millihertz: 60_000), mode(1280, 720, millihertz: 60_000)]
    #expect(Mode.best(of: modes, for: request(1280, 720)) == 1)
    #expect(Mode.best(of: modes, for: request(1280, 721)) == nil)
    #expect(Mode.best(of: [], for: request(1, 1)) == nil)
  }

  @Test func `without a rate the display's choice is taken`() {
    let modes = [
      mode(800, 600, millihertz: 75_000),
      mode(800, 600, millihertz: 60_000, isPreferred: true),
    ]
    #expect(Mode.best(of: modes, for: request(800, 600)) == 1)
    #expect(Mode.best(of: [modes[0], modes[0]], for: request(800, 600)) == 0)
  }

  @Test func `the nearest rate is taken`() {
    let modes = [59_940, 60_000, 50_000, 60_480].map { mode(800, 600, millihertz: $0) }
    #expect(Mode.best(of: modes, for: request(800, 600, 60_000)) == 1)
    #expect(Mode.best(of: modes, for: request(800, 600, 59_940)) == 0)
    #expect(Mode.best(of: modes, for: request(800, 600, 50_300)) == 2)
    #expect(Mode.best(of: modes, for: request(800, 600, 60_400)) == 3)
    #expect(Mode.best(of: modes, for: request(800, 600, 55_000)) == nil)
    #expect(Mode.best(of: [modes[0]], for: request(800, 600, 60_000)) == 0)
  }

  @Test func `interlaced modes are the last resort`() {
    let modes = [
      mode(1920, 1080, millihertz: 60_000, flags: .interlaced),
      mode(1920, 1080, millihertz: 59_940),
    ]
    #expect(Mode.best(of: modes, for: request(1920, 1080, 60_000)) == 1)
    #expect(Mode.best(of: [modes[0]], for: request(1920, 1080, 60_000)) == 0)
  }

  @Test func `connectors are called as the kernel calls them`() {
    let connector = Connector(
      id: ConnectorID(rawValue: 1), kind: .hdmi, number: 2, modes: [], possibleCRTCs: [])
    #expect(connector.name == ConnectorName("HDMI-A", number: 2))
  }
}
