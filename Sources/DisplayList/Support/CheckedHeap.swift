// SPDX-License-Identifier: Apache-2.0

internal import CPixels

/// Memory of a size in which a theme, a display or a client has a say, and which may not be there.
///
/// Swift takes for granted that the heap has what it is asked for, and the program ends where it has not. An
/// array that gets no memory here has no capacity. Who makes many, such as those of a renderer, compares
/// `failureCount` before and after, as one would `errno`.
@usableFromInline
package enum CheckedHeap {
  /// What has to be left after each allocation, for the small objects that Swift makes without asking.
  private static var reserve: Int { 65536 }

  /// Written only where memory is short, and read by the one thread that makes outputs.
  private nonisolated(unsafe) static var failures = 0

  /// How often there was not enough.
  package static var failureCount: Int { unsafe failures }

  /// Memory for so many elements; nil where there is none.
  @usableFromInline
  @inline(never)
  static func allocate(_ count: Int, stride: Int, alignment: Int) -> UnsafeMutableRawPointer? {
    let (size, isTooLarge) = count.multipliedReportingOverflow(by: stride)
    if !isTooLarge, let memory = unsafe cpixels_allocate(size, alignment, reserve) {
      return unsafe memory
    }
    unsafe failures += 1
    return nil
  }

  /// Gives memory back.
  @usableFromInline
  @inline(never)
  static func free(_ memory: UnsafeMutableRawPointer) { unsafe cpixels_free(memory) }
}
