// SPDX-License-Identifier: Apache-2.0

internal import CPixels

/// Memory of a size in which a theme, a display or a client has a say, and which may not be there.
///
/// Swift assumes that an allocation succeeds, and the program ends where it does not. An
/// array that gets no memory here has no capacity. Who makes many, such as those of a renderer, compares
/// `failureCount` before and after, as one would `errno`.
@usableFromInline
package enum CheckedHeap {
  /// The bytes that must be left after each allocation, for the small objects that Swift allocates unchecked:
  /// glibc's heap grows by 132 KB at a time.
  private static var reserve: Int { 256 << 10 }

  /// The size of a probe for many allocations, in bytes.
  private static var manyReserve: Int { 64 << 20 }

  /// The bytes that the last probe has found and that have not been allocated since; 0 outside of `startMany`
  /// and `endMany`.
  private nonisolated(unsafe) static var found = 0

  /// Probes once for the allocations up to `endMany`, with no large ones of Swift's own between them.
  ///
  /// A probe takes two system calls, and an output has some 40 arrays. Without so much memory each
  /// allocation probes for itself.
  package static func startMany() {
    unsafe found = cpixels_has_room(manyReserve) != 0 ? manyReserve : 0
  }

  /// Ends what `startMany` has started.
  package static func endMany() { unsafe found = 0 }

  /// Written only where memory is short, and read by the one thread that makes outputs.
  private nonisolated(unsafe) static var failures = 0

  /// How often there was not enough.
  package static var failureCount: Int { unsafe failures }

  /// Memory for so many elements; nil where there is none.
  @usableFromInline
  static func allocate(_ count: Int, stride: Int, alignment: Int) -> UnsafeMutableRawPointer? {
    let (size, isTooLarge) = count.multipliedReportingOverflow(by: stride)
    let isFound = unsafe !isTooLarge && size <= found - reserve
    if !isTooLarge,
      let memory = unsafe cpixels_allocate(size, alignment, isFound ? 0 : reserve)
    {
      if isFound { unsafe found -= size }
      return unsafe memory
    }
    unsafe failures += 1
    return nil
  }

  /// Gives memory back.
  @usableFromInline
  static func free(_ memory: UnsafeMutableRawPointer) { unsafe cpixels_free(memory) }
}
