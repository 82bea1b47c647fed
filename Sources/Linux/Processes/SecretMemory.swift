// SPDX-License-Identifier: Apache-2.0

import CLinux

extension MutableSpan<UInt8> {
  /// Fills the whole span with zeros; the compiler does not remove that, even if the span is never
  /// read again.
  package mutating func wipe() {
    // The bytes belong to the span, which is valid during the call.
    unsafe withUnsafeMutableBytes { bytes in
      if let start = bytes.baseAddress { unsafe cl_wipe(start, bytes.count) }
    }
  }
}

/// Memory for secrets: not swapped out, not in core dumps, and wiped by `deinit`.
///
/// Where the kernel refuses to lock it, it is used unlocked: the prompt needs it.
@safe
@usableFromInline
package struct SecretMemory: ~Copyable {
  private let address: UnsafeMutableRawPointer

  /// The number of bytes.
  package let size: Int

  /// Maps zeros.
  ///
  /// Corresponds to `mlock` and `MADV_DONTDUMP`.
  package init(size: Int) throws(SystemError) {
    guard size > 0, let address = unsafe cl_map_locked(size) else {
      throw size > 0 ? SystemError.last(.map) : SystemError(.map, errno: EINVAL)
    }
    unsafe self.address = address
    self.size = size
  }

  /// Wipes the data that returned calls left on the stack, as far down as this program's stack
  /// reaches.
  ///
  /// Never inlined, so that its frame begins where those of the returned calls began.
  @inline(never)
  package static func wipeStack() { cl_wipe_stack() }

  deinit {
    // The range belongs to this value alone, and is mapped until the second call.
    unsafe cl_wipe(address, size)
    _ = unsafe munmap(address, size)
  }

  /// Fills a part with zeros; the compiler does not remove that.
  package mutating func wipe(_ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= size, "no such bytes")
    // The range was checked just now.
    unsafe cl_wipe(address + range.lowerBound, range.count)
  }

  /// The bytes.
  package var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get {
      // The range is mapped and readable until deinit, which comes after the end of the borrow.
      let span = unsafe Span(
        _unsafeStart: UnsafePointer(address.assumingMemoryBound(to: UInt8.self)), count: size)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }

  /// Reads available bytes directly into a part, so that they are never anywhere else.
  package mutating func read(
    _ descriptor: borrowing FileDescriptor, into range: Range<Int>
  ) throws(SystemError) -> Transfer {
    precondition(range.lowerBound >= 0 && range.upperBound <= size, "no such bytes")
    let number = descriptor.number
    // The range was checked just now.
    let start = unsafe address + range.lowerBound
    return try Transfer.reading(.read, asked: range.count) {
      unsafe CLinux.read(number, start, range.count)
    }
  }

  /// One byte.
  package subscript(index: Int) -> UInt8 {
    get { bytes[index] }
    set {
      precondition(0..<size ~= index, "no such byte")
      // The index was checked just now.
      unsafe address.storeBytes(of: newValue, toByteOffset: index, as: UInt8.self)
    }
  }
}
