// SPDX-License-Identifier: Apache-2.0

import CMovingImages

/// A single file with several frames: GIF, APNG or WebP.
enum AnimatedImageImporter {
  enum Format {
    case gif
    case apng
    case webp
  }

  /// The format of a file, by its first bytes; nil for others.
  static func format(of file: [UInt8]) -> Format? {
    if file.starts(with: Array("GIF8".utf8)) { return .gif }
    if file.starts(with: Array("RIFF".utf8)), file.count > 12,
      file[8..<12].elementsEqual("WEBP".utf8)
    {
      return .webp
    }
    return APNGReader.isAnimated(file) ? .apng : nil
  }

  static func draft(
    of name: String, _ format: Format, in source: ImportSource, report: inout ImportReport
  ) throws(ImportError) -> ThemeDraft {
    let path = source.path(of: name)
    let file = try source.read(name)
    var frames = TimedFrames(name, report.progress)
    let passes: Int
    switch format {
    case .gif: passes = try readGIF(file, path, &frames, &report)
    case .webp: passes = try readWebP(file, path, &frames, &report)
    case .apng:
      var reader = try APNGReader(file, path: path)
      while let frame = try reader.next(&report) {
        try frames.append(frame.image, microseconds: frame.microseconds)
      }
      passes = reader.passes
    }
    let set = try frames.frameSet(passes: passes, report: &report)
    return try FramesTheme.draft(name: source.name, set, report: &report)
  }

  private typealias Next = (
    UnsafeMutablePointer<UnsafePointer<UInt8>?>, UnsafeMutablePointer<UInt32>
  ) -> CInt

  private static func readGIF(
    _ file: [UInt8], _ path: String, _ frames: inout TimedFrames, _ report: inout ImportReport
  ) throws(ImportError) -> Int {
    // giflib reads within the bytes, and is closed before they end.
    try unsafe file.withUnsafeBufferPointer { bytes throws(ImportError) in
      var info = cmoving_info()
      guard
        let gif = unsafe cmoving_gif_open(
          bytes.baseAddress, bytes.count, ImportLimit.pixels, ImportLimit.decodedPixels, &info)
      else { throw .unusable("\(path): no GIF that can be read") }
      defer { unsafe cmoving_gif_close(gif) }
      unsafe try read(info, path, &frames, &report) { unsafe cmoving_gif_next(gif, $0, $1) }
      return Int(unsafe cmoving_gif_loops(gif))
    }
  }

  private static func readWebP(
    _ file: [UInt8], _ path: String, _ frames: inout TimedFrames, _ report: inout ImportReport
  ) throws(ImportError) -> Int {
    // libwebp reads within the bytes, and is closed before they end.
    try unsafe file.withUnsafeBufferPointer { bytes throws(ImportError) in
      var info = cmoving_info()
      guard
        let webp = unsafe cmoving_webp_open(
          bytes.baseAddress, bytes.count, ImportLimit.pixels, &info)
      else { throw .unusable("\(path): no WebP that can be read") }
      defer { unsafe cmoving_webp_close(webp) }
      unsafe try read(info, path, &frames, &report) { unsafe cmoving_webp_next(webp, $0, $1) }
      return Int(info.loops)
    }
  }

  /// Reads all frames; one that is broken ends them with a line.
  private static func read(
    _ info: cmoving_info, _ path: String, _ frames: inout TimedFrames,
    _ report: inout ImportReport, by next: Next
  ) throws(ImportError) {
    let size = 4 * Int(info.width) * Int(info.height)
    while true {
      var rgba: UnsafePointer<UInt8>?
      var milliseconds: UInt32 = 0
      // Both are written by the call; the pixels are copied before the next one.
      let result = unsafe next(&rgba, &milliseconds)
      guard result > 0, let start = unsafe rgba else {
        guard result < 0 else { return }
        guard result != -2 else {
          throw .unusable(
            "\(path): frame \(frames.count + 1) is too large: \(ImportLimit.pixels / 1_000_000) million "
              + "pixels are possible, and \(ImportLimit.decodedPixels / 1_000_000) million in all frames"
          )
        }
        guard frames.count > 0 else { throw .unusable("\(path): broken: it has no whole frame") }
        report.leftOut("\(path): broken after \(frames: frames.count); the rest is missing")
        return
      }
      let pixels = unsafe Array(UnsafeBufferPointer(start: start, count: size))
      try frames.append(
        StraightImage(width: Int(info.width), height: Int(info.height), pixels: pixels),
        microseconds: 1000 * Int(milliseconds))
    }
  }
}
