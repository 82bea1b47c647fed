// SPDX-License-Identifier: Apache-2.0

public import FlipbookDisplay

extension Display {
  /// The same displays on a seat: seatd or logind opens the cards, so that the program needs no privileges.
  ///
  /// Its manager also switches the virtual terminals: `takesTerminal` has no effect, and the events `terminalGiven` and
  /// `terminalTaken` are those of the session. `suspend()` and `handOver(retain: true)` close the seat, for a next program
  /// that opens it. On a seat that is bound to a virtual terminal its manager shows the console until then.
  /// Framebuffer devices are opened as without a seat. Memory needs no seat.
  ///
  /// seatd is used where its socket accepts a connection, and logind otherwise; the environment variables
  /// `LIBSEAT_BACKEND` and `SEATD_SOCK` are those of libseat. Without either, `run` and `start` throw the reason.
  ///
  /// ```swift
  /// let display = try Display(.automatic).usingSeat()
  /// ```
  public func usingSeat() -> Display {
    var display = self
    display.seat = { () throws(DisplayError) in try LibSeat.connect() }
    return display
  }
}
