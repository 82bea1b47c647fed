import CLinux
import Control
import Motion
import System

/// Opens what clients come by, and says what is in the way.
enum InletOpening {
  /// Whether what was not asked for is opened.
  ///
  /// Whoever runs tests with a picture in memory is not to take the place of the machine's splash.
  private static func isWanted(
    _ choice: InletOptions.Choice, _ options: borrowing Options
  ) -> Bool {
    choice == .on || choice == .automatic && geteuid() == 0 && options.memories.isEmpty
  }

  /// Who may ask for what.
  static func policy(_ options: borrowing Options) -> PeerPolicy {
    var policy = PeerPolicy(owner: geteuid())
    policy.group = options.inlets.group
    policy.plymouthUser = options.inlets.plymouthUser
    return policy
  }

  /// Takes over the sockets of the service manager, and opens the native one unless one is among them
  /// and none was asked for.
  static func openNative(
    _ clients: inout ClientTable, _ options: borrowing Options
  ) throws(StartError) {
    let isActivated = takeActivated(&clients)
    let choice = options.socket
    if choice == .none || isActivated && choice == .usual { return }
    let path = options.socketPath
    do throws(SystemError) {
      let listener = try UnixListener(at: path.bytes, mode: 0o660, backlog: 128)
      if let group = options.inlets.group { try listener.give(toGroup: group) }
      noteRoom(clients.listen(at: listener, speaking: .native))
    } catch {
      var problem = StartError("the socket ", path, error)
      if error.errno == EADDRINUSE {
        problem.line.append(": another flipbookd listens there, or it is no socket")
      }
      if choice == .given { throw problem }
      problem.line.append("; going on without it (--socket names another)")
      Console.log(problem.line.bytes)
    }
  }

  /// Listens where Plymouth's clients knock: at the name of today and at that of old programs.
  static func openPlymouth(
    _ clients: inout ClientTable, _ options: borrowing Options
  ) throws(StartError) {
    let choice = options.inlets.plymouth
    guard isWanted(choice, options) else { return }
    do throws(SystemError) {
      if let name = options.inlets.plymouthName {
        try listen(&clients, at: name.bytes, isPadded: false)
      } else {
        let name: StaticString = "@/org/freedesktop/plymouthd"
        let old: StaticString = "@/ply-boot-protocol"
        try listen(&clients, at: name.bytes, isPadded: false)
        try listen(&clients, at: old.bytes, isPadded: true)
      }
    } catch {
      // Where nothing was asked for, another splash is none of ours.
      guard choice == .on else { return }
      var problem = StartError("Plymouth's clients cannot be heard", error)
      if error.errno == EADDRINUSE { problem.line.append(": another splash runs") }
      throw problem
    }
  }

  @inline(never)
  private static func listen(
    _ clients: inout ClientTable, at name: Span<UInt8>, isPadded: Bool
  ) throws(SystemError) {
    let listener = try UnixListener(at: name, mode: 0o660, backlog: 128, isPadded: isPadded)
    noteRoom(clients.listen(at: listener, speaking: .plymouth))
  }

  /// Says so where there was no room for one more.
  private static func noteRoom(_ isThere: Bool) {
    if !isThere { Console.log("there are too many sockets and pipes, ignoring one") }
  }

  /// Makes psplash's pipes.
  static func openPsplash(
    _ clients: inout ClientTable, _ options: borrowing Options, at now: Instant
  ) throws(StartError) {
    let choice = options.inlets.psplash
    guard isWanted(choice, options) else { return }
    let count = options.inlets.psplashPaths.count
    for index in 0..<max(count, 1) {
      let path = count == 0 ? usualPipe : options.inlets.psplashPaths[index]
      do throws(SystemError) {
        let stream = try ClientStream(reading: try NamedPipe.make(at: path, mode: 0o660))
        noteRoom(clients.attach(stream, speaking: .psplash, at: now))
      } catch {
        // As above.
        guard choice == .on else { return }
        throw StartError("psplash's writers cannot be heard: ", path, error)
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
      Console.log("standard input cannot be read, ignoring")
    }
  }

  /// Writes the file with the program's number, if one is asked for.
  static func processFile(_ options: borrowing Options) throws(StartError) -> ProcessFile? {
    guard let path = options.inlets.processFile else { return nil }
    do throws(SystemError) {
      return try ProcessFile(at: path)
    } catch {
      throw StartError("the file of --pid-file cannot be written", error)
    }
  }
}

extension InletOpening {
  /// Takes the sockets that the service manager has opened; whether a native one is among them.
  ///
  /// One that is named `plymouth` is for Plymouth's clients. Corresponds to `sd_listen_fds`.
  private static func takeActivated(_ clients: inout ClientTable) -> Bool {
    let process = Environment.withValue(of: "LISTEN_PID") { Value.wholeNumber($0) } ?? nil
    let count = Environment.withValue(of: "LISTEN_FDS") { Value.wholeNumber($0) } ?? nil
    guard let process, process == Int(getpid()), let count else { return false }
    var hasNative = false
    for index in 0..<min(count, ClientLimits.listeners) {
      let dialect = InletOpening.dialect(ofActivated: index)
      do throws(SystemError) {
        let listener = try UnixListener(adopting: CInt(3 + index))
        if clients.listen(at: listener, speaking: dialect), dialect == .native { hasNative = true }
      } catch {
        Console.log("LISTEN_FDS has what is no Unix socket that listens, ignoring it")
      }
    }
    return hasNative
  }

  /// By the names of `LISTEN_FDNAMES`, between colons.
  private static func dialect(ofActivated place: Int) -> Dialect {
    Environment.withValue(of: "LISTEN_FDNAMES") { names in
      var start = 0
      var index = 0
      for end in 0...names.count {
        guard end == names.count || names[end] == UInt8(ascii: ":") else { continue }
        if index == place {
          return names.extracting(start..<end).isEqual(to: "plymouth") ? .plymouth : .native
        }
        index += 1
        start = end + 1
      }
      return .native
    } ?? .native
  }
}
