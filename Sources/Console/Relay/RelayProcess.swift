// SPDX-License-Identifier: Apache-2.0

import CLinux
import Linux
import Text

/// What the relay's process does.
struct RelayProcess: ~Copyable {
  /// A file beyond this size, in bytes, is emptied first.
  private static var fileLimit: Int64 { 1 << 20 }

  private let stream: UnixStream
  private let log: ConsoleLog
  private let setup: ConsoleSetup
  /// The pseudo terminal, and its other end, which writers reach by the console.
  private var source: FileDescriptor?
  private var terminal: FileDescriptor?
  /// The machine's console, for the end of the redirection.
  private var console: FileDescriptor?
  private var target: FileDescriptor?
  private var targetPath: Path?
  private var file: FileDescriptor?
  /// The offset of the next byte of the log for the file.
  private var fileOffset: UInt32 = 0
  private var isRedirected = false
  /// The beginning of the daemon's next line.
  private var line = InlineText<512>()

  init(
    _ descriptor: consuming FileDescriptor, _ log: consuming ConsoleLog, _ setup: ConsoleSetup
  ) {
    stream = UnixStream(adopting: descriptor)
    self.log = log
    self.setup = setup
  }

  /// Runs until the daemon has ended, and everything is passed on.
  mutating func run() {
    // The daemon's own signals are blocked in this process, too.
    Signals.brokenPipe.ignore()
    var poll = Poll<2>()
    while true {
      poll.watch(PollSlot(rawValue: 0), stream.descriptor)
      switch source {
      case .some(let source): poll.watch(PollSlot(rawValue: 1), source)
      case .none: poll.ignore(PollSlot(rawValue: 1))
      }
      guard (try? poll.wait(timeoutNanoseconds: nil)) != nil else { break }
      if !poll[PollSlot(rawValue: 1)].isEmpty { _ = passOn() }
      if !poll[PollSlot(rawValue: 0)].isEmpty, !readRequests() { break }
    }
    end()
  }

  /// Reads the daemon's lines; false where it has ended.
  private mutating func readRequests() -> Bool {
    var bytes = InlineArray<128, UInt8>(repeating: 0)
    var space = bytes.mutableSpan
    let received = (try? stream.receive(into: &space)) ?? .end
    guard case .bytes(let count) = received else { return received == .wouldBlock }
    for index in 0..<count {
      guard bytes[index] == 0x0A else {
        line.append(byte: bytes[index])
        continue
      }
      let line = self.line
      self.line.removeAll()
      handle(line)
    }
    return true
  }

  private mutating func handle(_ line: InlineText<512>) {
    guard line.count > 0, !line.isTruncated else { return }
    switch line.bytes[0] {
    case UInt8(ascii: "b"): begin()
    case UInt8(ascii: "r"):
      if let path = try? Path(line.bytes.extracting(1..<line.count)) {
        // Without it the file stays unwritten: the root is still an initramfs.
        _ = try? RootDirectory.change(to: path)
      }
    case UInt8(ascii: "f"): openFile()
    default: break
    }
  }

  private mutating func begin() {
    guard source == nil else { return }
    var number: CInt = -1
    // The address is of a local, valid during the call.
    let opened = unsafe cl_console_open(&number)
    guard opened >= 0 else { return report(.refused) }
    let source = FileDescriptor(adopting: opened)
    let terminal = FileDescriptor(adopting: number)
    let outcome = setup.link == nil ? redirect(terminal) : link(source)
    confine()
    report(outcome)
    guard outcome == .redirected else { return }
    isRedirected = true
    self.source = consume source
    self.terminal = consume terminal
  }

  /// Redirects the machine's console.
  private mutating func redirect(_ terminal: borrowing FileDescriptor) -> ConsoleRelay.Report {
    let path = Path("/dev/console")
    let number = unsafe path.withCString { name in unsafe cl_console_target(name) }
    if number >= 0 { console = FileDescriptor(adopting: number) }
    // Not /dev/console itself, which would lead back here.
    targetPath = ConsoleNames.last()
    openTarget()
    if number < 0 || target == nil { return .refused }
    // The relay of a daemon that has just ended may still hold it.
    for _ in 0..<40 {
      if cl_console_redirect(terminal.number) == 0 { return .redirected }
      if cl_errno() != EBUSY { return .refused }
      cl_sleep(25_000_000)
    }
    return .busy
  }

