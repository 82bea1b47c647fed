// SPDX-License-Identifier: Apache-2.0

package import Theme

extension PackMaker {
  /// Adds an image of opaque pixels, each with a colour 0xRRGGBB; returns its index.
  package mutating func image(
    _ width: Int, _ height: Int, color: (_ x: Int, _ y: Int) -> UInt32
  ) -> Int {
    var stream: [UInt8] = []
    for index in 0..<width * height {
      let word = color(index % width, index / width)
      stream += [0xF1] + [16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } + [255]
    }
    return image(width, height, stream: stream)
  }

  /// An image that is cut at pixels from its left, top, right and bottom edges.
  package static func sliced(
    _ image: Int?, _ left: UInt16 = 0, _ top: UInt16 = 0, _ right: UInt16 = 0, _ bottom: UInt16 = 0
  ) -> SlicedImageRecord {
    var record = SlicedImageRecord()
    (record.image, record.left, record.top) = (image, left, top)
    (record.right, record.bottom) = (right, bottom)
    return record
  }

  /// A theme with images of a bar, of a panel and of a prompt; the record of each is changed.
  package static func partsSample(
    _ change: (inout PartsElement) -> Void = { _ in }
  ) -> PackMaker {
    var pack = PackMaker()
    pack.minorVersion = 4
    pack.stage()
    pack.background(0x1014_18FF)
    let image = pack.image(9, 7) { x, y in UInt32(25 * x << 16 | 30 * y << 8 | 80) }
    var record = PartsElement()
    record.back = sliced(image, 3, 2, 5, 4)
    record.front = sliced(image, 1, 1, 1, 1)
    change(&record)
    pack.node(
      .animation, pack.animation(.bar, colors: [0x0B6E_4FFF], width: 30, height: 6, 0.5, 0.9),
      channel: 1)
    pack.node(.parts, record)
    var panel = stack(0.5, 0.2)
    panel.padding = Length(10)
    pack.node(.stack, panel)
    pack.node(.parts, record)
    var prompt = PromptElement(element(0.5, 0.6))
    prompt.placement.width = Length(90)
    (prompt.padding, prompt.fieldHeight, prompt.gap) = (Length(3), Length(14), Length(2))
    pack.node(.prompt, prompt)
    record.bullet = image
    pack.node(.parts, record)
    return pack
  }
}
