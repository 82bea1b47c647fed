import Control
import System

/// Why the program cannot do what it is there for, in one line that says what to do about it.
struct StartError: Error {
  /// The line, without the program's name.
  var line = InlineText<384>()

  /// Begins a line.
  init(_ text: StaticString) {
    line.append(text)
  }

  /// Something that the system refused.
  init(_ what: StaticString, _ error: SystemError) {
    line.append(what)
    line.append(": ")
    line.append(error.operationName)
    line.append(": ")
    line.append(error.reason)
  }
}
