// SPDX-License-Identifier: Apache-2.0

import CLinux
import Linux

/// Why another program gave no output.
enum ProgramError: Error, Equatable {
  /// It is not installed.
  case missing
  /// It could not be started, or ended with this status.
  case failed(status: Int32)
  /// It wrote more than it may, or took too long.
  case exceeded

  var isMissing: Bool { self == .missing }
}

/// Runs other programs for their output.
enum Program {
  /// The output of a program without input; its errors are dropped.
  ///
  /// - Throws: Why there is none, also where it ended with another status than 0.
  static func output(
    of arguments: [String], atMost limit: Int, seconds: Int = 60
  ) throws(ProgramError) -> [UInt8] {
    var bytes: [UInt8] = []
    try run(arguments, seconds: seconds) { part in
      bytes += part
      return bytes.count <= limit
    }
    return bytes
  }

  /// Runs a program and passes its output on in parts, until the receiver returns false.
  static func run(
    _ arguments: [String], seconds: Int, _ receive: (ArraySlice<UInt8>) -> Bool
  ) throws(ProgramError) {
    cl_keep_children()
    var (child, output): (pid_t, CInt) = (0, -1)
    // Copied with strdup and freed below, after the last use.
    var pointers = unsafe arguments.map { unsafe strdup($0) } + [nil]
    defer { unsafe pointers.forEach { unsafe free($0) } }
    let error = unsafe pointers.withUnsafeMutableBufferPointer { vector in
      // The vector ends with a null pointer and lives as long as the call.
      unsafe cl_spawn_for_output(vector.baseAddress, &output, &child)
    }
    guard error == 0 else { throw error == ENOENT ? .missing : .failed(status: error) }
    let reader = FileDescriptor(adopting: output)
    // A program that hangs is ended, which also ends its output.
    let isWhole = read(reader, seconds: seconds, receive)
    if !isWhole { kill(child, SIGKILL) }
    var status: CInt = 0
    while unsafe waitpid(child, &status, 0) < 0, cl_errno() == EINTR {}
    guard isWhole else { throw .exceeded }
    guard status == 0 else { throw .failed(status: status) }
  }

  /// Reads to the end; false where the receiver or the clock ended it.
  private static func read(
    _ reader: borrowing FileDescriptor, seconds: Int, _ receive: (ArraySlice<UInt8>) -> Bool
  ) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let end = cl_monotonic_nanoseconds() + Int64(seconds) * 1_000_000_000
    while true {
      let left = end - cl_monotonic_nanoseconds()
      var entry = pollfd(fd: reader.number, events: Int16(POLLIN), revents: 0)
      // The call reads and writes one entry.
      guard left > 0, unsafe cl_poll(&entry, 1, left) > 0 else { return false }
      var span = buffer.mutableSpan
      guard case .bytes(let count)? = try? reader.read(into: &span) else { return true }
      if !receive(buffer[..<count]) { return false }
    }
  }
}
