// SPDX-License-Identifier: Apache-2.0

import CLinux
import Linux
import Presentation
import Text

/// The privileges that the running daemon gives up for good, now or later.
///
/// The confinement begins when everything is set up. The daemon keeps a few privileges longer, as long as it
/// needs them: to open sockets that another program holds, to open framebuffer devices, and to read any file
/// in an initramfs. Framebuffer devices serve machines without a card and may appear late. The files are in
/// the root that follows the initramfs. Where the kernel does not support a restriction, the program
/// continues without it.
struct Confinement: ~Copyable {
  /// The privileges that are still needed.
  private struct Needs: Equatable {
    /// To open sockets, or connect to sockets of others.
    var sockets: Bool
    /// To use any device in `/dev`: before a framebuffer device exists, no folder can be named for it.
    var anyDevice: Bool
    /// To read any file: the root that themes come from is not mounted yet.
    var anyFile: Bool

    /// The privileges that both need.
    func intersection(_ others: Needs) -> Needs {
      Needs(
        sockets: sockets && others.sockets, anyDevice: anyDevice && others.anyDevice,
        anyFile: anyFile && others.anyFile)
    }
  }

  private var needs = Needs(sockets: true, anyDevice: true, anyFile: true)
  private var hasBegun = false
  private var hasRules = true
  /// Whether the root directory is an initramfs.
  private var isInInitramfs = true
  private var places: KernelPlaces?
  /// The kernel's consoles at the start.
  ///
  /// Their list is out of reach from a change of the root until `/sys` has been moved there.
  private var consoles = PathList()

