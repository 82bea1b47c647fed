// SPDX-License-Identifier: Apache-2.0

package import Motion

/// The clock of an output: the kernel's in the product, a test's own in a test.
///
/// Needed only where the caller's instant is too old: setting a mode may take longer than a frame.
package struct TimeSource {
  private let read: () -> Instant

  /// Takes the function that reads the clock; its instants must not decrease.
  package init(_ read: @escaping () -> Instant) {
    self.read = read
  }

  /// The present instant.
  package var now: Instant { read() }
}
