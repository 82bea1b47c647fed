import CLinux
import Control
import Motion
import System

/// Opens what clients come by, and says what is in the way.
struct InletOpening: ~Copyable {
  private var clients: ClientTable

  // Whoever runs tests with a picture in memory is not to take the place of the machine's splash.
  private let isAutomatic: Bool

  /// Nothing is open yet.
  init(_ options: borrowing Options) {
    var policy = PeerPolicy(owner: geteuid())
    policy.group = options.inlets.group
    policy.plymouthUser = options.inlets.plymouthUser
    clients = ClientTable(policy: policy)
    isAutomatic = geteuid() == 0 && options.memories.isEmpty
  }

  /// Gives away what was opened.
  consuming func finish() -> ClientTable {
    clients
  }

  /// Takes over the sockets of the service manager, and opens the native one unless one is among them
  /// and none was asked for.
  mutating func openNative(_ options: borrowing Options) throws(StartError) {
    let isActivated = takeActivated()
    let choice = options.socket
    if choice == .none || isActivated && choice == .usual { return }
    let path = options.socketPath
    do throws(SystemError) {
      let listener = try UnixListener(at: path.bytes, mode: 0o660, backlog: 128)
      if let group = options.inlets.group { try listener.give(toGroup: group) }
      _ = clients.listen(at: listener, speaking: .native)
    } catch {
      var problem = StartError("the socket ")
      problem.line.append(path.bytes)
      problem.line.append(": ")
      problem.line.append(error.reason)
      if error.errno == EADDRINUSE {
        problem.line.append(": another flipbookd listens there, or it is no socket")
      }
      if choice == .given { throw problem }
      problem.line.append("; going on without it (--socket names another)")
      Console.log(problem.line.bytes)
    }
  }

  /// Listens where Plymouth's clients knock: at the name of today and at that of old programs.
  mutating func openPlymouth(_ options: borrowing Options) throws(StartError) {
    let choice = options.inlets.plymouth
    guard choice == .on || choice == .automatic && isAutomatic else { return }
    do throws(SystemError) {
      if let name = options.inlets.plymouthName {
        try listen(at: name.bytes, isPadded: false)
      } else {
        let name: StaticString = "@/org/freedesktop/plymouthd"
        let old: StaticString = "@/ply-boot-protocol"
        try listen(at: name.bytes, isPadded: false)
        try listen(at: old.bytes, isPadded: true)
      }
    } catch {
      var problem = StartError("Plymouth's clients cannot be heard", error)
      if error.errno == EADDRINUSE { problem.line.append(": another splash runs") }
      if choice == .on { throw problem }
      // Where nothing was asked for, another splash is none of ours.
    }
  }

  private mutating func listen(at name: Span<UInt8>, isPadded: Bool) throws(SystemError) {
    let listener = try UnixListener(at: name, mode: 0o660, backlog: 128, isPadded: isPadded)
    _ = clients.listen(at: listener, speaking: .plymouth)
  }

  /// Makes psplash's pipes.
  mutating func openPsplash(_ options: borrowing Options, at now: Instant) throws(StartError) {
    let choice = options.inlets.psplash
    guard choice == .on || choice == .automatic && isAutomatic else { return }
    let paths = options.inlets.psplashPaths
    if paths.isEmpty { try openPipe(at: InletOpening.usualPipe, choice, at: now) }
    for index in paths.indices { try openPipe(at: paths[index], choice, at: now) }
  }

  private mutating func openPipe(
    at path: Path, _ choice: InletOptions.Choice, at now: Instant
  ) throws(StartError) {
    do throws(SystemError) {
      let stream = try ClientStream(reading: try NamedPipe(at: path, mode: 0o660))
      _ = clients.attach(stream, speaking: .psplash, at: now)
    } catch {
      var problem = StartError("psplash's writers cannot be heard: ")
      problem.line.append(path.bytes)
      problem.line.append(": ")
      problem.line.append(error.reason)
      if choice == .on { throw problem }
      // As above.
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
  mutating func openStandard(at now: Instant) {
    do throws(SystemError) {
      let streams = try ClientStream(input: 0, output: 1)
      _ = clients.attach(streams, speaking: .native, at: now)
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
  private mutating func takeActivated() -> Bool {
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
