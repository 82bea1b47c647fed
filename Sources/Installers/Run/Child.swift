// SPDX-License-Identifier: Apache-2.0

package import ToolSupport
import CLinux
package import Linux

/// A child process.
package struct Child: ~Copyable {
  /// The child's PID.
  package let number: CInt

  /// Readable once the child has ended.
  package let descriptor: FileDescriptor

  /// Starts a program.
  ///
  /// It keeps one descriptor of this process beside the standard ones, and gets `input`, if given,
  /// as its standard input.
  package init(_ arguments: [String], keeping kept: CInt?, input: CInt? = nil) throws(ToolError) {
    cl_keep_children()
    var child: pid_t = 0
    let error = unsafe Child.withCStrings(arguments) { pointers in
      // The vector ends with a null pointer and lives as long as the call.
      unsafe cl_spawn(pointers, kept ?? -1, input ?? -1, &child)
    }
    let words = "cannot start \(arguments[0])"
    guard error == 0 else {
      throw ToolError(
        error == ENOENT ? .notFound : .notExecutable,
        "\(words): \(ErrorNumber.name(of: error))")
    }
    // It still exists, perhaps as a zombie: no wait has collected it yet.
    let opened = cl_child_open(child)
    guard opened >= 0 else {
      throw .usage("\(words): \(ErrorNumber.name(of: cl_errno()))")
    }
    number = child
    descriptor = FileDescriptor(adopting: opened)
  }

  /// Its exit status as in a shell (128 + n for signal n); nil while it runs.
  ///
  /// A second call after the end returns 1.
  package func exitStatus() -> CInt? {
    let status = cl_exit_status(number)
    return status < 0 ? nil : status
  }

  /// Runs a program to its end with a few bytes as its input, and returns its exit status.
  package static func run(_ arguments: [String], input: [UInt8]) throws(ToolError) -> CInt {
    let what = "cannot give \(arguments[0]) its input"
    let pipe = try ToolError.explaining(what, FileDescriptor.pipe)
    let child = try Child(arguments, keeping: nil, input: pipe.reader.number)
    let writer = try ToolError.explaining(what) { () throws(SystemError) in
      try pipe.writer.duplicated()
    }
    _ = consume pipe
    // A program may ignore its input.
    Signals.brokenPipe.ignore()
    _ = try? writer.writeAll(input.span)
    _ = consume writer
    var poll = Poll<1>()
    poll.watch(PollSlot(rawValue: 0), child.descriptor)
    while true {
      _ = try ToolError.explaining("poll failed") { () throws(SystemError) in try poll.wait() }
      if let status = child.exitStatus() { return status }
    }
  }

  private static func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    // Copied with strdup and freed below, after the last use.
    var pointers = unsafe strings.map { unsafe strdup($0) } + [nil]
    defer { unsafe pointers.forEach { unsafe free($0) } }
    return unsafe pointers.withUnsafeMutableBufferPointer { vector in
      guard let start = vector.baseAddress else { preconditionFailure("The vector is empty.") }
      return unsafe body(UnsafePointer(start))
    }
  }
}

/// A received signal, and whether the terminal has sent it to the whole process group.
package struct ReceivedSignal: Equatable {
  package let number: CInt
  package let isFromTerminal: Bool

  /// The next signal; nil when there is none.
  package init?(from signals: borrowing SignalDescriptor) {
    var isFromKernel: CInt = 0
    // The address is of a local, valid during the call.
    number = unsafe cl_signals_read_origin(signals.descriptor.number, &isFromKernel)
    guard number > 0 else { return nil }
    isFromTerminal = isFromKernel != 0
  }

  /// Forwards it, unless the child has got it from the terminal already.
  package func forward(to child: borrowing Child) {
    guard !isFromTerminal else { return }
    // It fails only when the child has just ended, which the next poll reports.
    _ = kill(child.number, number)
  }
}
