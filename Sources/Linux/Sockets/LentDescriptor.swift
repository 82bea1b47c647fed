// SPDX-License-Identifier: Apache-2.0

import CLinux

extension FileDescriptor {
  /// A descriptor that a lender hands over on request, as drm-lease-manager does.
  ///
  /// - Parameters:
  ///   - path: where the lender listens, without a NUL at the end.
  ///   - connection: stays open to show the lender that the descriptor is in use; it is replaced.
  /// - Throws: after 100 ms without an answer, too.
  package init(
    lentBy path: Span<UInt8>, keeping connection: inout FileDescriptor?
  ) throws(SystemError) {
    var lender: CInt = -1
    let number = try unsafe path.withUnsafeBufferPointer { name throws(SystemError) in
      // The name is borrowed, and the other address is of a local.
      try retrying(.connect) {
        unsafe cl_request_descriptor(name.baseAddress, name.count, 100, &lender)
      }
    }
    self.init(adopting: number)
    connection = FileDescriptor(adopting: lender)
  }
}
