// SPDX-License-Identifier: Apache-2.0

package import Linux
package import Text

/// Why a follower gives up: one line for the user.
package struct FollowError: Error, Equatable {
  /// The line, without the program's name.
  package let line: LongText

  /// A failed operation, by a name for it, and the kernel's reason.
  package init(_ operation: LongText, _ error: SystemError) {
    line = "\(operation): \(error.reason)"
  }
}
