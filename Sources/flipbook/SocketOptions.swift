import ArgumentParser
import Linux

/// Where the daemon is and how long it may take.
struct SocketOptions: ParsableArguments {
  /// Where the daemon listens unless it is told otherwise.
  static let defaultSocket = "/run/flipbook.sock"

  @Option(
    help: ArgumentHelp(
      "The daemon's socket (default: $FLIPBOOK_SOCKET, else \(defaultSocket)).", valueName: "PATH"))
  var socket: String?

  @Option(
    help: ArgumentHelp("How long the daemon may take to answer.", valueName: "MS"),
    transform: { try Arguments.interval($0) })
  var timeout = Milliseconds(nanoseconds: 2_000_000_000)

  /// The socket's path.
  var path: String {
    socket
      ?? Environment.withValue(of: "FLIPBOOK_SOCKET") { String(copying: $0) }
      ?? SocketOptions.defaultSocket
  }
}
