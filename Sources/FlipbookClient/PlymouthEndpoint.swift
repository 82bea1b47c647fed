// SPDX-License-Identifier: Apache-2.0

package import Linux
import Text

/// The sockets where daemons listen for Plymouth's clients.
package enum PlymouthEndpoint {
  /// The outcome of connecting.
  package enum Outcome: ~Copyable {
    /// A trusted process is at the other end.
    case connected(UnixStream)
    /// No process listens, or only an untrusted one.
    case absent
    /// A process listens, but has not accepted the connection in time.
    case busy
  }

  /// Connects to `$PLY_BOOT_SOCKET_PATH` if that is set, else to the daemons' present name, else to
  /// their former name.
  ///
  /// Waits while the backlog is full.
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
