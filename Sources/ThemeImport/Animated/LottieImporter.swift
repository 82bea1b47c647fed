// SPDX-License-Identifier: Apache-2.0

import CImages
import Linux
import ThemeCompiler

/// Lottie animations, drawn by rlottie: a JSON file, the same compressed (`.tgs`), or an archive (`.lottie`).
enum LottieImporter {
  /// The longest side of the frames, in pixels, as of videos.
  private static let side = 1280
  /// The time that drawing may take, in seconds, before the last call, which has a limit of its own.
  private static let seconds: Int64 = 20
  /// The pixels that are drawn by one call.
  private static let pixelsPerCall = 1 << 24

  /// Whether a file is a Lottie: a JSON object with layers, or what its name says is one.
  static func matches(_ file: [UInt8], name: String) -> Bool {
    if name.hasSuffix(".lottie") || name.hasSuffix(".tgs") { return true }
    guard file.first(where: { $0 > 32 }) == UInt8(ascii: "{") else { return false }
    return String(decoding: file.prefix(1 << 20), as: UTF8.self).contains("\"layers\"")
  }

  static func draft(
    of name: String, in source: ImportSource, rate: Int?, report: inout ImportReport
  ) throws(ImportError) -> ThemeDraft {
    let path = source.path(of: name)
    let file = try contents(of: source.read(name), path, report: &report)
    var info = cimages_lottie_info()
    var reason = cimages_reason()
    // It reads within the bytes during the call.
    guard
      unsafe file.withUnsafeBufferPointer({
        unsafe cimages_lottie_measure($0.baseAddress, $0.count, &info, &reason)
      })
    else { throw .unusable("\(path): \(reason.words)") }
    let (numbers, rate) = frames(info, rate: rate, path, report: &report)
    let (width, height) = size(Int(info.width), Int(info.height), frames: numbers.count)
    if width != Int(info.width) {
      report.changed(
        "\(path): \(info.width)×\(info.height), drawn in \(width)×\(height) pixels: less sharp on a "
          + "display as large")
    }
    var collector = FrameCollector(path, report.progress)
    let step = max(1, pixelsPerCall / (width * height))
    let deadline = MonotonicClock.nanoseconds + seconds * 1_000_000_000
    for start in stride(from: 0, to: numbers.count, by: step) {
      guard MonotonicClock.nanoseconds < deadline else {
        throw .unusable("\(path): drawing it takes more than \(seconds) s")
      }
      let part = Array(numbers[start..<min(start + step, numbers.count)])
      for image in try draw(part, of: file, width, height, path) { try collector.append(image) }
    }
    var set = FrameSet(
      name: "frames", frames: try collector.unified(.center, report: &report), rate: rate)
    report.taken(
      "\(path): a loop of \(frames: numbers.count) of \(width)×\(height) pixels, by rlottie")
    reportMissing(in: file, info, report: &report)
    try set.fitPack(path, report: &report)
    return try FramesTheme.draft(name: source.name, set, report: &report)
  }

  /// The JSON of a file.
  private static func contents(
    of file: [UInt8], _ path: String, report: inout ImportReport
  ) throws(ImportError) -> [UInt8] {
    if file.starts(with: [0x1F, 0x8B]) { return try unzipped(file, path) }
    guard file.starts(with: [0x50, 0x4B]) else { return file }
    let archive = try ZipArchive(file, path: path)
    // Version 2 of the format has another folder than version 1.
    let animations = archive.names.filter { name in
      (name.hasPrefix("a/") || name.hasPrefix("animations/")) && name.hasSuffix(".json")
    }.sorted(by: NaturalOrder.precedes)
    guard let first = animations.first else {
      throw .nothing("\(path): there is no animation in the archive")
    }
    if animations.count > 1 {
      report.leftOut("\(animations.dropFirst().joined(separator: ", ")): only \(first) is imported")
    }
    return try archive.read(first, atMost: ImportLimit.fileBytes)
  }

