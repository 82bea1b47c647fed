// SPDX-License-Identifier: Apache-2.0

import Animations
import DisplayList
import FixedPoint
import Images
import Stage
import ToolOptions
import ToolSupport

/// A filmstrip of a theme: a boot from its beginning to its end, as the daemon draws it.
enum ImportPreview {
  /// Frames at even times; the progress grows between them.
  private static let count = 12
  private static let columns = 4
  private static let milliseconds = 400
  /// A display of 1920×1080 points, in a quarter of its size.
  private static let size = BoxSize(width: DecimalNumber(1920), height: DecimalNumber(1080))
  private static var scale: DecimalNumber {
    guard let quarter = DecimalNumber("0.25") else { preconditionFailure("The text is a number.") }
    return quarter
  }

  /// The filmstrip of a pack as a PNG; the name is for messages.
  static func file(of bytes: [UInt8], name: String) throws(ToolError) -> [UInt8] {
    let look = try PlayedPack((bytes, name)).selection(variant: "", mode: .bootUp, locale: "")
    let configuration = try StageConfiguration(
      theme: look, size: size, scale: scale, rotation: .degrees0)
    var script = ""
    for index in 1..<count - 2 {
      script += "\(index * milliseconds) progress \(100 * index / (count - 3))\n"
    }
    script += "\((count - 2) * milliseconds) done\n"
    let times = (0..<count).map { Milliseconds(nanoseconds: Int64($0 * milliseconds) * 1_000_000) }
    var renderer = try FrameRenderer(
      configuration, Timeline(Array(script.utf8), name: "preview"), mode: .bootUp)
    var sheet = try ContactSheet(
      times: times, columns: columns, frameWidth: configuration.widthInPixels,
      frameHeight: configuration.heightInPixels, scale: 1)
    for (index, time) in times.enumerated() { try sheet.add(renderer.image(at: time), at: index) }
    guard let png = sheet.image.png else { throw .usage("\(name): there is no memory for it") }
    return png
  }
}
