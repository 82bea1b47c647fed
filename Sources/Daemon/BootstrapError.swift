// SPDX-License-Identifier: Apache-2.0

package import Animations
import Linux
package import Text

/// Why the program cannot start, as one line with the remedy.
package struct BootstrapError: Error {
  /// The line, without the program's name.
  package var line = LongText()

  /// The exit status: success where another splash is running already.
  package var status = ExitStatus.failure

  /// The process of the splash that runs already; 0 for none.
  var splash: CInt = 0

  /// Starts a line.
  init(_ text: StaticString) {
    line.append(text)
  }

  /// A system call that failed.
  init(_ what: StaticString, _ error: SystemError) {
    line.append(what)
    line.append(": ")
    line.append(error.operationName)
    line.append(": ")
    line.append(error.reason)
  }

  /// A system call on a file that failed.
  init(_ path: borrowing Path, _ error: SystemError) {
    line.append(path.bytes)
    line.append(": ")
    line.append(error.reason)
  }

  /// A stage that cannot be laid out.
  package init(_ error: StageError) {
    let text: StaticString =
      switch error {
      case .emptyStage, .tooLarge:
        "the display is too small or too large for this --scale or --size"
      case .emptyBox: "--size has no area"
      case .ringNotSquare: "--size must be square for a ring"
      case .ringTooSmall: "--size leaves less than 34 points for the innermost ring"
      case .ringCount: "--rings is 1 to 8"
      case .outOfMemory: "not enough memory"
      case .tooMuchWork: "the theme's images take too long on these displays"
      case .durationOutOfRange, .dotOutOfRange, .axisOfLengthZero, .flowDoesNotFitPalette:
        "the animation's parameters contradict each other"
      }
    line.append(text)
  }
}
