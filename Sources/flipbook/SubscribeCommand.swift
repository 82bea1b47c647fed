import ToolOptions
import ToolSupport
import ArgumentParser

/// `flipbook subscribe`.
struct SubscribeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "subscribe",
    abstract: "Write a line for every change of what the daemon was told, until it ends.",
    discussion: """
      The first line tells how things stand. Each is the daemon's own, key=value words of which the \
      message is in double quotes, at most ten a second. The last one has state=quitting, when the \
      daemon is told to end; then the status is 0. Without it the daemon was killed, or has sent \
      away who did not keep up with reading, and the status is 3.
      """)

  @Flag(help: "A JSON object for each change.")
  var json = false

  @OptionGroup var connection: SocketOptions

  func run() throws {
    var daemon = try DaemonConnection(connection)
    _ = try daemon.ask("subscribe")
    var isLast = false
    while let line = try daemon.nextLine() {
      let reply = StatusReply(line)
      isLast = reply["state"] == "quitting"
      try Files.say((json ? reply.json : line.escaped) + "\n")
    }
    guard isLast else {
      let reason = "it was killed, or this was too slow"
      throw ToolError(
        .unreachable, "the daemon at \(connection.path) hung up before its end: \(reason)")
    }
  }
}
