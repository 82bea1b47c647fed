// SPDX-License-Identifier: Apache-2.0

import CLinux

/// The directory at which all paths begin.
package enum RootDirectory {
  /// Makes a directory the root, as when the initramfs has made room for the real one.
  ///
  /// Corresponds to `chroot`.
  package static func change(to path: Path) throws(SystemError) {
    _ = try retrying(.configure) {
      unsafe path.withCString { name in unsafe cl_change_root(name) }
    }
  }
}
