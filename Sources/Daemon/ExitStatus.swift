// SPDX-License-Identifier: Apache-2.0

/// The program's exit status, for scripts and the service manager.
package enum ExitStatus: CInt {
  /// The program was asked to quit.
  case success = 0
  /// A resource that the program needs is missing.
  case failure = 1
  /// The options are wrong, and the program was asked to check them.
  case usage = 2
}
