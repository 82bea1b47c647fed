// SPDX-License-Identifier: Apache-2.0

import CLinux
import Linux
import Testing

/// On a terminal that is probably unused; on a machine without terminals the tests do nothing.
@Suite(.serialized) struct VirtualTerminalTests {
  private static let path = Path("/dev/tty13")

  private struct State: Equatable {
    var mode: CChar = 0
    var release: Int16 = 0
    var acquire: Int16 = 0
    var display: CInt = 0
  }

  private static func state() -> State? {
    guard let file = try? FileDescriptor(opening: path, for: .readWrite, nonblocking: true) else {
      return nil
    }
    var mode = vt_mode()
    var display: CInt = 0
    // The addresses are of locals, valid during the calls.
    guard unsafe cl_terminal_mode(file.number, &mode) == 0,
      unsafe cl_terminal_display(file.number, &display) == 0
    else { return nil }
    return State(mode: mode.mode, release: mode.relsig, acquire: mode.acqsig, display: display)
  }

  @Test func `a terminal is as before when it is left`() throws {
    guard let before = Self.state(), before.mode == CChar(VT_AUTO) else { return }
    do {
      var terminal = try VirtualTerminal(opening: Self.path)
      terminal.setGraphical(true)
      let during = try #require(Self.state())
      #expect(during.mode == CChar(VT_PROCESS))
      #expect(during.display == KD_GRAPHICS)
      // Another terminal is on the display.
      let isShown = terminal.isShown
      #expect(!isShown)
    }
    #expect(Self.state() == before)
  }

  @Test func `the text stays until graphics are asked for`() throws {
    guard let before = Self.state(), before.mode == CChar(VT_AUTO) else { return }
    var terminal = try VirtualTerminal(opening: Self.path)
    #expect(try #require(Self.state()).display == before.display)
    terminal.setGraphical(true)
    #expect(try #require(Self.state()).display == KD_GRAPHICS)
    terminal.setGraphical(false)
    #expect(try #require(Self.state()).display == before.display)
    _ = consume terminal
  }

  @Test func `a terminal of another program is left alone`() throws {
    guard let before = Self.state(), before.mode == CChar(VT_AUTO) else { return }
    let first = try VirtualTerminal(opening: Self.path)
    #expect(throws: SystemError(.terminal, errno: EBUSY)) {
      let second = try VirtualTerminal(opening: Self.path)
      _ = consume second
    }
    #expect(try #require(Self.state()).display == before.display)
    _ = consume first
  }

  @Test func `what is abandoned is put right later`() throws {
    guard let before = Self.state(), before.mode == CChar(VT_AUTO) else { return }
    do {
      var terminal = try VirtualTerminal(opening: Self.path)
      terminal.setGraphical(true)
      terminal.abandon()
    }
    #expect(try #require(Self.state()).display == KD_GRAPHICS)
    #expect(VirtualTerminal.restore(Self.path))
    #expect(!VirtualTerminal.restore(Self.path))
    let after = try #require(Self.state())
    #expect(after.mode == CChar(VT_AUTO))
    #expect(after.display == KD_TEXT)
  }

  @Test func `what is no terminal is refused`() {
    #expect(throws: SystemError(.terminal, errno: ENOTTY)) {
      let none = try VirtualTerminal(opening: Path("/dev/null"))
      _ = consume none
    }
    #expect(throws: SystemError(.terminal, errno: ENOENT)) {
      let none = try VirtualTerminal(opening: Path("/dev/tty-none"))
      _ = consume none
    }
  }

  @Test func `the signals of a terminal come from the kernel only`() throws {
    let signals = try SignalDescriptor([.terminalRelease, .terminalAcquire])
    #expect(raise(44) == 0)
    #expect(try signals.next() == nil)
  }
}
