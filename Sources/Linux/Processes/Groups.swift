// SPDX-License-Identifier: Apache-2.0

import CLinux

/// The groups of users.
package enum Groups {
  /// The number of a group's name in `/etc/group`; nil where there is no such group.
  ///
  /// Not by the C library's name service, which loads libraries and may ask over the network.
  package static func number(of name: Path) -> UInt32? {
    let number = unsafe name.withCString { name in unsafe cl_group(name) }
    return number < 0 ? nil : UInt32(truncatingIfNeeded: number)
  }
}
