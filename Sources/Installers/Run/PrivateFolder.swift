// SPDX-License-Identifier: Apache-2.0

import ToolSupport
import CLinux
package import Linux

/// A new directory that only this user may enter (mode 0700); `deinit` removes it.
package struct PrivateFolder: ~Copyable {
  /// The directory's path.
  package let path: String
  private let files: [String]

  /// Creates a directory in `/run` for root, else in `$XDG_RUNTIME_DIR`; where that fails, in `$TMPDIR`
  /// or `/tmp`.
  ///
  /// - Parameters:
  ///   - prefix: The beginning of its name.
  ///   - files: The files that will be created in it, and are removed with it.
  /// - Throws: The error of the last attempt.
  package init(prefix: String, files: [String]) throws(SystemError) {
    var failure = SystemError(.path, errno: ENOENT)
    for parent in PrivateFolder.parents {
      do throws(SystemError) {
        path = try PrivateFolder.make("\(parent)/\(prefix)XXXXXX")
        self.files = files
        return
      } catch {
        failure = error
      }
    }
    throw failure
  }

  deinit {
    // A directory that cannot be removed is empty, and no other user may enter it. The names live
    // through the calls.
    for file in files { _ = unsafe unlink("\(path)/\(file)") }
    _ = unsafe rmdir(path)
  }

  private static var parents: [String] {
    let own = geteuid() == 0 ? "/run" : variable("XDG_RUNTIME_DIR")
    return [own, variable("TMPDIR"), "/tmp"].compactMap { $0 }.filter { $0.hasPrefix("/") }
  }

  private static func variable(_ name: StaticString) -> String? {
    Environment.withValue(of: name) { String(copying: $0) }
  }

  private static func make(_ template: String) throws(SystemError) -> String {
    // The C library writes into a copy with a zero at its end.
    let made = unsafe template.withCString { name -> String? in
      guard let copy = unsafe strdup(name) else { return nil }
      // Copied above, and not used after this.
      defer { unsafe free(copy) }
      return unsafe cl_make_private_folder(copy) == nil ? nil : String(cString: copy)
    }
    guard let made else { throw SystemError(.path, errno: cl_errno()) }
    return made
  }
}