  /// Gives up the privileges that are not needed any more.
  ///
  /// - Parameters:
  ///   - opensSockets: Whether a socket must still be opened.
  ///   - usesDevices: Whether the machine's displays are used.
  ///   - hasCard: Whether a card is in use.
  ///   - options: The options, which name files and sockets to open.
  mutating func narrow(
    opensSockets: Bool, usesDevices: Bool, hasCard: Bool, _ options: borrowing Options
  ) {
    // Asked in each turn of the loop.
    if hasBegun && !(needs.sockets || needs.anyDevice || needs.anyFile) { return }
    if !hasBegun { isInInitramfs = OwnProcess.isInInitramfs }
    let hasFramebuffer =
      options.outputs.framebuffer != nil || options.outputs.device == nil && !hasCard
    let now = needs.intersection(
      Needs(
        // When the lessor has ended, the daemon connects to it again.
        sockets: opensSockets || options.outputs.isLease, anyDevice: usesDevices && hasFramebuffer,
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

  /// Records a change of the root directory; after an initramfs only themes are read.
  mutating func recordRootChange() {
    if isInInitramfs { isInInitramfs = OwnProcess.isInInitramfs }
  }

  /// Gives up all privileges that are not needed.
  ///
  /// DRM master needs no capability: the first opener of a card without a master becomes its master, and a
  /// former master may request it again. A daemon that starts later opens the card again.
  private mutating func begin(usesDevices: Bool, _ options: borrowing Options) {
    hasBegun = true
    // The root directory may change more than once: after the initramfs, and at shutdown.
    var kept: Sandbox.Capabilities = .terminals
    kept.insert(.rootDirectory)
    // A socket that becomes free later must get its group, too.
    if options.protocols.group != nil { kept.insert(.fileOwner) }
    do throws(SystemError) {
      try Sandbox.keep(only: kept)
      try Sandbox.refusePrivileges()
      places = KernelPlaces()
      places?.prepare(usesDevices: usesDevices)
      consoles = ConsoleNames.active()
      applyRules(usesDevices: usesDevices, options)
      try Sandbox.refuseUnusedCalls(opensSockets: needs.sockets)
    } catch {
      let line = BootstrapError("no sandbox, going on without", error).line
      Log.write(line.bytes)
    }
  }

  private mutating func applyRules(usesDevices: Bool, _ options: borrowing Options) {
    guard hasRules else { return }
    do throws(SystemError) {
      // A lessor or a service manager can listen at an abstract name.
      let isManagerNamed = Environment.withValue(of: "NOTIFY_SOCKET") { $0.begins(with: "@") }
      let rules = try FileRules(
        isReadingFree: needs.anyFile,
        reachesNames: options.outputs.isLease || (isManagerNamed ?? false))
      allowDevices(usesDevices, rules, options)
      allowFiles(rules, options)
      try rules.enter()
    } catch {
      hasRules = false
      DaemonLog().report(
        ("" as StaticString).bytes, "no Landlock here: which files are opened is not limited")
    }
  }

  /// The last of the virtual terminals that the daemon may take without naming them: it takes over the
  /// terminal of another program that ends, and that can be any.
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
      allow(.useDevices, all: consoles, rules)
      allow(.useDevices, all: ConsoleNames.active(), rules)
      if let path = options.outputs.device, !options.outputs.isLease {
        allow(.useDevices, at: path, orAbove: true, rules)
      }
    }
    if let path = options.terminal { allow(.useDevices, at: path, orAbove: true, rules) }
    if case .given(let path) = options.protocols.keyboard {
      allow(.useDevices, at: path, orAbove: true, rules)
      // The folder may be removed and created again; the kernel's own folders stay.
      if !path.bytes.begins(with: "/dev/") { allow(.useDevices, above: path, rules) }
    }
    allow(.useDevices, all: options.protocols.consoles, rules)
  }

  private func allowFiles(_ rules: borrowing FileRules, _ options: borrowing Options) {
    // These identify peers and describe the machine's devices.
    allow(.read, at: Path("/proc"), rules)
    allow(.read, at: Path("/sys"), rules)
    for folder in ["/etc/flipbook", "/run/flipbook", "/usr/share/flipbook"] as [StaticString] {
      allow(.read, at: Path(folder), rules)
    }
    for file in ["/etc/locale.conf", "/etc/default/locale"] as [StaticString] {
      allow(.read, at: Path(file), rules)
    }
    // A theme's clock; the first is mostly a link to a file of the second.
    for place in ["/etc/localtime", "/usr/share/zoneinfo"] as [StaticString] {
      allow(.read, at: Path(place), rules)
    }
    // A theme given by its path is read again after another theme was shown.
    if let path = options.theme.name { allow(.read, above: path, rules) }
    if let path = options.theme.kernelName { allow(.read, above: path, rules) }
    // The daemon removes its own files when it ends.
    if options.socket != .none {
      allow(.removeFiles, above: options.socketPath, rules)
      // Also where the socket's folder does not exist yet.
      if needs.sockets {
        allow(.removeFiles.union(.makeSockets), above: options.socketPath, orAbove: true, rules)
      }
    }
    if let path = options.protocols.pidFile { allow(.removeFiles, above: path, rules) }
    for path in options.protocols.psplashPipes { allow(.removeFiles, above: path, rules) }
  }

  private func allow(
    _ rights: FileRules.Rights, all paths: PathList, _ rules: borrowing FileRules
  ) {
    for path in paths.paths { allow(rights, at: path, orAbove: true, rules) }
  }

  /// Gives rights to a path; with `orAbove`, to the folder above it where the path does not exist yet.
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

  /// Gives rights to the folder of an absolute path; with `orAbove`, to the folder above that where it does
  /// not exist yet.
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

/// The mount points of the kernel's own file systems, as they were at the start.
///
/// `switch_root` moves these to the next root. The daemon may change to that root earlier; until the move,
/// the folders of these names there are empty.
private struct KernelPlaces: ~Copyable {
  private static var names: InlineArray<4, StaticString> { ["/dev", "/proc", "/run", "/sys"] }

  private var folders = InlineArray<4, FileDescriptor?> { _ in nil }

  init() {
    for index in folders.indices {
      folders[index] = try? FileDescriptor(placeAt: Path(KernelPlaces.names[index]))
    }
  }

  /// Creates the folders in which files may appear later; a rule cannot name them before they exist.
  ///
  /// devtmpfs removes a folder together with its last device, unless the folder holds something else, and
  /// creates a new one for the next device. That happens when a card's driver replaces the firmware display's
  /// driver.
  func prepare(usesDevices: Bool) {
    guard geteuid() == 0 else { return }
    make("flipbook", in: 2)
    guard usesDevices else { return }
    make("dri", in: 0)
    make("dri/.flipbook", in: 0)
    make("input", in: 0)
    make("input/.flipbook", in: 0)
  }

  /// If creation fails, as where `/dev` is read-only, files that appear later are out of reach, or need a
  /// rule on the parent folder.
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
      // A longer name with the same beginning.
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
