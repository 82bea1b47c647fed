// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import CLinux
import Control
import Motion
import Linux
import Text

/// Opens the endpoints that the options name, and logs failures.
enum EndpointSetup {
  /// Whether an endpoint is opened, by its option.
  ///
  /// A daemon with memory outputs, as in tests, must not replace the machine's splash.
  static func isWanted(
    _ choice: ProtocolOptions.Choice, _ options: borrowing Options
  ) -> Bool {
    choice == .on || choice == .automatic && geteuid() == 0 && options.memoryCount == 0
  }

  /// Which peers may send requests.
  static func policy(_ options: borrowing Options) -> PeerPolicy {
    var policy = PeerPolicy(owner: geteuid())
    policy.group = options.protocols.group
    policy.plymouthUser = options.protocols.plymouthUser
    return policy
  }

  /// Logs an endpoint beyond the limit.
  static func logFull(_ exists: Bool) {
    if !exists { Log.write("there are too many sockets and pipes, ignoring one") }
  }

  /// Makes psplash's pipes.
  static func openPsplash(
    _ clients: inout ClientTable, _ options: borrowing Options, at now: Instant
  ) {
    let choice = options.protocols.psplash
    guard isWanted(choice, options) else { return }
    for path in options.protocols.psplashPipes {
      do throws(SystemError) {
        let stream = try ClientStream(reading: try NamedPipe.make(at: path, mode: 0o660))
        logFull(clients.attach(stream, speaking: .psplash, at: now))
      } catch {
        // Only an explicit option causes an error.
        guard choice == .on else { return }
        var line = BootstrapError(path, error).line
        line.append("; going on without this pipe of psplash's writers")
        Log.write(line.bytes)
      }
    }
  }

  /// `psplash_fifo` in the directory of psplash's own variable, else in /run.
  static var defaultPipe: Path {
    let name: StaticString = "/psplash_fifo"
    var path = Environment.withValue(of: "PSPLASH_FIFO_DIR") { try? Path($0) } ?? nil
    for index in 0..<name.utf8CodeUnitCount {
      // With a directory name that is too long, creating the pipe fails and is logged.
      try? path?.append(name.bytes[index])
    }
    return path ?? Path("/run/psplash_fifo")
  }

  /// Attaches standard input and output as a client.
  static func openStandard(_ clients: inout ClientTable, at now: Instant) {
    do throws(SystemError) {
      let streams = try ClientStream(input: 0, output: 1)
      logFull(clients.attach(streams, speaking: .native, at: now))
    } catch {
      Log.write("standard input cannot be read, ignoring")
    }
  }

  /// Writes the PID file of --pid-file.
  static func pidFile(_ options: borrowing Options) -> PIDFile? {
    guard let path = options.protocols.pidFile else { return nil }
    do throws(SystemError) {
      return try PIDFile(at: path)
    } catch {
      var line = BootstrapError(path, error).line
      line.append("; going on without this file of --pid-file")
      Log.write(line.bytes)
      return nil
    }
  }
}

extension EndpointSetup {
  /// Adopts the sockets that the service manager has passed; returns them as a bit set.
  ///
  /// `plymouth` and `plymouth-old` are for Plymouth's clients, all others are native. They come from a
  /// socket unit, or from the descriptor store of a restarted service. Corresponds to `sd_listen_fds`.
  static func adoptActivated(_ clients: inout ClientTable) -> UInt8 {
    let process = Environment.withValue(of: "LISTEN_PID") { $0.unsignedNumber } ?? nil
    let count = Environment.withValue(of: "LISTEN_FDS") { $0.unsignedNumber } ?? nil
    guard let process, process == Int64(getpid()), let count else { return 0 }
    var taken: UInt8 = 0
    for index in 0..<Int(min(count, Int64(ClientLimits.listeners))) {
      let name = EndpointSetup.name(ofActivated: index)
      do throws(SystemError) {
        let listener = try UnixListener(adopting: CInt(3 + index))
        if clients.listen(at: listener, speaking: name == .native ? .native : .plymouth) {
          taken |= name.rawValue
        }
      } catch {
        Log.write("LISTEN_FDS has what is no Unix socket that listens, ignoring it")
      }
    }
    return taken
  }

  /// The name in `LISTEN_FDNAMES`, a list separated by colons.
  private static func name(ofActivated position: Int) -> ListeningSockets.Name {
    Environment.withValue(of: "LISTEN_FDNAMES") { names in
      var start = 0
      var index = 0
      for end in 0...names.count {
        guard end == names.count || names[end] == UInt8(ascii: ":") else { continue }
        if index == position {
          let name = names.extracting(start..<end)
          if name.isEqual(to: "plymouth") { return .plymouth }
          return name.isEqual(to: "plymouth-old") ? .oldPlymouth : .native
        }
        index += 1
        start = end + 1
      }
      return .native
    } ?? .native
  }
}
