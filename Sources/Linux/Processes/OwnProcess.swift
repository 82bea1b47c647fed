// SPDX-License-Identifier: Apache-2.0

import CLinux

/// Settings of the program's own process in the kernel.
package enum OwnProcess {
  /// Sets the limits that the program runs with; a refused one stays as it was.
  ///
  /// - No huge pages: where `transparent_hugepage` is `always`, each touched page of mostly
  ///   untouched memory would take 2 MiB (`PR_SET_THP_DISABLE`).
  /// - No core file, and no access of other processes to the memory, which holds typed passwords
  ///   (`PR_SET_DUMPABLE`, `RLIMIT_CORE`).
  /// - As many descriptors as are allowed: `RLIMIT_NOFILE` up to its hard limit.
  package static func prepare() {
    _ = cl_disable_huge_pages()
    _ = cl_disable_dumps()
    _ = cl_raise_descriptor_limit()
  }

  /// Forbids core dumps of this process and its children, and other processes' access to its
  /// memory.
  package static func forbidDumps() { _ = cl_disable_dumps() }

  /// Whether the heap can allocate `size` bytes; then an array of that size can be created right away.
  ///
  /// Without memory an array traps.
  package static func hasRoom(for size: Int) -> Bool { cl_heap_has_room(size) != 0 }

  /// Whether the root directory is that of an initramfs: in memory, or marked by
  /// `/etc/initrd-release`, as for systemd.
  package static var isInInitramfs: Bool {
    let root = Path("/")
    if unsafe root.withCString({ name in unsafe cl_is_in_memory(name) }) != 0 { return true }
    return (try? FileDescriptor(opening: Path("/etc/initrd-release"), for: .readOnly)) != nil
  }
}
