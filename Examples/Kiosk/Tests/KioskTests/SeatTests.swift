// SPDX-License-Identifier: Apache-2.0

import Flipbook
import FlipbookDisplay
import FlipbookSeat
import Glibc
import Testing

@testable import Kiosk

/// A display on a seat; in a guest: Tests/Integration/kms/test_seat.py.
@Suite(.serialized) struct SeatTests {
  private func start(_ display: Display) throws(DisplayError) {
    _ = try display.start(DisplayStage(Dashboard(stillAt: .zero), style: ()))
  }

  @Test func `without a seat the start fails with the reason`() throws {
    setenv("LIBSEAT_BACKEND", "seatd", 1)
    setenv("SEATD_SOCK", "/nonexistent/seatd.sock", 1)
    defer {
      unsetenv("LIBSEAT_BACKEND")
      unsetenv("SEATD_SOCK")
    }
    let display = try Display(.automatic).usingSeat()
    do {
      try start(display)
      Issue.record("there is a seat")
    } catch {
      #expect(error.description == "cannot open a seat: seatd: No such file or directory")
    }
  }

  @Test func `memory needs no seat`() throws {
    try start(try Display(.memory(width: 8, height: 8)).usingSeat())
  }
}
