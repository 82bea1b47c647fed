// SPDX-License-Identifier: Apache-2.0

internal import Stage
package import Text

extension Request {
  /// The line that `parse` reads as an equal request, without its end; nil where no line means the request.
  ///
  /// Control characters of a text become spaces, and malformed UTF-8 U+FFFD.
  package var line: LongText? {
    switch self {
    case .command(let command): command.line
    case .status: "status"
    case .subscribe: "subscribe"
    case .snapshot: "snapshot"
    case .quit(let retains): retains ? "quit --retain" : "quit"
    case .deactivate: "deactivate"
    case .reactivate: "reactivate"
    case .theme(let name): name.isEmpty ? "theme" : "theme \(LongText(onOneLine: name.utf8))"
    case .details(nil): "details"
    case .details(let isShown?): isShown ? "details on" : "details off"
    case .mode(let mode): "mode \(LongText(mode.word))"
    case .hasActiveTerminal: "has-active-terminal"
    case .changeRoot: nil
    }
  }
}
