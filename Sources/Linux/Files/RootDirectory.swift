// SPDX-License-Identifier: Apache-2.0

import CLinux

/// The process's root directory.
package enum RootDirectory {
  /// Makes a directory the root, when the initramfs is replaced by the real root.
  ///
  /// Corresponds to `chroot`.
  package static func change(to path: Path) throws(SystemError) {
    _ = try retrying(.configure) {
      unsafe path.withCString { name in unsafe cl_change_root(name) }
    }
  }
}
