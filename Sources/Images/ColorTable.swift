// SPDX-License-Identifier: Apache-2.0

/// Up to 256 colours for an image, and the colour of each of its pixels.
///
/// An image with more is reduced by median cut (Heckbert, Color Image Quantization for Frame Buffer Display, 1982):
/// the group of colours with the largest spread is divided until there are 256, each of which becomes its mean.
package struct ColorTable {
  /// The colours, each `0xRRGGBB`.
  package private(set) var colors: [UInt32] = []
  /// The index of each colour of the image.
  private var indices: [UInt32: UInt8] = [:]

  /// The most colours of a table.
  package static var limit: Int { 256 }

  /// A table for pixels, each `0xXXRRGGBB`.
  package init(for pixels: [UInt32]) {
    var counts: [UInt32: Int] = [:]
    var last: (color: UInt32, count: Int)?
    for pixel in pixels {
      let color = pixel & 0xFFFFFF
      if last?.color == color {
        last?.count += 1
      } else {
        if let last { counts[last.color, default: 0] += last.count }
        last = (color, 1)
      }
    }
    if let last { counts[last.color, default: 0] += last.count }
    // In the order of the colours, so that the table is the same in each run.
    let all = counts.map { ColorGroup.Member(color: $0.key, count: $0.value) }
      .sorted { $0.color < $1.color }
    var groups = all.count <= ColorTable.limit ? all.map { ColorGroup([$0]) } : [ColorGroup(all)]
    while all.count > ColorTable.limit, groups.count < ColorTable.limit {
      var widest = 0
      for index in groups.indices where groups[index].weight > groups[widest].weight {
        widest = index
      }
      // There are more colours than groups, so that the widest group has several.
      groups.append(groups[widest].divide())
    }
    for (index, group) in groups.enumerated() {
      colors.append(group.mean)
      for member in group.members { indices[member.color] = UInt8(index) }
    }
  }

  /// The index of a pixel of the image for which the table was made.
  package func index(of pixel: UInt32) -> UInt8 { indices[pixel & 0xFFFFFF] ?? 0 }
}

/// Colours of which a table has one.
private struct ColorGroup {
  /// A colour of the image, and the number of its pixels.
  struct Member {
    var color: UInt32
    var count: Int

    /// Its red, green or blue, 0 to 2.
    func channel(_ number: Int) -> Int { Int(color >> (16 - 8 * UInt32(number)) & 0xFF) }
  }

  private(set) var members: [Member]
  /// The channel with the largest difference, and the difference.
  private var widest = (channel: 0, spread: 0)
  /// How much the image gains by a division; 0 for a single colour.
  private(set) var weight = 0

  init(_ members: [Member]) {
    self.members = members
    for channel in 0..<3 {
      var range = (lowest: 255, highest: 0)
      for member in members {
        let value = member.channel(channel)
        range = (min(range.lowest, value), max(range.highest, value))
      }
      let spread = range.highest - range.lowest
      if spread > widest.spread { widest = (channel, spread) }
    }
    // Neither a large plain area nor a rare colour far away takes all colours.
    let count = members.reduce(0) { $0 + $1.count }
    weight = widest.spread * widest.spread * count.digitCount
  }

  /// Keeps the lower half of its pixels, and returns the group of the others.
  mutating func divide() -> ColorGroup {
    let channel = widest.channel
    let sorted = members.sorted {
      ($0.channel(channel), $0.color) < ($1.channel(channel), $1.color)
    }
    let half = sorted.reduce(0) { $0 + $1.count } / 2
    var (end, sum) = (1, sorted[0].count)
    while end < sorted.count - 1, sum + sorted[end].count <= half {
      sum += sorted[end].count
      end += 1
    }
    self = ColorGroup(Array(sorted[..<end]))
    return ColorGroup(Array(sorted[end...]))
  }

  /// The mean of its pixels.
  var mean: UInt32 {
    let count = members.reduce(0) { $0 + $1.count }
    return (0..<3).reduce(0) { color, channel in
      let sum = members.reduce(0) { $0 + $1.channel(channel) * $1.count }
      return color << 8 | UInt32((sum + count / 2) / count)
    }
  }
}

extension Int {
  /// The number of its binary digits.
  fileprivate var digitCount: Int { bitWidth - leadingZeroBitCount }
}
