// SPDX-License-Identifier: Apache-2.0

import Baselines

/// The pixels that all painters draw into: whole pages of ordinary memory, 32 bits each.
@safe
struct PixelMemory: ~Copyable {
  /// How many pixels there are.
  let count: Int

  private var isKept = false
  private let base: UnsafeMutablePointer<UInt32>

  /// Takes memory, all zeros.
  init(count: Int) {
    guard let memory = unsafe baseline_map(count * 4) else { fatalError("no memory") }
    unsafe base = memory.bindMemory(to: UInt32.self, capacity: count)
    self.count = count
  }

  deinit {
    if !isKept { unsafe baseline_unmap(base, count * 4) }
  }

  /// Leaves it mapped for good, so that its addresses are not reused.
  mutating func keep() { isKept = true }

  /// All of them, to be written.
  var mutableSpan: MutableSpan<UInt32> {
    @_lifetime(&self)
    mutating get {
      // Mapped until deinit, which the exclusive borrow outlasts never.
      let span = unsafe MutableSpan(_unsafeStart: base, count: count)
      return unsafe _overrideLifetime(span, mutating: &self)
    }
  }

  /// All of them, to be read.
  var span: Span<UInt32> {
    @_lifetime(borrow self)
    get {
      let span = unsafe Span(_unsafeStart: UnsafePointer(base), count: count)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }

  /// Their address, for C; valid as long as the owner.
  var unsafeAddress: UnsafeMutablePointer<UInt32> { unsafe base }
}
