// SPDX-License-Identifier: Apache-2.0

import Images
import ToolSupport
import CLinux

/// The terminal on standard output: taken over for an animation, and restored by `deinit`.
struct Terminal: ~Copyable {
  /// Whether standard output is a terminal at all.
  static var isPresent: Bool { isatty(1) == 1 }

  private var shown: HalfBlocks?
  private var shownCaption: String?
  private var size: (columns: Int, rows: Int) = (0, 0)

  /// Switches to an empty page without a cursor.
  init() throws(ToolError) {
    try Files.say("\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J")
  }

  deinit {
    // Ignores an error: if the terminal is gone, there is nothing to restore.
    try? Files.say("\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l")
  }

  /// Shows an image as large as it can be, with a line of text below it.
  mutating func show(_ image: Image, caption: String) throws(ToolError) {
    let size = Terminal.currentSize()
    var text = ""
    if size != self.size {
      self.size = size
      shown = nil
      shownCaption = nil
      text += "\u{1B}[0m\u{1B}[2J"
    }
    let blocks = HalfBlocks(image, columns: size.columns, rows: size.rows - 1)
    text += blocks.text(replacing: shown)
    shown = blocks
    if caption != shownCaption {
      shownCaption = caption
      let line = caption.escaped.prefix(max(0, size.columns - 1))
      text += "\u{1B}[\(size.rows);1H\u{1B}[K\(line)"
    }
    guard !text.isEmpty else { return }
    // A synchronised update: terminals that support it show the whole text at once.
    try Files.say("\u{1B}[?2026h" + text + "\u{1B}[?2026l")
  }

  private static func currentSize() -> (columns: Int, rows: Int) {
    var window = winsize()
    // Fills a local during the call.
    let result = unsafe cl_window_size(1, &window)
    guard result == 0, window.ws_col > 0, window.ws_row > 1 else { return (80, 24) }
    return (Int(window.ws_col), Int(window.ws_row))
  }
}
