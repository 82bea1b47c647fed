// SPDX-License-Identifier: Apache-2.0

package import ToolSupport

/// The supported formats of image files.
package enum ImageFormat: Equatable, Sendable {
  /// Portable Network Graphics, 8 bits for each channel, no alpha.
  case png
  /// Portable Pixmap, binary (`P6`).
  case ppm

  /// The format for a file's name: by its suffix, PPM for standard output.
  package init(name: String) throws(ToolError) {
    if name.hasSuffix(".png") {
      self = .png
    } else if name == "-" || name.hasSuffix(".ppm") {
      self = .ppm
    } else {
      throw .usage("output '\(name)': neither .png nor .ppm nor -")
    }
  }
}

extension Image {
  /// Writes the image in the format of the file's name.
  package func write(to name: String) throws(ToolError) {
    switch try ImageFormat(name: name) {
    case .ppm: try Files.write(ppm, to: name)
    case .png:
      guard let png else { throw .usage("cannot write \(name): libpng failed") }
      try Files.write(png, to: name)
    }
  }

  /// The image as a binary Portable Pixmap.
  package var ppm: [UInt8] {
    Array("P6\n\(width) \(height)\n255\n".utf8) + rgb
  }
}
