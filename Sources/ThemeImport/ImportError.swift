// SPDX-License-Identifier: Apache-2.0

/// Why nothing was imported: one line.
package enum ImportError: Error, Equatable {
  /// The input is fine, but has nothing that a theme could show.
  case nothing(String)
  /// The input cannot be read or understood.
  case unusable(String)

  /// The line for the user.
  package var text: String {
    switch self {
    case .nothing(let text), .unusable(let text): text
    }
  }
}

extension ImportError {
  /// Whether the input was read and only had nothing to import.
  package var isNothing: Bool {
    if case .nothing = self { true } else { false }
  }
}

/// The largest input of an import; what exceeds them is an error of one line, not a slow machine.
package enum ImportLimit {
  /// One file, in bytes: the limit of packs.
  package static let fileBytes = 64 << 20
  /// An archive or a video, in bytes; boot animations have up to some tens of MiB.
  package static let archiveBytes = 192 << 20
  /// All files of a folder or an archive that are used, in bytes.
  package static let totalBytes = 256 << 20
  /// All bytes that are read or unpacked, in bytes: a file is read for its kind, its size and its pixels.
  package static let readBytes = 3 * totalBytes
  /// A text file such as `desc.txt`, in bytes.
  package static let textBytes = 1 << 20
  /// Frames of one theme, which is also the limit of packs.
  package static let frames = 2048
  /// Frames that are read, before they are thinned.
  package static let collectedFrames = 8192
  /// A side of a still image or a frame, in pixels.
  package static let side = 8192
  /// The pixels of an image as it is read.
  package static let pixels = 1 << 25
  /// The pixels of all frames that are decoded in an import: 20 s of work.
  package static let decodedPixels = 5 << 27
  /// The pixels of a boot animation's frames; of more every second frame is read, or fewer.
  package static let animationPixels = 1 << 29
}
