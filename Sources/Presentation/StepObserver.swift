// SPDX-License-Identifier: Apache-2.0

/// Is notified between the steps of long work; each step may wait for the kernel or a display.
package protocol StepObserver: ~Copyable {
  /// A step begins, and the previous step is done.
  mutating func beginStep()
  /// A step begins in which a mode may be set.
  mutating func beginModeset()
}