  /// Links a name to the pseudo terminal.
  private mutating func link(_ source: borrowing FileDescriptor) -> ConsoleRelay.Report {
    var path = Path("/dev/pts/")
    targetPath = setup.target
    openTarget()
    let number = cl_console_number(source.number)
    guard number >= 0, (try? path.append(decimal: UInt32(number))) != nil, let link = setup.link
    else { return .refused }
    let result = unsafe path.withCString { name in
      unsafe link.withCString { link in
        _ = unsafe unlink(link)
        return unsafe symlink(name, link)
      }
    }
    return result == 0 ? .redirected : .refused
  }

  private mutating func openTarget() {
    target = nil
    guard let targetPath else { return }
    let number = unsafe targetPath.withCString { name in unsafe cl_console_target(name) }
    if number >= 0 { target = FileDescriptor(adopting: number) }
  }

  /// Gives up everything but the means to end the redirection, to change the root and to create the file.
  private func confine() {
    do throws(SystemError) {
      try Sandbox.keep(only: [.administration, .rootDirectory])
      try Sandbox.refusePrivileges()
      try Sandbox.refuseUnusedCalls(opensSockets: false, createsFiles: true)
    } catch {
      // The daemon logs that this kernel has no filter.
    }
  }

  private func report(_ report: ConsoleRelay.Report) {
    var byte = InlineText<1>()
    byte.append(byte: report.rawValue)
    // Without room there is a report of new bytes already.
    _ = try? stream.send(byte.bytes)
  }

  /// Passes output on; false where there is none.
  private mutating func passOn() -> Bool {
    var bytes = InlineArray<4096, UInt8>(repeating: 0)
    var space = bytes.mutableSpan
    guard let read = try? source?.read(into: &space) else {
      // Hung up: nothing can be written any more.
      source = nil
      return false
    }
    guard case .bytes(let count) = read else { return false }
    let text = bytes.span.extracting(first: count)
    // First the daemon: the console may be a slow line.
    log.append(
      text, milliseconds: UInt32(truncatingIfNeeded: MonotonicClock.nanoseconds / 1_000_000))
    report(.written)
    writeTarget(text)
    writeFile()
    return true
  }

  /// Writes to the real console, and waits for it as the writer would.
  private mutating func writeTarget(_ text: Span<UInt8>) {
    for _ in 0..<2 {
      switch target {
      case .some(let target): if (try? target.writeAll(text)) != nil { return }
      case .none: break
      }
      // It has been hung up, as when a getty begins there.
      openTarget()
    }
  }

  private mutating func openFile() {
    // In an initramfs it would be lost, and hidden below the next root.
    guard file == nil, let path = setup.file, !OwnProcess.isInInitramfs else { return }
    let number = unsafe path.withCString { name in
      unsafe cl_console_file(name, RelayProcess.fileLimit)
    }
    // The root is read-only, or has no such folder: the next request may succeed.
    if number < 0 { return }
    file = FileDescriptor(adopting: number)
    fileOffset = log.start
    writeFile()
  }

  /// Writes the new output to the file.
  private mutating func writeFile() {
    var bytes = InlineArray<4096, UInt8>(repeating: 0)
    while file != nil {
      var space = bytes.mutableSpan
      guard let count = log.copy(from: fileOffset, into: &space) else {
        fileOffset = log.start
        continue
      }
      if count == 0 { return }
      fileOffset = fileOffset &+ UInt32(count)
      // A full disk ends the file.
      if (try? file?.writeAll(bytes.span.extracting(first: count))) == nil { file = nil }
    }
  }

  /// Ends the redirection, and passes on everything that was written before.
  private mutating func end() {
    if isRedirected {
      switch console {
      case .some(let console): _ = cl_console_redirect(console.number)
      case .none: break
      }
      while passOn() {}
      // A writer that has found the redirection may be about to write.
      cl_sleep(20_000_000)
      while passOn() {}
    }
    openFile()
    if let link = setup.link { _ = unsafe link.withCString { name in unsafe unlink(name) } }
  }
}
