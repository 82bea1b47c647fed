// SPDX-License-Identifier: Apache-2.0

package import Followers
package import ToolSupport
import CLinux
package import Linux
import Text

/// Intercepts a command's messages to its service manager (`sd_notify`).
///
/// The command gets this program's socket as its `NOTIFY_SOCKET`. If this process has a
/// `NOTIFY_SOCKET` itself, all messages are forwarded there: a service that is started through this
/// tool is ready when the command reports it.
///
/// The socket is in a directory of mode 0700, so that no other user can fill its queue. Only messages
/// from root and from the user of this process count, as for a service manager.
package struct NotifySource: ProgressSource, ~Copyable {
  /// The socket's path, as in the environment.
  package var name: String { folder.path + "/notify" }

  private let folder: PrivateFolder
  private let socket: DatagramReceiver
  private let manager: DatagramNotify?
  private var progress = NotifyProgress()

  /// Creates the socket and puts it into the environment of all programs that are started from now on.
  package init() throws(ToolError) {
    let managerName = Environment.withValue(of: "NOTIFY_SOCKET") { String(copying: $0) }
    let what = "cannot make a socket for the command's messages"
    let folder = try ToolError.explaining(what) { () throws(SystemError) in
      try PrivateFolder(prefix: "flipbook-run-", files: ["notify"])
    }
    let name = folder.path + "/notify"
    let socket = try ToolError.explaining(what) { () throws(SystemError) in
      try DatagramReceiver(at: Array(name.utf8).span)
    }
    manager = try managerName.map { name throws(ToolError) in
      try ToolError.explaining("NOTIFY_SOCKET \(name)") { () throws(SystemError) in
        try DatagramNotify(to: Array(name.utf8).span)
      }
    }
    self.folder = folder
    self.socket = socket
    // The call copies the value; this program has one thread.
    _ = unsafe setenv("NOTIFY_SOCKET", name, 1)
  }

  package mutating func watch<let capacity: Int>(_ slot: PollSlot, in poll: inout Poll<capacity>) {
    poll.watch(slot, socket.descriptor)
  }

  package var deadline: Int64? { nil }

  package mutating func advance(into events: inout [ProgressEvent]) throws(FollowError) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      var span = buffer.mutableSpan
      let message: DatagramReceiver.Message
      do throws(SystemError) {
        message = try socket.receive(into: &span)
      } catch {
        throw FollowError("cannot read the command's messages", error)
      }
      guard case .bytes(let count, let user) = message else { return true }
      guard user == 0 || user == geteuid() else { continue }
      // A manager that is too slow loses a message; the command does not wait for it here.
      try? manager?.send(buffer.span.extracting(first: count))
      events += progress.events(for: buffer[..<count])
    }
  }
}
