// SPDX-License-Identifier: Apache-2.0

package import Animations
internal import Linux

/// What a client of the daemon asks for: a command to the stage, or something about the daemon.
///
/// Of `quit` and `deactivate` the answer may come late: when it is done.
package enum Request: Equatable, Sendable {
  /// To be obeyed; answered with `ok`.
  case command(Command)
  /// The state of the stage and the output, as one line of `key=value` words.
  case status
  /// A line is to be sent for every change.
  case subscribe
  /// What is on screen, as a file descriptor beside the answer.
  case snapshot
  /// The program is to leave; whether the last frame stays for whoever draws next.
  case quit(retains: Bool)
  /// A still frame is to be shown and the display given up, while the program stays.
  case deactivate
  /// The display is to be taken again after `deactivate`.
  case reactivate
  /// Another theme is to be shown: the installed one of a name, without a name the one that was put at
  /// `/run/flipbook/theme.pack`, of `--reset` the machine's own.
  case theme(Message)
  /// The machine does something else from now on, as Plymouth's clients say it with `change-mode`.
  case mode(PlymouthMode)
  /// Whether the splash's virtual terminal is active: `ok`, or an error.
  case hasActiveTerminal
  /// The directory is to become the root of the file system, as that of the initramfs is left.
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
      guard let mode = PlymouthMode(name) else {
        var line = InlineText<128>()
        line.append("mode: expected one of ")
        line.append(PlymouthMode.words)
        throw CommandError(.wrongArguments, line)
      }
      return .mode(mode)
    }
    let command = try CommandParser.parse(line)
    // Not by '==', which compares all that a command can hold.
    if case .quit = command { return .quit(retains: false) }
    return .command(command)
  }

  /// A theme's name; no path: who may choose a theme may not have every file opened.
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
  /// A command that follows from a prompt or an earlier request; nobody waits for a reply.
  case command(Command)
  /// Replied to already: nothing is left to do, but it counts as work.
  case answered
}

/// Who waits for a reply: the client that is connected in a slot, and none that is there after it.
package struct ClientHandle: Equatable, Sendable {
  /// The slot of the client table.
  let slot: Int
  /// The client's number among all that have been in the slot.
  let serial: UInt32
}
