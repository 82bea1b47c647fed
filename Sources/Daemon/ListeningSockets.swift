// SPDX-License-Identifier: Apache-2.0

import CLinux
import Control
import Motion
import Linux
import Text

/// The daemon's listening sockets: which could not be opened yet, and when to retry.
struct ListeningSockets: ~Copyable {
  /// One of the sockets, as a bit of a set.
  enum Name: UInt8 {
    case native = 1
    case plymouth = 2
    /// For Plymouth's clients before 2011.
    case oldPlymouth = 4
  }

  /// When to call `openMissing`; nil for never.
  private(set) var deadline: Instant?

  private var missing: UInt8 = 0
  // The missing sockets with a logged failure.
  private var reported: UInt8 = 0
  // Descriptors that the service manager has not stored yet; -1 for none.
  private var plymouthNumber: CInt = -1
  private var oldPlymouthNumber: CInt = -1

  /// The delay before a retry.
  private static var retryInterval: TimeSpan { .milliseconds(2000) }

  /// Opens the sockets of the options that the service manager has not passed.
  ///
  /// - Throws: `BootstrapError` where another flipbookd or Plymouth's daemon listens already.
  mutating func open(
    _ clients: inout ClientTable, _ options: borrowing Options, at now: Instant
  ) throws(BootstrapError) {
    let activated = EndpointSetup.adoptActivated(&clients)
    missing = ListeningSockets.wanted(options, besides: activated)
    try tryMissing(&clients, options)
    schedule(at: now)
  }

  /// Whether a socket must still be opened.
  var areMissing: Bool { missing != 0 }

  /// Whether opening or storing a socket is due at an instant.
  ///
  /// The loop asks this first: passing the options would take 1,400 instructions in each turn.
  mutating func areDue(at now: Instant) -> Bool {
    if plymouthNumber >= 0 || oldPlymouthNumber >= 0 { return true }
    guard let deadline else { return false }
    return now >= deadline
  }

  /// Retries the missing sockets when that is due.
  mutating func openMissing(
    _ clients: inout ClientTable, _ options: borrowing Options, at now: Instant
  ) {
    guard let time = deadline, now >= time else { return }
    // A splash that starts later does not end this splash.
    try? tryMissing(&clients, options)
    schedule(at: now)
  }

  /// Stores Plymouth's sockets with the service manager, so that no other process can bind their names
  /// while the daemon restarts.
  ///
  /// A store that is not accepted now is retried later.
  mutating func store(with manager: borrowing ServiceManager<DatagramNotify>) {
    if plymouthNumber >= 0, manager.store(plymouthNumber, "plymouth") { plymouthNumber = -1 }
    if oldPlymouthNumber >= 0, manager.store(oldPlymouthNumber, "plymouth-old") {
      oldPlymouthNumber = -1
    }
  }

  private mutating func schedule(at now: Instant) {
    deadline = missing == 0 ? nil : now + ListeningSockets.retryInterval
  }

  private static func wanted(_ options: borrowing Options, besides activated: UInt8) -> UInt8 {
    var wanted: UInt8 = 0
    switch options.socket {
    case .none: break
    case .standard: wanted |= Name.native.rawValue & ~activated
    case .given: wanted |= Name.native.rawValue
    }
    if EndpointSetup.isWanted(options.protocols.plymouth, options) {
      wanted |= Name.plymouth.rawValue & ~activated
      if options.protocols.plymouthName == nil { wanted |= Name.oldPlymouth.rawValue & ~activated }
    }
    return wanted
  }

  private mutating func tryMissing(
    _ clients: inout ClientTable, _ options: borrowing Options
  ) throws(BootstrapError) {
    try tryOne(.native, &clients, options)
    try tryOne(.plymouth, &clients, options)
    try tryOne(.oldPlymouth, &clients, options)
  }

