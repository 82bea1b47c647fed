/// Understands a source that writes lines.
package protocol LineInterpreter {
  /// What a line says, which comes without its end; nothing for one that is not understood.
  mutating func events(for line: [UInt8]) -> [ProgressEvent]
}
