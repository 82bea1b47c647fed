// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How much the tests of themes do: a little beside all others, or all that is to hold (`FLIPBOOK_THEMES=--all`).
package enum LongRun {
  /// Whether it is the long run.
  package static let isOn = ProcessInfo.processInfo.environment["FLIPBOOK_THEMES"] == "--all"

  /// The seconds that this thread has worked: other programs make nothing slower by that.
  package static func secondsWorked() -> Double {
    var time = timespec()
    // It is a variable of this function.
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The number for this run.
  package static func count(_ usual: Int, _ long: Int) -> Int { isOn ? long : usual }
}
