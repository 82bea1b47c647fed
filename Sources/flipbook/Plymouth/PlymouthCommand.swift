import ArgumentParser

/// `flipbook plymouth`: the arguments are Plymouth's own, read by `PlymouthArguments`.
struct PlymouthCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plymouth",
    abstract: "Do what Plymouth's client does; 'flipbook plymouth --help' tells what.",
    usage: "flipbook plymouth [<option> ...] [<command> [<option> ...]]")

  @Argument(parsing: .captureForPassthrough, help: "Plymouth's own options and commands.")
  var words: [String] = []

  /// What Plymouth's client is to be told, where this program is run as such.
  ///
  /// It is by its name, or by its first argument. Swift Argument Parser never sees these words, as
  /// it would take `--help` for itself.
  static func words(of arguments: [String]) -> [String]? {
    guard let program = arguments.first else { return nil }
    if program.split(separator: "/").last == "plymouth" { return Array(arguments.dropFirst()) }
    return arguments.dropFirst().first == "plymouth" ? Array(arguments.dropFirst(2)) : nil
  }

  func run() throws {
    throw ExitCode(PlymouthClient.run(words))
  }
}
