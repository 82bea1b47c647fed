// SPDX-License-Identifier: Apache-2.0

package import ToolSupport

/// The format of a recording, by its file's name.
package enum RecordingFormat: Equatable, Sendable {
  /// An animated PNG, without loss.
  case apng
  /// An animated GIF with up to 256 colours in each frame.
  case gif
  /// Uncompressed video of YUV4MPEG2, 4:4:4 in BT.601; also for standard output.
  case y4m
  /// A video, which the program `ffmpeg` compresses: VP9, or H.264 in `mp4`.
  case video(VideoCodec)
  /// One image of each frame. The name has a place for the frame's number.
  case images(NumberedName)

  /// Reads the format of a name such as `out.apng`, `frame-%05d.png` or `-`.
  package init(name: String) throws(ToolError) {
    if name == "-" {
      self = .y4m
      return
    }
    let suffix = name.split(separator: ".", omittingEmptySubsequences: false).last.map(String.init)
    switch suffix {
    case "apng": self = .apng
    case "gif": self = .gif
    case "y4m": self = .y4m
    case "webm": self = .video(.vp9)
    case "mp4": self = .video(.h264)
    case "png", "ppm":
      guard let numbered = NumberedName(name) else {
        throw .usage(
          "output '\(name)': images need a place for their number, such as frame-%05d.png")
      }
      self = .images(numbered)
    default:
      throw .usage("output '\(name)': not .apng, .gif, .y4m, .webm, .mp4, %d.png, %d.ppm or -")
    }
  }

  /// The most frames a second that viewers show.
  package var highestRate: Int {
    switch self {
    // Its unit is a hundredth of a second, and browsers show a frame of one unit for ten.
    case .gif: 50
    case .apng, .y4m, .video, .images: 240
    }
  }
}

/// What compresses a video.
package enum VideoCodec: Equatable, Sendable {
  case vp9, h264
}
