// SPDX-License-Identifier: Apache-2.0

/// How the program ends, as scripts and the service manager see it.
package enum ExitStatus: CInt {
  /// It was asked to quit.
  case success = 0
  /// Something that it needs is not there.
  case failure = 1
  /// Its options are wrong, and it was asked to check them.
  case usage = 2
}
