// SPDX-License-Identifier: Apache-2.0

import CLinux

/// The result of a read or a write.
package enum Transfer: Equatable, Sendable {
  /// This many bytes, at least one (or none, where none were requested).
  case bytes(Int)
  /// The other side has closed: there will never be more.
  case end
  /// Nothing now; `poll` reports when.
  case wouldBlock
}

extension FileDescriptor {
  /// Reads the available bytes, up to the size of the buffer.
  package func read(into buffer: inout MutableSpan<UInt8>) throws(SystemError) -> Transfer {
    let number = self.number
    // The kernel writes at most `count` bytes at `start`, which the span owns during the call.
    return try unsafe buffer.withUnsafeMutableBytes { bytes throws(SystemError) in
      let start = bytes.baseAddress
      let count = bytes.count
      return try Transfer.reading(.read, asked: count) {
        unsafe CLinux.read(number, start, count)
      }
    }
  }

  /// Reads from a file's beginning, whatever the descriptor's offset.
  ///
  /// Corresponds to `pread`.
  package func readStart(into buffer: inout MutableSpan<UInt8>) throws(SystemError) -> Transfer {
    let number = self.number
    // The kernel writes at most `count` bytes at `start`, which the span owns during the call.
    return try unsafe buffer.withUnsafeMutableBytes { bytes throws(SystemError) in
      let start = bytes.baseAddress
      let count = bytes.count
      return try Transfer.reading(.read, asked: count) {
        unsafe cl_read_start(number, start, count)
      }
    }
  }

  /// Writes as many bytes as fit now.
  ///
  /// A pipe without a reader raises `SIGPIPE` unless the program ignores it.
  package func write(_ bytes: Span<UInt8>) throws(SystemError) -> Transfer {
    let number = self.number
    // The kernel reads at most `count` bytes at `start`, which the span keeps alive.
    return try unsafe bytes.withUnsafeBytes { bytes throws(SystemError) in
      let start = bytes.baseAddress
      let count = bytes.count
      return try Transfer.writing(.write) { unsafe CLinux.write(number, start, count) }
    }
  }

  /// Writes everything, and waits as often as needed; for blocking descriptors.
  package func writeAll(_ bytes: Span<UInt8>) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      switch try write(bytes.extracting(done..<bytes.count)) {
      case .bytes(let count): done += count
      case .end: throw SystemError(.write, errno: EPIPE)
      case .wouldBlock: throw SystemError(.write, errno: EAGAIN)
      }
    }
  }

  /// Both ends of a new pipe.
  package static func pipe() throws(SystemError) -> Pipe {
    var reader: CInt = -1
    var writer: CInt = -1
    // Both addresses are of locals, valid during the call.
    _ = try retrying(.open) { unsafe cl_pipe(&reader, &writer) }
    return Pipe(
      reader: FileDescriptor(adopting: reader), writer: FileDescriptor(adopting: writer))
  }
}

/// The two ends of a pipe; both block.
package struct Pipe: ~Copyable, Sendable {
  /// The end to read from.
  package var reader: FileDescriptor
  /// The end to write to.
  package var writer: FileDescriptor
}

extension Transfer {
  /// Converts the result of a reading call; a peer that has closed is an end, not an error.
  static func reading(
    _ operation: SystemError.Operation, asked: Int, _ call: () -> Int
  ) throws(SystemError) -> Transfer {
    do {
      let count = try retrying(operation, call)
      return count == 0 && asked > 0 ? .end : .bytes(count)
    } catch {
      switch error.errno {
      case EAGAIN: return .wouldBlock
      case ECONNRESET: return .end
      default: throw error
      }
    }
  }

  /// Converts the result of a writing call; a peer that has closed is an end, not an error.
  static func writing(
    _ operation: SystemError.Operation, _ call: () -> Int
  ) throws(SystemError) -> Transfer {
    do {
      return .bytes(try retrying(operation, call))
    } catch {
      switch error.errno {
      case EAGAIN: return .wouldBlock
      case EPIPE, ECONNRESET: return .end
      default: throw error
      }
    }
  }
}
