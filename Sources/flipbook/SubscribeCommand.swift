import ArgumentParser

/// `flipbook subscribe`.
struct SubscribeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "subscribe",
    abstract: "Write a line for every change of what the daemon was told, until it ends.",
    discussion: """
      The first line tells how things stand. Each is the daemon's own, key=value words of which the \
      message is in double quotes, at most ten a second. Ends with status 0 when the daemon ends.
      """)

  @Flag(help: "A JSON object for each change.")
  var json = false

  @OptionGroup var connection: SocketOptions

  func run() throws {
    var daemon = try DaemonConnection(connection)
    _ = try daemon.ask("subscribe")
    while let line = try daemon.nextLine() {
      try Files.say((json ? StatusReply(line).json : line) + "\n")
    }
  }
}
