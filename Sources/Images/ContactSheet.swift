// SPDX-License-Identifier: Apache-2.0

package import ToolSupport
package import FixedPoint
import DisplayList
import Raster
import Theme

/// Frames in rows, each with its time below it.
package struct ContactSheet: ~Copyable {
  /// The sheet with the frames added so far.
  package private(set) var image: Image

  private static let paper: UInt32 = 0xE8EAED
  private static let ink = Color(hex: 0x5F6368)
  private static let largestSide = 16384
  // In points.
  private static let capHeight: Fixed = 8
  private static let captionHeight: Fixed = 20
  private static let gap: Fixed = 12

  private let captions: [String]
  private let columns: Int
  private let scale: Fixed
  private let frame: (width: Int, height: Int)
  private let cell: (width: Int, height: Int)
  private let gap: Int
  private let captionHeight: Int
  private var renderer: Renderer

  /// An empty sheet for frames of one size at these times.
  package init(
    times: [Milliseconds], columns: Int, frameWidth: Int, frameHeight: Int, scale: Fixed
  ) throws(ToolError) {
    captions = ContactSheet.captions(for: times)
    self.columns = min(columns, times.count)
    self.scale = scale
    gap = (ContactSheet.gap * scale).ceiling
    captionHeight = (ContactSheet.captionHeight * scale).ceiling
    let widest = captions.map { caption in
      (StrokeFont.width(of: Array(caption.utf8).span, capHeight: ContactSheet.capHeight) * scale)
        .ceiling
    }
    frame = (frameWidth, frameHeight)
    cell = (max(frameWidth, widest.max() ?? 0), frameHeight + captionHeight)
    let rows = (times.count + self.columns - 1) / self.columns
    let width = self.columns * (cell.width + gap) + gap
    let height = rows * cell.height + (rows - 1) * (gap / 2) + gap
    guard max(width, height) <= ContactSheet.largestSide else {
      throw .usage(
        "the sheet would be \(width)x\(height) pixels, more than \(ContactSheet.largestSide)")
    }
    renderer = Renderer.large(width: cell.width, height: captionHeight)
    image = Image(width: width, height: height, filledWith: ContactSheet.paper)
  }

  /// Adds a frame and its caption at their position.
  package mutating func add(_ frame: Image, at index: Int) throws(ToolError) {
    let x = gap + index % columns * (cell.width + gap)
    let y = gap + index / columns * (cell.height + gap / 2)
    image.paste(frame, x: x + (cell.width - frame.width) / 2, y: y)
    image.paste(try caption(captions[index]), x: x, y: y + frame.height)
  }

  private mutating func caption(_ text: String) throws(ToolError) -> Image {
    var scene = Scene.large(background: Color(hex: ContactSheet.paper))
    let width = Fixed(cell.width) / scale
    let height = Fixed(captionHeight) / scale
    scene.addText(
      Array(text.utf8).span, capHeight: ContactSheet.capHeight,
      center: Point(x: width / 2, y: height / 2), color: ContactSheet.ink,
      transform: Transform.identity.scaled(by: scale))
    return try scene.image(width: cell.width, height: captionHeight, with: &renderer)
  }

  /// The times in seconds, with as many decimals as the most precise time needs.
  package static func captions(for times: [Milliseconds]) -> [String] {
    var decimals = 9
    var unit: Int64 = 1
    while decimals > 0, times.allSatisfy({ $0.nanoseconds % (unit * 10) == 0 }) {
      decimals -= 1
      unit *= 10
    }
    return times.map { time in
      let (seconds, rest) = time.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
      guard decimals > 0 else { return "\(seconds) s" }
      let digits = String(1_000_000_000 + rest).dropFirst().prefix(decimals)
      return "\(seconds).\(digits) s"
    }
  }
}
