// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Images
import Linux
import TerminalView
import ToolSupport

extension TerminalGraphics: ExpressibleByArgument {}

/// `flipbook-theme play`: shows a theme in a terminal while it is edited.
struct PlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Show a theme in this terminal, and again whenever a file of it changes.",
    discussion: """
      With --display, the daemon that runs shows it on the machine's displays, and gets the commands \
      of the keys; at the end it shows the theme that was applied before, without progress.

      Images are shown by kitty's graphics protocol or as sixels where the terminal reports \
      them, else as half blocks in 24-bit colour. Keys: 1-9 progress in tens, 0 all of it, u unknown, \
      f fail, d done, r reset, t message, p question, m mode, v variant, l locale, o rotation, + and - \
      scale, space pause, . one frame, ? the keys, q quit.
      """)

  /// Between two frames: terminals need most of it.
  private static let interval: Int64 = 33_000_000
  /// Between two looks at the theme's files.
  private static let watchInterval: Int64 = 250_000_000

  @Argument(help: "The theme's folder, or a pack.")
  var theme: String

  @OptionGroup var stage: StageOptions

  @Option(
    help: ArgumentHelp(
      "Commands, one 'MS COMMAND' a line; # begins a comment.", valueName: "FILE"))
  var script: String?

  @Option(help: "How images are shown (default: what the terminal has).")
  var graphics: TerminalGraphics?

  @Flag(help: "Show it on the displays, by the daemon that runs.")
  var display = false

  @Option(
    help: ArgumentHelp(
      "With --display: the daemon's socket (default: $FLIPBOOK_SOCKET, else /run/flipbook.sock).",
      valueName: "PATH"))
  var socket: String?

  func run() throws {
    if display { return try playOnDisplay() }
    guard Terminal.isPresent else {
      throw ToolError.usage("play: standard output is no terminal; 'record' writes files")
    }
    var timeline = Timeline()
    if let script { timeline = try Timeline(Files.read(script), name: script) }
    // Before the theme is read, so that no change is missed.
    let watch = ThemeWatch(theme)
    var session = try PlaySession(theme, stage, timeline)
    let graphics = graphics ?? .ask()
    try play(&session, watch, on: graphics, keys())
  }

  /// Has the daemon show the theme until a key or a signal ends it.
  private func playOnDisplay() throws {
    guard script == nil, graphics == nil else {
      throw ToolError.usage("play: --script and --graphics are for the terminal, not for --display")
    }
    var watch = ThemeWatch(theme)
    var input = try keys()
    let before = try AppliedPack.live.read()
    var session = try DisplaySession(theme, socket: socket)
    // What the daemon showed before comes back after an error, too.
    defer { session.end(showing: before) }
    try session.start()
    while true {
      Files.writeError("\r\(session.caption.escaped)\u{1B}[K")
      let deadline = MonotonicClock.nanoseconds + Self.watchInterval
      guard let keys = input.keys(until: deadline), keys.allSatisfy({ session.press($0) }) else {
        return
      }
      if watch.hasChanged() { session.reload() }
    }
  }

  private func keys() throws(ToolError) -> PlayInput {
    do throws(SystemError) {
      return try PlayInput.open()
    } catch {
      throw .usage("play: cannot read the keys of the terminal: \(error.words)")
    }
  }

  /// Shows frames until a key or a signal ends it.
  private func play(
    _ session: inout PlaySession, _ watch: consuming ThemeWatch, on graphics: TerminalGraphics,
    _ input: consuming PlayInput
  ) throws {
    var terminal = try Terminal(graphics)
    var last = MonotonicClock.nanoseconds
    var watched = last
    while true {
      try terminal.show(session.frame(), caption: session.caption)
      guard let keys = input.keys(until: last + Self.interval) else { return }
      for key in keys where try !session.press(key) { return }
      let now = MonotonicClock.nanoseconds
      session.advance(nanoseconds: now - last)
      last = now
      if now - watched >= Self.watchInterval {
        watched = now
        if watch.hasChanged() { session.reload() }
      }
    }
  }
}
