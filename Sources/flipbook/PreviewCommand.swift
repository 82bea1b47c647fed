// SPDX-License-Identifier: Apache-2.0

import ToolOptions
import Images
import TerminalView
import ToolSupport
import ArgumentParser
import FlipbookClient
import Linux

/// `flipbook preview`: shows the display in a terminal.
struct PreviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Show what is on screen in this terminal, until interrupted or the daemon ends.",
    discussion: """
      By kitty's graphics protocol or sixels if the terminal reports them, else in half blocks with \
      24-bit colour. Where standard output is no terminal: a line for each change.
      """
  )

  @OptionGroup var connection: SocketOptions

  func run() throws {
    var daemon = try DaemonConnection(connection)
    let clock: PreviewClock
    do throws(SystemError) {
      clock = try PreviewClock()
    } catch {
      throw ToolError.usage("poll failed: \(error.words)")
    }
    do throws(ToolError) {
      if Terminal.isPresent {
        try showFrames(&daemon, clock)
      } else {
        try printLines(&daemon, clock)
      }
    } catch {
      // When the daemon ends, the preview ends as well.
      guard error.status == .unreachable else { throw error }
    }
  }

  private func showFrames(
    _ daemon: inout DaemonConnection, _ clock: consuming PreviewClock
  ) throws(ToolError) {
    var terminal = try Terminal(.ask())
    repeat {
      let image = try Image(snapshotFrom: &daemon)
      let status = DaemonStatus(try daemon.ask("status"))
      try terminal.show(image, caption: status.summary)
    } while clock.wait(milliseconds: 50)
  }

  private func printLines(
    _ daemon: inout DaemonConnection, _ clock: consuming PreviewClock
  ) throws(ToolError) {
    var last = ""
    repeat {
      let line = DaemonStatus(try daemon.ask("status")).summary
      if line != last { try Files.say(line.escaped + "\n") }
      last = line
    } while clock.wait(milliseconds: 200)
  }
}

/// Waits between snapshots, and detects the signals that end the preview.
struct PreviewClock: ~Copyable {
  private let signals: SignalDescriptor
  private var poll = Poll<1>()

  /// Takes over the signals that end a program, so that the program can restore the terminal.
  init() throws(SystemError) {
    signals = try SignalDescriptor([.interrupt, .terminate, .hangUp])
    poll.watch(PollSlot(rawValue: 0), signals.descriptor)
  }

  /// Waits; false when the preview should end.
  mutating func wait(milliseconds: Int64) -> Bool {
    if (try? poll.wait(timeoutNanoseconds: milliseconds * 1_000_000)) == 0 { return true }
    // A signal that stayed pending would end the program before it restores the terminal.
    _ = try? signals.next()
    return false
  }
}
