// SPDX-License-Identifier: Apache-2.0

import CLinux

/// What the process may still do with files once the rules hold: what they allow, in the places that they
/// name.
///
/// They go by the files that are at those places when a rule is made, not by their names: a place keeps its
/// rights when it is moved, as `/dev` is by `switch_root`, and one that is made later has none. What is open
/// already stays as it is. Corresponds to Landlock, which Linux has since 5.13.
package struct FileRules: ~Copyable {
  /// What is allowed.
  package struct Rights: OptionSet, Sendable {
    /// The kernel's bits.
    package let rawValue: UInt64

    /// Takes the kernel's bits.
    package init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Files are read, and folders listed.
    package static let read = Rights(rawValue: UInt64(CL_FILE_READ | CL_FOLDER_READ))
    /// Devices are read, written and configured.
    package static let useDevices = Rights(
      rawValue: UInt64(CL_FILE_WRITE | CL_DEVICE_CONTROL)
    ).union(.read)
    /// Files are removed.
    package static let removeFiles = Rights(rawValue: UInt64(CL_FILE_REMOVE))
    /// Sockets are made.
    package static let makeSockets = Rights(rawValue: UInt64(CL_SOCKET_MAKE))
  }

  private let rules: FileDescriptor
  private let refused: Rights

  /// Makes rules that allow nothing, except reading where `isReadingFree`.
  ///
  /// - Parameters:
  ///   - isReadingFree: Whether any file is read.
  ///   - reachesNames: Whether abstract names of sockets are reached that others have.
  /// - Throws: `ENOSYS` or `EOPNOTSUPP` where the kernel has no such rules.
  package init(isReadingFree: Bool, reachesNames: Bool) throws(SystemError) {
    var refused = Rights(rawValue: cl_rules_rights())
    if isReadingFree { refused.subtract(.read) }
    let rights = refused.rawValue
    rules = FileDescriptor(
      adopting: try retrying(.configure) { cl_rules_create(rights, reachesNames ? 0 : 1) })
    self.refused = refused
  }

  /// Allows something at a place and below it; rights that the rules do not refuse are left out.
  package func allow(_ rights: Rights, at place: borrowing FileDescriptor) {
    let (rules, place) = (rules.number, place.number)
    let allowed = rights.intersection(refused).rawValue
    // It fails where the kernel is out of memory: then the place stays closed.
    _ = cl_rules_allow(rules, place, allowed)
  }

  /// Has the rules hold, for good and beside those that hold already; no privileges can be won any more.
  package consuming func enter() throws(SystemError) {
    let number = rules.number
    _ = try retrying(.configure) { cl_rules_enter(number) }
  }
}

extension FileDescriptor {
  /// Names a place, to be given rights or to find others from there; nothing can be read by it.
  ///
  /// Corresponds to `O_PATH`.
  package init(placeAt path: borrowing Path) throws(SystemError) {
    self.init(
      adopting: try retrying(.open) {
        unsafe path.withCString { name in unsafe cl_place_open(-1, name) }
      })
  }

  /// Names a place by its path from another.
  package init(
    placeAt path: borrowing Path, from folder: borrowing FileDescriptor
  ) throws(SystemError) {
    let number = folder.number
    self.init(
      adopting: try retrying(.open) {
        unsafe path.withCString { name in unsafe cl_place_open(number, name) }
      })
  }

  /// Makes a folder in this one if it is not there, for all to list; false where that cannot be.
  package func makeFolder(_ name: StaticString) -> Bool {
    let number = self.number
    let path = Path(name)
    return unsafe path.withCString { name in unsafe cl_folder_make(number, name) } == 0
  }
}
