// SPDX-License-Identifier: Apache-2.0

package import Linux

/// Where a daemon listens to Plymouth's clients.
package enum PlymouthEndpoint {
  /// What came of connecting.
  package enum Outcome: ~Copyable {
    /// Somebody who may be trusted is at the other end.
    case connected(UnixStream)
    /// Nobody listens, or only somebody who may not be trusted.
    case absent
    /// Somebody listens, and took no connection in time.
    case busy
  }

  /// Connects to `$PLY_BOOT_SOCKET_PATH` where that is set, else to the name that daemons have now,
  /// else to the one that they had; waits while a queue of connections is full.
  package static func connect(waitingNanoseconds: Int64) -> Outcome {
    let given = Environment.withValue(of: "PLY_BOOT_SOCKET_PATH") { path -> Outcome in
      connect(to: path, isPadded: false, waitingNanoseconds)
    }
    if let given { return given }
    let name: StaticString = "@/org/freedesktop/plymouthd"
    switch connect(to: name.bytes, isPadded: false, waitingNanoseconds) {
    case .absent:
      let oldName: StaticString = "@/ply-boot-protocol"
      return connect(to: oldName.bytes, isPadded: true, waitingNanoseconds)
    case let outcome: return outcome
    }
  }

  private static func connect(
    to address: Span<UInt8>, isPadded: Bool, _ waitingNanoseconds: Int64
  ) -> Outcome {
    do throws(SystemError) {
      let stream = try UnixStream(
        connectingTo: address, isPadded: isPadded, waitingNanoseconds: waitingNanoseconds)
      return stream.hasTrustedPeer ? .connected(stream) : .absent
    } catch {
      return error.isTransient ? .busy : .absent
    }
  }
}
