// SPDX-License-Identifier: Apache-2.0

import CLinux

/// Privileges that a process gives up for good once it is set up.
package enum Sandbox {
  /// A set of capabilities, by the kernel's numbers.
  package struct Capabilities: OptionSet, Sendable {
    /// Bit n is capability n.
    package let rawValue: UInt64

    /// A set from the kernel's bits.
    package init(rawValue: UInt64) {
      self.rawValue = rawValue
    }

    /// May change the owner of files (`CAP_CHOWN`).
    package static let fileOwner = Capabilities(rawValue: 1 << 0)
    /// May change the root directory (`CAP_SYS_CHROOT`).
    package static let rootDirectory = Capabilities(rawValue: 1 << 18)
    /// May configure virtual terminals other than its own (`CAP_SYS_TTY_CONFIG`).
    package static let terminals = Capabilities(rawValue: 1 << 26)
  }

  /// Drops all capabilities except some.
  ///
  /// A process without capabilities stays as it is. Corresponds to `capset` and `PR_CAPBSET_DROP`.
  package static func keep(only kept: Capabilities) throws(SystemError) {
    let mask = kept.rawValue
    _ = try retrying(.configure) { cl_keep_capabilities(mask) }
  }

  /// Gives up whatever a program could win that the process might become; needed for all that follows.
  ///
  /// Corresponds to `PR_SET_NO_NEW_PRIVS`.
  package static func refusePrivileges() throws(SystemError) {
    _ = try retrying(.configure) { cl_sandbox_prepare() }
  }

  /// Has the kernel refuse what a running daemon never asks for.
  ///
  /// Most system calls fail from then on with `ENOSYS`. Those that only foreign code has need of, such
  /// as `execve`, end the process; nothing can be started any more. Files are not made, and processes not
  /// asked about or limited. Corresponds to `SECCOMP_SET_MODE_FILTER`.
  ///
  /// - Parameter opensSockets: Whether Unix sockets are still to be opened or connected, and with that whether
  ///   this may be called again.
  /// - Throws: `ENOSYS` or `EINVAL` where the kernel has no such filter.
  package static func refuseUnusedCalls(opensSockets: Bool) throws(SystemError) {
    _ = try retrying(.configure) { cl_sandbox_enter(opensSockets ? 1 : 0) }
  }
}
