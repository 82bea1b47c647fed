// SPDX-License-Identifier: Apache-2.0

import Baselines

/// The processor that the program runs on.
enum Processor {
  /// What this thread has spent on it, in nanoseconds.
  static var nanoseconds: Int64 { baseline_cpu_nanoseconds() }

  /// Stays on one processor, with a higher priority than other programs if that is allowed.
  static func settle() {
    _ = baseline_settle()
  }
}
