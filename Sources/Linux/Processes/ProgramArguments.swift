// SPDX-License-Identifier: Apache-2.0

import CLinux

/// The program's command-line arguments.
@safe
package struct ProgramArguments: ~Copyable {
  private let values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  /// The number of arguments, without the program's name.
  package let count: Int

  /// Takes the parameters of `main`.
  package init(count: Int, values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) {
    unsafe self.values = values
    self.count = max(0, count - 1)
  }

  /// Makes the program's name begin with `@`: systemd in an initramfs then does not kill it when the
  /// real root directory takes over.
  package func markAsSurvivor() {
    // The kernel's copy of the word, which the program may write.
    if let name = unsafe values[0], unsafe name[0] != 0 { unsafe name[0] = 0x40 }
  }

  /// The program's name as called, without its directory.
  package var programName: Span<UInt8> {
    @_lifetime(immortal)
    get {
      let name = unsafe ProgramArguments.bytes(of: values[0])
      var start = name.count
      while start > 0, name[start - 1] != UInt8(ascii: "/") { start -= 1 }
      return unsafe _overrideLifetime(name.extracting(start..<name.count), copying: ())
    }
  }

  /// One argument; 0 is the first after the program's name.
  package subscript(index: Int) -> Span<UInt8> {
    @_lifetime(immortal)
    get {
      precondition(index >= 0 && index < count, "There is no such argument.")
      return unsafe ProgramArguments.bytes(of: values[index + 1])
    }
  }

  @_lifetime(immortal)
  private static func bytes(of word: UnsafeMutablePointer<CChar>?) -> Span<UInt8> {
    guard let word = unsafe word else { return Span() }
    let length = unsafe strlen(word)
    let bytes = unsafe UnsafeRawPointer(word).assumingMemoryBound(to: UInt8.self)
    // The kernel places the arguments above the stack, where they stay until the program ends.
    let span = unsafe Span(_unsafeStart: bytes, count: length)
    return unsafe _overrideLifetime(span, copying: ())
  }
}
