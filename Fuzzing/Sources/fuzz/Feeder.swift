// SPDX-License-Identifier: Apache-2.0

import Agent
import Followers
import Installers
import Animations
import Console
import Control
import Motion
import Linux
import Text
import Theme

/// The kind of input.
enum Feeder: String {
  /// One line of the native protocol, to its parser alone.
  case request
  /// A client of a protocol, in two pieces, through a whole table of clients.
  case native, plymouth, psplash
  /// Keys that a person types at a password prompt.
  case keys
  /// Lines of installers, to their interpreters.
  case apt, dpkg, script
  /// A message of `sd_notify`.
  case notify
  /// What SWUpdate sends.
  case swupdate
  /// Messages of services on D-Bus, made up of the input.
  case rauc, sysupdate, systemd
  /// The bytes of a bus, from the reply to the authentication on.
  case bus
  /// A request for a password in systemd's folder.
  case ask
  /// What a daemon answers to Plymouth's client.
  case reply
  /// The console's output: its text, and the search for failed units.
  case console
  /// A record of the kernel's log.
  case kmsg
  /// A theme pack, with size and hash made right.
  case pack

  /// By the option `--parser=NAME`; libFuzzer ignores options with two hyphens.
  static let chosen: Feeder = {
    let option = CommandLine.arguments.first { $0.hasPrefix("--parser=") } ?? ""
    guard let feeder = Feeder(rawValue: String(option.dropFirst("--parser=".count))) else {
      fatalError("--parser= names none of the cases of Feeder")
    }
    return feeder
  }()

  /// Feeds one input.
  func feed(_ input: [UInt8]) {
    switch self {
    case .request: _ = try? Request.parse(input.span)
    case .native: feedClient(input, speaking: .native)
    case .plymouth: feedClient(input, speaking: .plymouth)
    case .psplash: feedClient(input, speaking: .psplash)
    case .keys:
      let prompts: [UInt8] = [0x2A, 0x00, 0x57, 0x00, 0x4B, 0x02, 0x03, 0x79, 0x6E, 0x00]
      feedClient(prompts, speaking: .plymouth, typing: input)
    case .apt: Follower().feed(lines: input, to: AptProgress())
    case .dpkg: Follower().feed(lines: input, to: DpkgProgress())
    case .script: Follower().feed(lines: input, to: ScriptProgress())
    case .notify:
      var follower = Follower()
      follower.check(NotifyProgress().events(for: input))
    case .swupdate: Follower().feed(frames: input)
    case .rauc: Follower().feed(messages: input, to: RaucProgress())
    case .sysupdate: Follower().feed(messages: input, to: SysupdateProgress())
    case .systemd: Follower().feed(messages: input, to: SystemdProgress())
    case .bus: Follower().feed(bus: input)
    case .ask:
      guard let file = try? AskFile(input) else { return }
      precondition(file.socket.hasPrefix("/") && file.deadline ?? 0 >= 0)
    case .reply:
      var rest = input
      while let (_, size) = try? PlymouthReply.read(rest.span) {
        precondition(0 < size && size <= rest.count)
        rest.removeFirst(size)
      }
    case .console: feedConsole(input)
    case .kmsg:
      guard let message = KernelMessage(input.span), var text = ConsoleText() else { return }
      text.add(message)
      precondition(message.stamp.count >= 15 && text.lineCount >= 2)
    case .pack: PackFeeder.feed(input)
    }
  }

  private func feedConsole(_ input: [UInt8]) {
    guard var text = ConsoleText() else { return }
    var parser = ConsoleParser()
    var finder = FailedUnitFinder()
    for byte in input {
      parser.feed(byte, to: &text)
      if let found = finder.feed(byte) { precondition(found.count > 0) }
    }
    precondition(text.lineCount <= ConsoleText.height)
    for line in 0..<text.lineCount {
      for column in 0..<text.length(ofLine: line) {
        let value = text.cell(column, ofLine: line).character.value
        precondition(value >= 0x20 && !(0x7F...0x9F ~= value))
      }
    }
  }

  private func feedClient(
    _ input: [UInt8], speaking wireProtocol: WireProtocol, typing keys: [UInt8] = []
  ) {
    guard let pair = try? UnixStream.pair(),
      let client = try? UnixStream(adopting: pair.first.descriptor.duplicated()),
      let server = try? UnixStream(adopting: pair.second.descriptor.duplicated())
    else { fatalError("no sockets") }
    // Whoever runs this may ask for everything.
    let user = (try? client.peer().userID) ?? 0
    var policy = PeerPolicy(owner: user)
    policy.plymouthUser = user
    var table = ClientTable(policy: policy)
    table.hasKeyboard = true
    let isAdmitted = table.admit(server, speaking: wireProtocol, at: .zero)
    precondition(isAdmitted)
    let cut = input.isEmpty ? 0 : Int(input[0]) % input.count
    for piece in [input[..<cut], input[cut...]] where !piece.isEmpty {
      let bytes = Array(piece)
      _ = try? client.send(bytes.span)
      serve(&table)
    }
    for key in keys {
      table.type(key, at: .zero)
      while table.next(at: .zero) != nil {}
    }
    serve(&table)
    let count = table.clientCount
    precondition(count <= 1)
  }

  /// Answers all that is asked.
  private func serve(_ table: inout ClientTable) {
    var poll = Poll<264>()
    let ok = Array("ok".utf8)
    for _ in 0..<16 {
      table.watch(in: &poll, from: 0)
      guard let ready = try? poll.wait(timeoutNanoseconds: 0), ready > 0 else { return }
      table.serve(poll, from: 0, at: .zero)
      while let event = table.next(at: .zero) {
        if case .request(_, let client) = event { table.reply(ok.span, to: client, at: .zero) }
      }
    }
  }
}
