/// How far a drawn frame is from the float64 picture.
package struct PictureComparison: CustomStringConvertible {
  /// The largest difference of a channel where every shape covers a pixel fully or not at all.
  package private(set) var interior = 0.0
  /// The largest difference of a channel on an edge.
  package private(set) var edge = 0.0
  /// The mean absolute difference of the channels on edges.
  package private(set) var edgeMean = 0.0
  /// Where the largest differences are, in pixels.
  package private(set) var interiorAt = (x: 0, y: 0), edgeAt = (x: 0, y: 0)

  /// Compares XRGB8888 pixels, row by row without gaps, with a picture of the same size.
  package init(_ pixels: [UInt32], _ picture: ReferencePicture) {
    precondition(pixels.count == picture.width * picture.height)
    var sum = 0.0, edges = 0
    for index in pixels.indices {
      for channel in 0..<3 {
        let drawn = Double(pixels[index] >> (16 - 8 * UInt32(channel)) & 255)
        let difference = abs(drawn - picture.channels[index * 3 + channel])
        let at = (x: index % picture.width, y: index / picture.width)
        if picture.isEdge[index] {
          sum += difference
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