  private static func unzipped(_ file: [UInt8], _ path: String) throws(ImportError) -> [UInt8] {
    var count = 0
    // It reads within the bytes; the result is copied and freed.
    let bytes = unsafe file.withUnsafeBufferPointer { file -> [UInt8]? in
      guard
        let bytes = unsafe cimages_gunzip(
          file.baseAddress, file.count, ImportLimit.fileBytes, &count)
      else { return nil }
      defer { unsafe cimages_free(bytes) }
      return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
    }
    guard let bytes else { throw .unusable("\(path): it cannot be unpacked") }
    return bytes
  }

  /// The numbers of the frames that are drawn, and their rate in frames per 1000 s.
  private static func frames(
    _ info: cimages_lottie_info, rate wanted: Int?, _ path: String, report: inout ImportReport
  ) -> (numbers: [UInt32], rate: Int) {
    let (count, own) = (Int(info.frames), Int(info.rate))
    var rate = wanted ?? min(max(own, 1000), 60_000)
    let most = count * rate / own
    if most > ImportLimit.frames { rate = max(1000, rate * ImportLimit.frames / most) }
    let taken = min(max(1, count * rate / own), ImportLimit.frames)
    if rate != own {
      report.changed(
        "the rate: \(DraftValue.thousandths(rate).text) frames a second instead of "
          + DraftValue.thousandths(own).text)
    }
    if taken * own < count * rate * 9 / 10 {
      report.changed(
        "\(path): \(count * 1000 / own) s, shown in \(taken * 1000 / rate) s: it is faster")
    }
    return ((0..<taken).map { UInt32($0 * count / taken) }, rate)
  }

  /// The size to draw a composition in: its own, or the largest of its shape within the limits.
  private static func size(
    _ width: Int, _ height: Int, frames: Int
  ) -> (width: Int, height: Int) {
    let scaled = { (part: Int) in (max(1, width * part / 256), max(1, height * part / 256)) }
    let isPossible = { (part: Int) in
      let (width, height) = scaled(part)
      return max(width, height) <= side && width * height * frames <= ImportLimit.decodedPixels
    }
    return scaled((1...256).last(where: isPossible) ?? 1)
  }

  private static func draw(
    _ numbers: [UInt32], of file: [UInt8], _ width: Int, _ height: Int, _ path: String
  ) throws(ImportError) -> [StraightImage] {
    let size = 4 * width * height
    var reason = cimages_reason()
    // It reads within the bytes and the numbers; its pixels are copied and freed.
    let images = unsafe file.withUnsafeBufferPointer { file -> [StraightImage]? in
      guard
        let pixels = unsafe cimages_lottie_draw(
          file.baseAddress, file.count, UInt32(width), UInt32(height), numbers, numbers.count,
          &reason)
      else { return nil }
      defer { unsafe cimages_free(pixels) }
      return numbers.indices.map { index in
        let frame = unsafe UnsafeBufferPointer(start: pixels + index * size, count: size)
        return unsafe StraightImage(
          width: width, height: height, premultiplied: Array(frame))
      }
    }
    guard let images else { throw .unusable("\(path): \(reason.words)") }
    return images
  }

  /// Reports what rlottie does not draw.
  private static func reportMissing(
    in file: [UInt8], _ info: cimages_lottie_info, report: inout ImportReport
  ) {
    // Where the file itself has these words in a name, a line too many is printed.
    let text = String(decoding: file.filter { $0 > 32 }, as: UTF8.self)
    if text.contains("\"ty\":5,") || text.contains("\"ty\":5}") {
      report.leftOut("texts: convert them to shapes where the animation was made")
    }
    if text.contains("$bm_rt") {
      report.leftOut("expressions: what they move stays where it is; bake them into keyframes")
    }
    if [".png\"", ".jpg\"", ".jpeg\"", ".webp\""].contains(where: { text.contains($0) }) {
      report.leftOut("images in other files: the frames do not have them; embed them in the file")
    }
    if text.contains("\"data:image/"), !info.has_image_decoder {
      report.leftOut("images in the file: rlottie's decoder of images is not installed")
    }
  }
}
