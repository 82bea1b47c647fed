// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Control
internal import Linux

/// A command that gets what a person has typed.
enum ChildCommand {
  /// Starts a command, whose words are separated by blanks alone, and gives it bytes as its input.
  ///
  /// Returns its process, which is still to be waited for; nil where it does not start, which is said.
  static func start(_ command: Span<UInt8>, input: Span<UInt8>) -> CInt? {
    do throws(SystemError) {
      let pipe = try FileDescriptor.pipe()
      let child = try spawn(command, input: pipe.reader.number)
      let writer = try pipe.writer.duplicated()
      _ = consume pipe
      // A command that does not read its input is none of our business.
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
    // The words as C has them: each with a zero at its end, and their addresses, with one more zero.
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
      // The index is at most the count, for which there is room, and words are at least two bytes.
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
