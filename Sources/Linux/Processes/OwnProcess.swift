// SPDX-License-Identifier: Apache-2.0

import CLinux

/// What the program asks of the kernel for its own process.
package enum OwnProcess {
  /// Sets the limits that the program runs with; what the kernel refuses stays as it was.
  ///
  /// - No huge pages: room that is mostly untouched would take 2 MiB for each touched page where
  ///   `transparent_hugepage` is `always` (`PR_SET_THP_DISABLE`).
  /// - No core file, and nobody else's look at the memory: passwords are typed into it
  ///   (`PR_SET_DUMPABLE`, `RLIMIT_CORE`).
  /// - As many descriptors as are allowed: `RLIMIT_NOFILE` up to its hard limit.
  package static func prepare() {
    _ = cl_disable_huge_pages()
    _ = cl_disable_dumps()
    _ = cl_raise_descriptor_limit()
  }

  /// Has no core of it dumped, nor of programs that it starts, and nobody else look at its memory.
  package static func forbidDumps() { _ = cl_disable_dumps() }

  /// Whether the heap has room for so many bytes more, of which an array may be made at once.
  ///
  /// An array traps where there is none.
  package static func hasRoom(for size: Int) -> Bool { cl_heap_has_room(size) != 0 }

  /// Whether the root directory is that of an initramfs: in memory, or marked by
  /// `/etc/initrd-release`, as systemd has it.
  package static var isInInitramfs: Bool {
    let root = Path("/")
    if unsafe root.withCString({ name in unsafe cl_is_in_memory(name) }) != 0 { return true }
    return (try? FileDescriptor(opening: Path("/etc/initrd-release"), for: .readOnly)) != nil
  }
}
