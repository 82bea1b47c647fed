// SPDX-License-Identifier: Apache-2.0

import CLinux

/// The file access that a process keeps once the rules apply, by place.
///
/// A rule belongs to the file that is at its place when the rule is made, not to the name. A place keeps its
/// rights when it is moved, as `switch_root` moves `/dev`; a file that is created there later under the same
/// name has none. Open files stay open. Corresponds to Landlock, which Linux has since 5.13.
package struct FileRules: ~Copyable {
  /// The rights that a rule can give.
  package struct Rights: OptionSet, Sendable {
    /// The kernel's bits.
    package let rawValue: UInt64

    /// Takes the kernel's bits.
    package init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Read files, and list folders.
    package static let read = Rights(rawValue: UInt64(CL_FILE_READ | CL_FOLDER_READ))
    /// Read, write and configure devices.
    package static let useDevices = Rights(
      rawValue: UInt64(CL_FILE_WRITE | CL_DEVICE_CONTROL)
    ).union(.read)
    /// Remove files.
    package static let removeFiles = Rights(rawValue: UInt64(CL_FILE_REMOVE))
    /// Create sockets.
    package static let makeSockets = Rights(rawValue: UInt64(CL_SOCKET_MAKE))
  }

  private let rules: FileDescriptor
  private let refused: Rights

  /// Creates rules that allow nothing, except reading with `isReadingFree`.
  ///
  /// - Parameters:
  ///   - isReadingFree: Whether all files may be read.
  ///   - reachesNames: Whether abstract socket names of other processes may be connected to.
  /// - Throws: `ENOSYS` or `EOPNOTSUPP` where the kernel has no such rules.
  package init(isReadingFree: Bool, reachesNames: Bool) throws(SystemError) {
    var refused = Rights(rawValue: cl_rules_rights())
    if isReadingFree { refused.subtract(.read) }
    let rights = refused.rawValue
    rules = FileDescriptor(
      adopting: try retrying(.configure) { cl_rules_create(rights, reachesNames ? 0 : 1) })
    self.refused = refused
  }

  /// Gives rights to a place and everything below it; ignores rights that the rules do not refuse.
  package func allow(_ rights: Rights, at place: borrowing FileDescriptor) {
    let (rules, place) = (rules.number, place.number)
    let allowed = rights.intersection(refused).rawValue
    // The call fails where the kernel is out of memory: the place then stays closed.
    _ = cl_rules_allow(rules, place, allowed)
  }

  /// Applies the rules for good, in addition to earlier rules; the process cannot gain privileges any more.
  package consuming func enter() throws(SystemError) {
    let number = rules.number
    _ = try retrying(.configure) { cl_rules_enter(number) }
  }
}

extension FileDescriptor {
  /// Opens a place as the target of a rule or as the base of other paths; it cannot be read.
  ///
  /// Corresponds to `O_PATH`.
  package init(placeAt path: borrowing Path) throws(SystemError) {
    self.init(
      adopting: try retrying(.open) {
        unsafe path.withCString { name in unsafe cl_place_open(-1, name) }
      })
  }

  /// Opens a place by its path from another place.
  package init(
    placeAt path: borrowing Path, from folder: borrowing FileDescriptor
  ) throws(SystemError) {
    let number = folder.number
    self.init(
      adopting: try retrying(.open) {
        unsafe path.withCString { name in unsafe cl_place_open(number, name) }
      })
  }

  /// Creates a folder in this folder that all users can list; false where that fails.
  package func makeFolder(_ name: StaticString) -> Bool {
    let number = self.number
    let path = Path(name)
    return unsafe path.withCString { name in unsafe cl_folder_make(number, name) } == 0
  }
}
