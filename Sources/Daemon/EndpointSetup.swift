import FixedPoint
import CLinux
import Control
import Motion
import Linux

/// Opens what clients come by, and says what is in the way.
enum EndpointSetup {
  /// Whether what was not asked for is opened.
  ///
  /// Whoever runs tests with a picture in memory is not to take the place of the machine's splash.
  static func isWanted(
    _ choice: ProtocolOptions.Choice, _ options: borrowing Options
  ) -> Bool {
    choice == .on || choice == .automatic && geteuid() == 0 && options.memories.isEmpty
  }

  /// Who may ask for what.
  static func policy(_ options: borrowing Options) -> PeerPolicy {
    var policy = PeerPolicy(owner: geteuid())
    policy.group = options.protocols.group
    policy.plymouthUser = options.protocols.plymouthUser
    return policy
  }

  /// Says so where there was no room for one more.
  static func noteRoom(_ exists: Bool) {
    if !exists { Log.write("there are too many sockets and pipes, ignoring one") }
  }

  /// Makes psplash's pipes.
  static func openPsplash(
    _ clients: inout ClientTable, _ options: borrowing Options, at now: Instant
  ) {
    let choice = options.protocols.psplash
    guard isWanted(choice, options) else { return }
    let count = options.protocols.psplashPaths.count
    for index in 0..<max(count, 1) {
      let path = count == 0 ? usualPipe : options.protocols.psplashPaths[index]
      do throws(SystemError) {
        let stream = try ClientStream(reading: try NamedPipe.make(at: path, mode: 0o660))
        noteRoom(clients.attach(stream, speaking: .psplash, at: now))
      } catch {
        // Where nothing was asked for, another splash is none of ours.
        guard choice == .on else { return }
        var line = BootstrapError(path, error).line
        line.append("; going on without this pipe of psplash's writers")
        Log.write(line.bytes)
      }
    }
  }

  /// `psplash_fifo` in the directory that psplash's own variable names, else in /run.
  private static var usualPipe: Path {
    let name: StaticString = "/psplash_fifo"
    var path = Environment.withValue(of: "PSPLASH_FIFO_DIR") { try? Path($0) } ?? nil
    for index in 0..<name.utf8CodeUnitCount {
      // A directory with a name too long for more leads to one that cannot be made, and is told.
      try? path?.append(name.bytes[index])
    }
    return path ?? Path("/run/psplash_fifo")
  }

  /// Obeys standard input.
  static func openStandard(_ clients: inout ClientTable, at now: Instant) {
    do throws(SystemError) {
      let streams = try ClientStream(input: 0, output: 1)
      noteRoom(clients.attach(streams, speaking: .native, at: now))
    } catch {
      Log.write("standard input cannot be read, ignoring")
    }
  }

  /// Writes the file with the program's number, if one is asked for.
  static func pidFile(_ options: borrowing Options) -> ProcessFile? {
    guard let path = options.protocols.pidFile else { return nil }
    do throws(SystemError) {
      return try ProcessFile(at: path)
    } catch {
      var line = BootstrapError(path, error).line
      line.append("; going on without this file of --pid-file")
      Log.write(line.bytes)
      return nil
    }
  }
}

extension EndpointSetup {
  /// Takes the sockets that the service manager has opened; which ones is the result, as a set.
  ///
  /// `plymouth` and `plymouth-old` are for Plymouth's clients, all others are native. They come from a
  /// socket unit, or from the store of a service that was restarted. Corresponds to `sd_listen_fds`.
  static func takeActivated(_ clients: inout ClientTable) -> UInt8 {
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

  /// By the names of `LISTEN_FDNAMES`, between colons.
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
