// SPDX-License-Identifier: Apache-2.0

import CLinux

/// The groups of users.
package enum Groups {
  /// The ID of a group in `/etc/group`; nil where there is no such group.
  ///
  /// It does not use the C library's name service, which loads libraries and may use the network.
  package static func number(of name: Path) -> UInt32? {
    let number = unsafe name.withCString { name in unsafe cl_group(name) }
    return number < 0 ? nil : UInt32(truncatingIfNeeded: number)
  }
}
