// SPDX-License-Identifier: Apache-2.0

import CLinux
import Linux

/// What the running daemon has given up for good, and what it gives up later.
///
/// It begins when all is set up. What it still needs then it gives up when that is over: sockets to open,
/// which another program has; framebuffer devices, which are used where there is no card and may come late;
/// and, in an initramfs, files of the root that comes after it. Where the kernel cannot, the program goes on
/// as it is.
struct Confinement: ~Copyable {
  /// What is still needed.
  private struct Needs: Equatable {
    /// Sockets are opened, or others' connected to.
    var sockets: Bool
    /// Any device of `/dev`: a framebuffer device has no folder that could be named before it is there.
    var anyDevice: Bool
    /// Any file, for the root that themes are read from is not there yet.
    var anyFile: Bool

    /// What is needed by both.
    func intersection(_ others: Needs) -> Needs {
      Needs(
        sockets: sockets && others.sockets, anyDevice: anyDevice && others.anyDevice,
        anyFile: anyFile && others.anyFile)
    }
  }

  private var needs = Needs(sockets: true, anyDevice: true, anyFile: true)
  private var hasBegun = false
  private var hasRules = true
  /// Whether the root is an initramfs's.
  private var isInInitramfs = true
  private var places: KernelPlaces?

  /// Gives up what is not needed any more.
  ///
  /// - Parameters:
  ///   - opensSockets: Whether a socket is still to be opened.
  ///   - usesDevices: Whether the machine's displays are used.
  ///   - hasCard: Whether one of its cards is.
  ///   - options: What is opened by them.
  mutating func narrow(
    opensSockets: Bool, usesDevices: Bool, hasCard: Bool, _ options: borrowing Options
  ) {
    // Asked in each turn of the loop.
    if hasBegun && !(needs.sockets || needs.anyDevice || needs.anyFile) { return }
    if !hasBegun { isInInitramfs = OwnProcess.isInInitramfs }
    let hasFramebuffer = options.framebuffer != nil || options.device == nil && !hasCard
    let now = needs.intersection(
      Needs(
        // Who lends a display is asked again when it has ended.
        sockets: opensSockets || options.isLease, anyDevice: usesDevices && hasFramebuffer,
        anyFile: isInInitramfs))
    if hasBegun && now == needs { return }
    let opened = needs.sockets
    needs = now
    if hasBegun {
      applyRules(usesDevices: usesDevices, options)
      if opened && !needs.sockets { try? Sandbox.refuseUnusedCalls(opensSockets: false) }
    } else {
      begin(usesDevices: usesDevices, options)
    }
    // They are for further rules.
    if !(needs.sockets || needs.anyDevice || needs.anyFile) { places = nil }
  }

  /// Takes note of another root directory: after that of an initramfs only themes are read.
  mutating func noteRoot() {
    if isInInitramfs { isInInitramfs = OwnProcess.isInInitramfs }
  }

  /// Gives up all that is not needed.
  ///
  /// Mastership takes no capability: who opens a card that has no master becomes it, and who was it
  /// may ask for it again. Who starts later opens the card again.
  private mutating func begin(usesDevices: Bool, _ options: borrowing Options) {
    hasBegun = true
    // A new root directory may come more than once: after the initramfs, and at the shutdown.
    var kept: Sandbox.Capabilities = .terminals
    kept.insert(.rootDirectory)
    // A socket that is free only later is the group's, too.
    if options.protocols.group != nil { kept.insert(.fileOwner) }
    do throws(SystemError) {
      try Sandbox.keep(only: kept)
      try Sandbox.refusePrivileges()
      places = KernelPlaces()
      places?.prepare(usesDevices: usesDevices)
      applyRules(usesDevices: usesDevices, options)
      try Sandbox.refuseUnusedCalls(opensSockets: needs.sockets)
    } catch {
      let line = BootstrapError("no sandbox, going on without", error).line
      Log.write(line.bytes)
    }
  }

  @inline(never)
  private mutating func applyRules(usesDevices: Bool, _ options: borrowing Options) {
    guard hasRules else { return }
    do throws(SystemError) {
      // A lessor, or a service manager, at an abstract name.
      let isManagerNamed = Environment.withValue(of: "NOTIFY_SOCKET") { $0.begins(with: "@") }
      let rules = try FileRules(
        isReadingFree: needs.anyFile,
        reachesNames: options.isLease || (isManagerNamed ?? false))
      allowDevices(usesDevices, rules, options)
      allowFiles(rules, options)
      try rules.enter()
    } catch {
      hasRules = false
      Log.note(
        ("" as StaticString).bytes, "no Landlock here: which files are opened is not limited")
    }
  }

  /// Which virtual terminals may become the daemon's, besides those that are named: another program, whose
  /// terminal it takes when that ends, may have been given any.
  private static var lastTerminal: UInt32 { 15 }

  private func allowDevices(
    _ usesDevices: Bool, _ rules: borrowing FileRules, _ options: borrowing Options
  ) {
    if usesDevices {
      if needs.anyDevice { allow(.useDevices, at: Path("/dev"), rules) }
      allow(.useDevices, at: Path("/dev/dri"), orAbove: true, rules)
      allow(.useDevices, at: Path("/dev/input"), orAbove: true, rules)
      for number in 0...Confinement.lastTerminal {
        var path = Path("/dev/tty")
        guard (try? path.append(decimal: number)) != nil else { continue }
        allow(.useDevices, at: path, rules)
      }
      if let path = VirtualTerminal.active() { allow(.useDevices, at: path, rules) }
      allow(.useDevices, all: ConsoleNames.active(), rules)
      if let path = options.device, !options.isLease {
        allow(.useDevices, at: path, orAbove: true, rules)
      }
    }
    if let path = options.terminal { allow(.useDevices, at: path, orAbove: true, rules) }
    if case .given(let path) = options.protocols.keyboard {
      allow(.useDevices, at: path, orAbove: true, rules)
      // A folder may go and come again; that of the kernel is kept.
      if !path.bytes.begins(with: "/dev/") { allow(.useDevices, above: path, rules) }
    }
    allow(.useDevices, all: options.protocols.consoles, rules)
  }

