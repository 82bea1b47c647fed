// SPDX-License-Identifier: Apache-2.0

package import FlipbookClient
import Text
package import ToolSupport
package import ArgumentParser
import Text

/// The daemon's socket, and the time limit for its answers.
package struct SocketOptions: ParsableArguments {
  package init() {}

  @Option(
    help: ArgumentHelp(
      "The daemon's socket (default: $FLIPBOOK_SOCKET, else /run/flipbook.sock).", valueName: "PATH"
    ))
  package var socket: String?

  @Option(
    help: ArgumentHelp("How long the daemon may take to answer (default: 2000).", valueName: "MS"),
    transform: { try Arguments.interval($0) })
  package var timeout = Milliseconds(nanoseconds: 2_000_000_000)

  /// The socket's path.
  package var path: String {
    socket ?? String(copying: DaemonConnection.defaultPath.bytes)
  }
}

extension DaemonConnection {
  /// Connects to the daemon's socket in the options.
  package init(_ options: SocketOptions) throws(ToolError) {
    try self.init(path: options.path, timeout: options.timeout)
  }
}
