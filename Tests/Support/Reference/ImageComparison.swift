// SPDX-License-Identifier: Apache-2.0

/// The errors of a drawn frame against the float64 image.
package struct ImageComparison: CustomStringConvertible {
  /// The largest difference of a channel where every shape covers a pixel fully or not at all.
  package private(set) var interior = 0.0
  /// The largest difference of a channel on an edge.
  package private(set) var edge = 0.0
  /// The mean absolute difference of the channels on edges.
  package private(set) var edgeMean = 0.0
  /// Where the largest differences are, in pixels.
  package private(set) var interiorAt = (x: 0, y: 0), edgeAt = (x: 0, y: 0)

  /// Compares XRGB8888 pixels, row by row without gaps, with an image of the same size.
  package init(_ pixels: [UInt32], _ image: ReferenceImage) {
    var channels: [Double] = []
    channels.reserveCapacity(pixels.count * 3)
    for pixel in pixels {
      channels.append(Double(pixel >> 16 & 255))
      channels.append(Double(pixel >> 8 & 255))
      channels.append(Double(pixel & 255))
    }
    self.init(channels: channels, image)
  }

  /// Compares channels of 0 … 255, red, green and blue of pixel after pixel, likewise.
  ///
  /// The tolerances are for channels of 8 bits. The rounding to other `steps` (of red, green, blue)
  /// may err more or less. Each difference is reduced by this: half a step less half of 1,
  /// or a whole step with dithering; on average half of that, or two thirds.
  package init(
    channels: [Double], _ image: ReferenceImage, steps: [Double] = [1, 1, 1],
    isDithered: Bool = false
  ) {
    precondition(channels.count == image.width * image.height * 3)
    let extra = steps.map { (isDithered ? $0 : $0 / 2) - 0.5 }
    let extraMean = steps.map { (isDithered ? $0 / 3 : $0 / 4) - 0.25 }
    var sum = 0.0, edges = 0
    for index in 0..<image.width * image.height {
      for channel in 0..<3 {
        let whole = abs(channels[index * 3 + channel] - image.channels[index * 3 + channel])
        let difference = whole - extra[channel]
        let at = (x: index % image.width, y: index / image.width)
        if image.isEdge[index] {
          sum += whole - extraMean[channel]
          edges += 1
          if difference > edge { (edge, edgeAt) = (difference, at) }
        } else if difference > interior {
          (interior, interiorAt) = (difference, at)
        }
      }
    }
    edgeMean = edges > 0 ? sum / Double(edges) : 0
  }

  /// Whether the tolerances of animations.md §0 hold: ±1 inside, ±4 and 0.75 on average on edges.
  package var isWithinTolerance: Bool { interior <= 1 && edge <= 4 && edgeMean < 0.75 }

  package var description: String {
    "interior \(interior) at \(interiorAt), edge \(edge) at \(edgeAt), edge mean \(edgeMean)"
  }
}