  private func allowFiles(_ rules: borrowing FileRules, _ options: borrowing Options) {
    // Who asks is known by these, and what the machine's devices are.
    allow(.read, at: Path("/proc"), rules)
    allow(.read, at: Path("/sys"), rules)
    for folder in ["/etc/flipbook", "/run/flipbook", "/usr/share/flipbook"] as [StaticString] {
      allow(.read, at: Path(folder), rules)
    }
    for file in ["/etc/locale.conf", "/etc/default/locale"] as [StaticString] {
      allow(.read, at: Path(file), rules)
    }
    // A theme by its path is read again when another has been shown.
    if let path = options.theme.name { allow(.read, above: path, rules) }
    if let path = options.theme.kernelName { allow(.read, above: path, rules) }
    // What the daemon has made it removes when it ends.
    if options.socket != .none {
      allow(.removeFiles, above: options.socketPath, rules)
      // Also where its folder is still to be made.
      if needs.sockets {
        allow(.removeFiles.union(.makeSockets), above: options.socketPath, orAbove: true, rules)
      }
    }
    if let path = options.protocols.pidFile { allow(.removeFiles, above: path, rules) }
    var pipe = options.protocols.psplashPaths.first
    if pipe == nil { allow(.removeFiles, above: EndpointSetup.usualPipe, rules) }
    while let link = pipe {
      allow(.removeFiles, above: link.path, rules)
      pipe = link.next
    }
  }

  private func allow(
    _ rights: FileRules.Rights, all paths: PathList, _ rules: borrowing FileRules
  ) {
    var next = paths.first
    while let link = next {
      allow(rights, at: link.path, orAbove: true, rules)
      next = link.next
    }
  }

  /// Allows something at a path, or in the folder that it will be in where nothing is there yet.
  @inline(never)
  private func allow(
    _ rights: FileRules.Rights, at path: Path, orAbove: Bool = false, _ rules: borrowing FileRules
  ) {
    do throws(SystemError) {
      switch places {
      case .some(let places): rules.allow(rights, at: try places.find(path))
      case .none: rules.allow(rights, at: try FileDescriptor(placeAt: path))
      }
    } catch {
      if orAbove { allow(rights, above: path, rules) }
    }
  }

  /// Allows something in the folder of an absolute path, or where that is not there yet, in the one that it will
  /// be in.
  private func allow(
    _ rights: FileRules.Rights, above path: Path, orAbove: Bool = false,
    _ rules: borrowing FileRules
  ) {
    var folder = path
    while folder.bytes.count > 1, folder.bytes[folder.bytes.count - 1] != UInt8(ascii: "/") {
      folder.removeLast(1)
    }
    guard folder.bytes.count > 1, folder.bytes[0] == UInt8(ascii: "/") else { return }
    folder.removeLast(1)
    allow(rights, at: folder, orAbove: orAbove, rules)
  }
}

/// The folders that the kernel's own file systems are mounted at, as they were at the start.
///
/// `switch_root` moves them to the next root, which may come after the daemon has followed there: until then
/// its own folders of these names are empty.
private struct KernelPlaces: ~Copyable {
  private static var names: InlineArray<4, StaticString> { ["/dev", "/proc", "/run", "/sys"] }

  private var folders = InlineArray<4, FileDescriptor?> { _ in nil }

  init() {
    for index in folders.indices {
      folders[index] = try? FileDescriptor(placeAt: Path(KernelPlaces.names[index]))
    }
  }

  /// Makes the folders in which something may come later; a rule cannot name them before.
  ///
  /// With the last device in it devtmpfs removes a folder, unless it holds something else, and makes another
  /// for the next device: as when the driver of a card takes over from that of the firmware's display.
  func prepare(usesDevices: Bool) {
    guard geteuid() == 0 else { return }
    make("flipbook", in: 2)
    guard usesDevices else { return }
    make("dri", in: 0)
    make("dri/.flipbook", in: 0)
    make("input", in: 0)
    make("input/.flipbook", in: 0)
  }

  /// Without it what comes later is out of reach, or its folder's parent within: as where `/dev` is read-only.
  private func make(_ name: StaticString, in index: Int) {
    switch folders[index] {
    case .some(let folder): _ = folder.makeFolder(name)
    case .none: break
    }
  }

  /// The place of a path, which may be below one of these folders.
  func find(_ path: Path) throws(SystemError) -> FileDescriptor {
    for index in folders.indices {
      let name = KernelPlaces.names[index]
      guard path.bytes.begins(with: name) else { continue }
      let rest = path.bytes.extracting(name.utf8CodeUnitCount..<path.bytes.count)
      // A longer name that begins alike.
      if rest.count > 0 && rest[0] != UInt8(ascii: "/") { continue }
      let below = rest.count > 1 ? try Path(rest.extracting(1..<rest.count)) : Path(".")
      switch folders[index] {
      case .some(let folder): return try FileDescriptor(placeAt: below, from: folder)
      case .none: break
      }
    }
    return try FileDescriptor(placeAt: path)
  }
}
