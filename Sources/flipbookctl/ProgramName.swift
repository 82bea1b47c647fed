import System

extension ProgramArguments {
  /// Whether the program is called by the name of Plymouth's client.
  var areForPlymouth: Bool { programName.isEqual(to: "plymouth") }
}
