// SPDX-License-Identifier: Apache-2.0

package import Stage
package import Text

/// A client's request: a command for the stage, or one for the daemon.
///
/// The answer to `quit` and `deactivate` may come late: when it is done.
package enum Request: Equatable, Sendable {
  /// A command for the stage; answered with `ok`.
  case command(Command)
  /// The state of the stage and the output, as one line of `key=value` words.
  case status
  /// Subscribes the client: it gets a line for every change.
  case subscribe
  /// The visible frame, as a file descriptor beside the answer.
  case snapshot
  /// Ends the program.
  ///
  /// With `retains` the last frame stays for the program that draws next.
  case quit(retains: Bool)
  /// Shows a still frame and drops the display; the program stays.
  case deactivate
  /// Takes the display back after `deactivate`.
  case reactivate
  /// Shows another theme: the installed theme of that name, the file `/run/flipbook/theme.pack`
  /// without a name, the machine's own for `--reset`.
  case theme(Message)
  /// Changes the mode, as Plymouth's clients do with `change-mode`.
  case mode(MachineMode)
  /// Shows the console in place of the splash (true), or the splash again (false); nil switches.
  case details(Bool?)
  /// Whether the splash's virtual terminal is active: `ok`, or an error.
  case hasActiveTerminal
  /// Makes a directory the root of the file system, when the initramfs is left.
  case changeRoot(Message)

  /// Reads one line, which has no line end.
  package static func parse(_ line: Span<UInt8>) throws(CommandError) -> Request {
    let all = line.extracting(line.trimmed(in: 0..<line.count))
    switch all.position(
      among: "status subscribe snapshot deactivate reactivate has-active-terminal")
    {
    case 0: return .status
    case 1: return .subscribe
    case 2: return .snapshot
    case 3: return .deactivate
    case 4: return .reactivate
    case 5: return .hasActiveTerminal
    default: break
    }
    let wordEnd = all.firstBlank(in: 0..<all.count)
    if all.extracting(first: wordEnd).isEqual(to: "quit") {
      let rest = all.extracting(all.trimmed(in: wordEnd..<all.count))
      if rest.isEqual(to: "--retain") { return .quit(retains: true) }
    }
    if all.extracting(first: wordEnd).isEqual(to: "theme") {
      return .theme(try theme(all.extracting(all.trimmed(in: wordEnd..<all.count))))
    }
    if all.extracting(first: wordEnd).isEqual(to: "mode") {
      let name = all.extracting(all.trimmed(in: wordEnd..<all.count))
      guard let mode = MachineMode(name) else {
        var line = InlineText<128>()
        line.append("mode: expected one of ")
        line.append(MachineMode.words)
        throw CommandError(.wrongArguments, line)
      }
      return .mode(mode)
    }
    if all.extracting(first: wordEnd).isEqual(to: "details") {
      let rest = all.extracting(all.trimmed(in: wordEnd..<all.count))
      if rest.isEmpty { return .details(nil) }
      switch rest.position(among: "on off") {
      case 0: return .details(true)
      case 1: return .details(false)
      default:
        throw CommandError(.wrongArguments, "details ", quoting: rest, ": expected on or off")
      }
    }
    let command = try CommandParser.parse(line)
    // Not by `==`, which would compare all payloads of a command.
    if case .quit = command { return .quit(retains: false) }
    return .command(command)
  }

  /// A theme's name.
  ///
  /// A path is refused: a client must not have any file it likes opened.
  private static func theme(_ name: Span<UInt8>) throws(CommandError) -> Message {
    for index in name.indices where name[index] == UInt8(ascii: "/") || name[index] < 0x20 {
      throw CommandError(
        .wrongArguments, "theme ", quoting: name, ": expected the name of an installed theme")
    }
    return Message(truncating: name)
  }
}

/// The outcome of one line or request of a client.
package enum ClientEvent: Equatable, Sendable {
  /// A request, and the client that waits for the reply.
  case request(Request, from: ClientHandle)
  /// A command that follows from a prompt or an earlier request; no client waits for a reply.
  case command(Command)
  /// Replied to already: nothing is left to do, but it counts as work.
  case answered
}

/// The client that waits for a reply; a later client in the same slot is not equal to it.
package struct ClientHandle: Equatable, Sendable {
  /// The slot of the client table.
  let slot: Int
  /// The client's number among all that have been in the slot.
  let serial: UInt32

  /// The client of a slot.
  package init(slot: Int, serial: UInt32) { (self.slot, self.serial) = (slot, serial) }
}
