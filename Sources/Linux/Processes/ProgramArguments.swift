// SPDX-License-Identifier: Apache-2.0

import CLinux

/// The words that the program was started with.
@safe
package struct ProgramArguments: ~Copyable {
  private let values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  /// How many there are, the program's own name not among them.
  package let count: Int

  /// Takes what `main` was called with.
  package init(count: Int, values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) {
    unsafe self.values = values
    self.count = max(0, count - 1)
  }

  /// Has the program's own name begin with `@`, by which systemd knows in an initramfs that it is to
  /// live on when the real root directory takes over.
  package func markAsSurvivor() {
    // The kernel's copy of the word, which is the program's to write.
    if let name = unsafe values[0], unsafe name[0] != 0 { unsafe name[0] = 0x40 }
  }

  /// The name by which the program was called, without the folder before it.
  package var programName: Span<UInt8> {
    @_lifetime(immortal)
    get {
      let name = unsafe ProgramArguments.bytes(of: values[0])
      var start = name.count
      while start > 0, name[start - 1] != UInt8(ascii: "/") { start -= 1 }
      return unsafe _overrideLifetime(name.extracting(start..<name.count), copying: ())
    }
  }

  /// One word, the first after the program's name at 0.
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
    // The kernel puts the arguments above the stack, where they stay until the program ends.
    let span = unsafe Span(_unsafeStart: bytes, count: length)
    return unsafe _overrideLifetime(span, copying: ())
  }
}
