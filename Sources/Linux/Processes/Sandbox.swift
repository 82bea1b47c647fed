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
    /// May end a redirection of the console, among many things (`CAP_SYS_ADMIN`).
    package static let administration = Capabilities(rawValue: 1 << 21)
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

  /// Prevents programs that this process executes from gaining privileges; required by all calls below.
  ///
  /// Corresponds to `PR_SET_NO_NEW_PRIVS`.
  package static func refusePrivileges() throws(SystemError) {
    _ = try retrying(.configure) { cl_sandbox_prepare() }
  }

  /// Installs a system call filter that allows only the calls of a running daemon.
  ///
  /// Most other system calls fail from then on with `ENOSYS`. Calls that only injected code needs, such as
  /// `execve`, end the process; no program can be started any more. The filter also refuses to create files,
  /// and to query or limit other processes. Corresponds to `SECCOMP_SET_MODE_FILTER`.
  ///
  /// - Parameters:
  ///   - opensSockets: Whether Unix sockets must still be opened or connected; then this function may
  ///     be called again.
  ///   - createsFiles: Whether files may be created.
  /// - Throws: `ENOSYS` or `EINVAL` where the kernel has no such filter.
  package static func refuseUnusedCalls(
    opensSockets: Bool, createsFiles: Bool = false
  ) throws(SystemError) {
    _ = try retrying(.configure) {
      cl_sandbox_enter(opensSockets ? 1 : 0, createsFiles ? 1 : 0)
    }
  }
}
