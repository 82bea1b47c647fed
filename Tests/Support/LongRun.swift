// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The extent of the tests of themes: short, or everything (`FLIPBOOK_BUILD` has the word `long`).
package enum LongRun {
  /// Whether it is the long run.
  package static let isOn =
    ProcessInfo.processInfo.environment["FLIPBOOK_BUILD"]?.split(separator: " ").contains("long")
    == true

  /// The processor time of this thread in seconds, which other programs do not slow down.
  package static func secondsWorked() -> Double {
    var time = timespec()
    // It is a variable of this function.
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The number for this run.
  package static func count(_ usual: Int, _ long: Int) -> Int { isOn ? long : usual }
}
