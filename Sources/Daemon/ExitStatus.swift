// SPDX-License-Identifier: Apache-2.0

/// The program's exit status, for scripts and the service manager.
package enum ExitStatus: CInt {
  /// It was asked to quit.
  case success = 0
  /// A resource that it needs is missing.
  case failure = 1
  /// Its options are wrong, and it was asked to check them.
  case usage = 2
}
