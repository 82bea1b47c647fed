// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Linux

/// A command that gets a person's answer as its input.
enum ChildCommand {
  /// Starts a command, which is split at blanks only, with bytes as its input.
  ///
  /// Returns its PID, which is still to be waited for; nil where it does not start, after an error
  /// line.
  static func start(_ command: Span<UInt8>, input: Span<UInt8>) -> CInt? {
    do throws(SystemError) {
      let pipe = try FileDescriptor.pipe()
      let child = try spawn(command, input: pipe.reader.number)
      let writer = try pipe.writer.duplicated()
      _ = consume pipe
      // A command may ignore its input.
      Signals.brokenPipe.ignore()
      _ = try? writer.writeAll(input)
      return child
    } catch {
      var line = ErrorLine("plymouth")
      line.append("--command '")
      line.append(command)
      line.append("' does not start: ")
      line.append(error.reason)
      line.write()
      return nil
    }
  }

  private static func spawn(
    _ command: Span<UInt8>, input: CInt
  ) throws(SystemError) -> CInt {
    // The words for C: each with a zero at its end, and their addresses with a null pointer after
    // them.
    let text = UnsafeMutablePointer<CChar>.allocate(capacity: command.count + 1)
    let words = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(
      capacity: command.count / 2 + 2)
    defer {
      unsafe text.deallocate()
      unsafe words.deallocate()
    }
    var count = 0
    var isInside = false
    for index in 0...command.count {
      let byte = index < command.count ? command[index] : 0x20
      // The index is at most the count, which the array has room for, and a word takes at least two
      // bytes.
      unsafe text[index] = byte == 0x20 ? 0 : CChar(bitPattern: byte)
      if byte != 0x20, !isInside {
        unsafe words[count] = text + index
        count += 1
      }
      isInside = byte != 0x20
    }
    unsafe words[count] = nil
    guard count > 0 else { throw SystemError(.path, errno: EINVAL) }
    cl_keep_children()
    var child: pid_t = 0
    // Both arrays live until the call is over.
    let error = unsafe cl_spawn(UnsafePointer(words), -1, input, &child)
    guard error == 0 else { throw SystemError(.open, errno: error) }
    return child
  }
}