  /// - Throws: `BootstrapError` where another splash listens on the socket.
  private mutating func tryOne(
    _ name: Name, _ clients: inout ClientTable, _ options: borrowing Options
  ) throws(BootstrapError) {
    guard missing & name.rawValue != 0 else { return }
    let address = ListeningSockets.address(name, options)
    let isPadded = name == .oldPlymouth
    do throws(SystemError) {
      let listener = try UnixListener(
        at: address.bytes, mode: 0o660, backlog: 128, isPadded: isPadded)
      if name == .native, let group = options.protocols.group { try listener.give(toGroup: group) }
      switch name {
      // The next daemon replaces its path, so it need not be stored.
      case .native: break
      case .plymouth: plymouthNumber = listener.descriptor.number
      case .oldPlymouth: oldPlymouthNumber = listener.descriptor.number
      }
      EndpointSetup.logFull(
        clients.listen(at: listener, speaking: name == .native ? .native : .plymouth))
      if reported & name.rawValue != 0 { Log.write(address.bytes, listens.bytes, .info) }
      missing &= ~name.rawValue
    } catch {
      try logHolder(error, name, address, options)
    }
  }

  private var listens: StaticString { "free again, listening" }

  /// Logs once which process holds the address.
  private mutating func logHolder(
    _ error: SystemError, _ name: Name, _ address: borrowing Path, _ options: borrowing Options
  ) throws(BootstrapError) {
    var holder: PeerCredentials?
    if error.errno == EADDRINUSE {
      holder = try? UnixListener.holder(of: address.bytes, isPadded: name == .oldPlymouth)
    }
    if let holder, holder.processID == getpid() {
      missing &= ~name.rawValue
      return
    }
    let process = holder.flatMap { RunningProcess($0.processID) }
    // A daemon with memory outputs runs beside the machine's splash and does not replace it.
    let isBeside = name == .native && options.socket == .standard && options.memoryCount > 0
    let isSplash = process.map { ListeningSockets.isSplash($0, of: holder?.userID) } ?? false
    // Missing permission is permanent.
    if isBeside || error.errno == EACCES || error.errno == EPERM { missing &= ~name.rawValue }
    if reported & name.rawValue != 0 { return }
    reported |= name.rawValue
    var problem = BootstrapError(address, error)
    if let holder {
      problem.line.append(" by process ")
      problem.line.append(Int64(holder.processID))
      if let process, !process.name.isEmpty {
        problem.line.append(" (")
        problem.line.append(process.name)
        problem.line.append(")")
      }
      problem.line.append(" of user ")
      problem.line.append(Int64(holder.userID))
    }
    if isSplash && !isBeside {
      problem.line.append(": it shows the splash; leaving the displays to it")
      problem.status = .success
      problem.splash = holder?.processID ?? 0
      throw problem
    }
    problem.line.append("; going on without it")
    problem.line.append(missing & name.rawValue == 0 ? "" : ", trying again every 2 s")
    Log.write(problem.line.bytes)
  }

  /// Whether a splash listens at one of the sockets of the options.
  static func isHeld(_ options: borrowing Options) -> Bool {
    isHeld(.native, options) || isHeld(.plymouth, options) || isHeld(.oldPlymouth, options)
  }

  private static func isHeld(_ name: Name, _ options: borrowing Options) -> Bool {
    let address = address(name, options)
    let isPadded = name == .oldPlymouth
    guard let holder = try? UnixListener.holder(of: address.bytes, isPadded: isPadded),
      let process = RunningProcess(holder.processID)
    else { return false }
    return isSplash(process, of: holder.userID)
  }

  /// Whether a running process of root or of this user is a splash by its name.
  static func isSplash(_ process: RunningProcess, of user: UInt32? = 0) -> Bool {
    guard user == 0 || user == geteuid() else { return false }
    // In an initramfs it may have a name that begins with @.
    let name = process.name
    // Without /proc no process has a name. A holder that runs as root or as this user is then taken for a
    // splash, except for the service manager: two splashes must not run at once.
    if name.isEmpty { return process.number != 1 }
    let start = !name.isEmpty && name[0] == UInt8(ascii: "@") ? 1 : 0
    let bare = name.extracting(start..<name.count)
    return bare.isEqual(to: "flipbookd") || bare.isEqual(to: "plymouthd")
  }

  private static func address(_ name: Name, _ options: borrowing Options) -> Path {
    switch name {
    case .native: options.socketPath
    case .plymouth: options.protocols.plymouthName ?? Path("@/org/freedesktop/plymouthd")
    case .oldPlymouth: Path("@/ply-boot-protocol")
    }
  }
}
