// SPDX-License-Identifier: Apache-2.0

import CLinux
package import Linux
import Text

/// How the console's output is taken.
package struct ConsoleSetup: Sendable {
  /// A name that is linked to the pseudo terminal in place of a redirection of /dev/console; for tests.
  package var link: Path?
  /// Where the output goes on to in that case; nil for nowhere.
  package var target: Path?
  /// The file that gets the output once the root is writable; nil for none.
  package var file: Path?

  /// The machine's console, and no file.
  package init() {}
}

/// A child process between the console and the daemon: output for /dev/console goes on to the real
/// console at once, and is kept in a `ConsoleLog`.
///
/// A process of its own, so that nothing is lost when the daemon dies, and no writer waits when the daemon
/// hangs. It is forked when the daemon has opened nothing yet, and does nothing before `begin`. It has the only
/// capability that ends a redirection, `CAP_SYS_ADMIN`, and a filter that leaves it little but reading and
/// writing. When the daemon has ended, however, it ends the redirection, passes on the rest, and ends.
///
/// Corresponds to `TIOCCONS`, which the kernel also ends with the pseudo terminal.
package struct ConsoleRelay: ~Copyable {
  /// What the relay reported.
  package enum Report: UInt8 {
    /// The console is redirected, and its output is in the log.
    case redirected = 0x72
    /// Another program has redirected the console.
    case busy = 0x62
    /// That is not allowed or possible here.
    case refused = 0x66
    /// There are new bytes in the log.
    case written = 0x77
  }

  /// The console's output.
  package let log: ConsoleLog
  private let stream: UnixStream

  /// Forks the child; the parent gets the relay.
  package init(_ setup: ConsoleSetup) throws(SystemError) {
    let log = try ConsoleLog()
    var own: CInt = -1
    var others: CInt = -1
    // Both addresses are of locals, valid during the call.
    _ = try retrying(.socket) { unsafe cl_unix_pair(&own, &others) }
    let stream = UnixStream(adopting: FileDescriptor(adopting: own))
    let ofChild = FileDescriptor(adopting: others)
    // The name is a literal.
    let child = unsafe cl_fork_keeping(others, "flipbook-relay")
    if child < 0 { throw SystemError.last(.duplicate) }
    if child == 0 {
      var process = RelayProcess(ofChild, log, setup)
      process.run()
      _exit(0)
    }
    self.log = log
    self.stream = stream
  }

  /// To poll: readable after a report, or when the relay has ended.
  package var descriptor: CInt { stream.descriptor.number }

  /// Redirects the console.
  package func begin() { send("b\n", Span()) }

  /// Makes a directory the root, for the file.
  package func changeRoot(to directory: Span<UInt8>) { send("r", directory) }

  /// Writes the output so far and from now on to the file of the setup.
  package func writeFile() { send("f\n", Span()) }

  private func send(_ word: StaticString, _ rest: Span<UInt8>) {
    var line = InlineText<512>()
    line.append(word)
    line.append(rest)
    if !rest.isEmpty { line.append("\n") }
    // The socket's buffer holds many such lines; without the relay none is needed.
    _ = try? stream.send(line.bytes)
  }

  /// The next report, or nil; several reports of new bytes are one, and none beside another report.
  ///
  /// - Throws: `EPIPE` where the relay has ended.
  package func nextReport() throws(SystemError) -> Report? {
    var bytes = InlineArray<64, UInt8>(repeating: 0)
    var space = bytes.mutableSpan
    switch try stream.receive(into: &space) {
    case .wouldBlock: return nil
    case .end: throw SystemError(.receive, errno: EPIPE)
    case .bytes(let count):
      for index in 0..<count where bytes[index] != Report.written.rawValue {
        return Report(rawValue: bytes[index])
      }
      return .written
    }
  }
}
