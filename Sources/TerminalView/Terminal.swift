// SPDX-License-Identifier: Apache-2.0

import CLinux
package import Images
package import ToolSupport

/// The terminal on standard output: taken over for an animation, and restored by `deinit`.
package struct Terminal: ~Copyable {
  /// Whether standard output is a terminal at all.
  package static var isPresent: Bool { isatty(1) == 1 }

  private let graphics: TerminalGraphics
  private var shown: Image?
  private var shownBlocks: HalfBlocks?
  private var shownCaption: String?
  private var size = Size(columns: 0, rows: 0, cell: (0, 0))

  /// Columns and rows, and the pixels of a cell.
  private struct Size {
    var columns: Int
    var rows: Int
    var cell: (width: Int, height: Int)
  }

  /// Switches to an empty page without a cursor.
  package init(_ graphics: TerminalGraphics) throws(ToolError) {
    self.graphics = graphics
    try Files.say("\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J")
  }

  deinit {
    // Ignores an error: if the terminal is gone, there is nothing to restore. kitty keeps images until
    // they are deleted.
    let images = graphics == .kitty ? "\u{1B}_Ga=d,d=A,q=2\u{1B}\\" : ""
    try? Files.say(images + "\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l")
  }

  /// Shows an image as large as it can be, with a line of text below it.
  package mutating func show(_ image: Image, caption: String) throws(ToolError) {
    let size = Terminal.currentSize()
    var text = ""
    let isOther = shown.map { $0.width != image.width || $0.height != image.height } ?? false
    if isOther || size.columns != self.size.columns || size.rows != self.size.rows {
      self.size = size
      (shown, shownBlocks, shownCaption) = (nil, nil, nil)
      text += "\u{1B}[0m\u{1B}[2J"
    }
    if image != shown {
      text += drawing(image)
      shown = image
    }
    if caption != shownCaption {
      shownCaption = caption
      let line = caption.escaped.prefix(max(0, size.columns - 1))
      text += "\u{1B}[\(size.rows);1H\u{1B}[K\(line)"
    }
    guard !text.isEmpty else { return }
    // A synchronised update: terminals that support it show the whole text at once.
    try Files.say("\u{1B}[?2026h" + text + "\u{1B}[?2026l")
  }

  /// The text that shows an image at the top left, above the last row.
  private mutating func drawing(_ image: Image) -> String {
    let rows = max(1, size.rows - 1)
    switch graphics {
    case .blocks:
      let blocks = HalfBlocks(image, columns: size.columns, rows: rows)
      defer { shownBlocks = blocks }
      return blocks.text(replacing: shownBlocks)
    case .kitty:
      let area = Terminal.fitted(
        image, width: size.columns * size.cell.width, height: rows * size.cell.height)
      return "\u{1B}[H"
        + KittyImage(
          image, columns: max(1, area.width / size.cell.width),
          rows: max(1, area.height / size.cell.height)
        ).text
    case .sixel:
      let area = Terminal.fitted(
        image, width: size.columns * size.cell.width, height: rows * size.cell.height)
      let isSmaller = area.width < image.width
      return "\u{1B}[H"
        + SixelImage(isSmaller ? image.shrunk(width: area.width, height: area.height) : image).text
    }
  }

  /// The largest size of an image in an area.
  private static func fitted(_ image: Image, width: Int, height: Int) -> (width: Int, height: Int) {
    let isWide = image.width * height > width * image.height
    return isWide
      ? (width, max(1, width * image.height / image.width))
      : (max(1, height * image.width / image.height), height)
  }

  private static func currentSize() -> Size {
    var window = winsize()
    // Fills a local during the call.
    let result = unsafe cl_window_size(1, &window)
    guard result == 0, window.ws_col > 0, window.ws_row > 1 else {
      return Size(columns: 80, rows: 24, cell: (10, 20))
    }
    let (columns, rows) = (Int(window.ws_col), Int(window.ws_row))
    let (width, height) = (Int(window.ws_xpixel) / columns, Int(window.ws_ypixel) / rows)
    // Not every terminal reports the size of its cells.
    return Size(
      columns: columns, rows: rows, cell: width > 0 && height > 0 ? (width, height) : (10, 20))
  }
}
