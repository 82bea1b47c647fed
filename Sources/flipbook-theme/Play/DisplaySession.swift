// SPDX-License-Identifier: Apache-2.0

import Stage
import Text
import ToolOptions
import ToolSupport

/// A theme that the daemon shows on the displays while it is edited, and the commands of the keys.
struct DisplaySession {
  private let theme: String
  private let socket: String?
  private var messageNumber = 0
  private var mode = MachineMode.bootUp
  /// The last command, or why the theme or a command was refused.
  private var note = "? prints the keys"

  /// A session of a theme; nothing is written yet.
  ///
  /// - Throws: That there is no daemon.
  init(_ theme: String, socket: String?) throws(ToolError) {
    (self.theme, self.socket) = (theme, socket)
    try AppliedPack.ask("status", at: socket)
  }

  /// Applies the theme to the daemon.
  ///
  /// - Throws: Why there is no theme, or why the daemon does not show it.
  func start() throws { try Self.apply(ThemeFolder.pack(theme), socket) }

  private static func apply(
    _ file: (bytes: [UInt8], name: String), _ socket: String?
  ) throws(ToolError) {
    _ = try ThemeFile.pack(file.bytes, name: file.name)
    try AppliedPack.live.write(file.bytes)
    try AppliedPack.ask("theme", at: socket)
  }

  /// A line of text for the terminal.
  var caption: String { "\(theme)  \(String(copying: mode.word))  \(note)" }

  /// Reads the theme again; one with errors is reported, and the last one stays.
  mutating func reload() {
    do throws(ToolError) {
      try Self.apply(ThemeFolder.quietPack(theme), socket)
      note = "read again"
    } catch {
      note = "\(error)"
    }
  }

  /// Sends the command of a key; false for `q`, the end.
  mutating func press(_ key: UInt8) -> Bool {
    switch key {
    case UInt8(ascii: "m"):
      let all = MachineMode.allCases
      mode = all[((all.firstIndex(of: mode) ?? 0) + 1) % all.count]
      send("mode \(String(copying: mode.word))")
    case UInt8(ascii: "?"): note = "0-9 u f d r t m: commands; q: the end"
    // Control-C as well: the terminal sends it as a character.
    case UInt8(ascii: "q"), 3: return false
    default:
      if let line = PlayKeys.command(of: key, &messageNumber) { send(line) }
    }
    return true
  }

  private mutating func send(_ line: String) {
    do throws(ToolError) {
      try AppliedPack.ask(line, at: socket)
      note = line
    } catch {
      note = "\(line): \(error)"
    }
  }

  /// Has the daemon show the theme that was applied before, without progress; errors are printed.
  func end(showing before: [UInt8]?) {
    Files.writeError("\n")
    report { () throws(ToolError) in
      if let before { try AppliedPack.live.write(before) } else { try AppliedPack.live.remove() }
    }
    for line in [before == nil ? "theme --reset" : "theme", "message", "reset"] {
      report { () throws(ToolError) in try AppliedPack.ask(line, at: socket) }
    }
  }

  private func report(_ step: () throws(ToolError) -> Void) {
    do throws(ToolError) { try step() } catch {
      Files.warn("\(error)", prefix: "flipbook-theme: ")
    }
  }
}
