// SPDX-License-Identifier: Apache-2.0

internal import Theme

/// Sequences of frames.
extension Compilation {
  /// Decodes and encodes a sequence: the changes from frame to frame, and key frames now and then.
  mutating func addFrames(_ sequence: FrameSequence, of key: ImageKey) {
    let first = records.builder.count(.frames)
    guard let pixels = pixels(of: sequence, key) else { return }
    for stream in pixels.streams {
      var record = FrameRecord()
      record.pixels = records.builder.append(stream.bytes, to: .pixels)
      (record.isKey, record.stored, record.changed) = (stream.isKey, stream.stored, stream.changed)
      records.builder.append(record)
    }
    addRecord(of: sequence, first: first, pixels, isSmooth: key.isSmooth)
  }

  /// The pixels of all frames; nil after an error.
  private mutating func pixels(
    of sequence: FrameSequence, _ key: ImageKey
  ) -> CompilerCache.Pixels? {
    let cache = records.assets.cache
    // Each file is read, so that the key has the versions of all.
    for name in sequence.files { _ = try? records.assets.imageFile(name) }
    let cacheKey = cache.key(of: key, side: 0)
    if let known = cache.pixels(cacheKey) { return known }
    var (before, start): (PixelImage?, PixelImage?)
    var isOpaque = true
    var streams: [CompilerCache.Stream] = []
    for (index, name) in sequence.files.enumerated() {
      guard let image = frame(name, of: key, like: before) else { return nil }
      isOpaque = isOpaque && image.isOpaque
      // The loop's first frame follows a different frame when the loop repeats.
      let isKey = index % 16 == 0 || sequence.isBound || index == sequence.loop
      let whole = ImagePart(x: 0, y: 0, width: image.width, height: image.height)
      let changed = before.map { image.difference(from: $0) } ?? whole
      let bytes =
        isKey
        ? PixelStream.encode(image)
        : PixelStream.encode(image, part: changed, before: before)
      streams.append(
        CompilerCache.Stream(
          bytes: bytes, isKey: isKey, stored: FrameRectangle(isKey ? whole : changed),
          changed: FrameRectangle(index == sequence.loop ? whole : changed)))
      (before, start) = (image, start ?? image)
    }
    guard let start else { return nil }
    let result = CompilerCache.Pixels(
      width: start.width, height: start.height, isOpaque: isOpaque, streams: streams)
    cache.keep(result, for: cacheKey)
    return result
  }

  private mutating func addRecord(
    of sequence: FrameSequence, first: Int, _ pixels: CompilerCache.Pixels, isSmooth: Bool
  ) {
    var record = ImageRecord()
    (record.kind, record.isOpaque, record.isSmooth) = (.frames, pixels.isOpaque, isSmooth)
    (record.width, record.height) = (UInt16(pixels.width), UInt16(pixels.height))
    record.content = first..<first + sequence.files.count
    let divisor = [500, 250, 125, 100, 50, 25, 20, 10, 5, 4, 2].first {
      500 % $0 == 0 && sequence.rate % $0 == 0
    }
    record.rateFrames = UInt16(sequence.rate / (divisor ?? 1))
    record.rateSeconds = UInt16(500 / (divisor ?? 1))
    records.builder.append(record)
  }

  /// A frame's pixels; nil after an error.
  private mutating func frame(
    _ name: String, of key: ImageKey, like before: PixelImage?
  ) -> PixelImage? {
    do throws(ImageFileError) {
      let file = try records.assets.imageFile(name)
      let (width, height) = (file.width / 256, file.height / 256)
      var reason: String?
      if file.kind == .svg { reason = "frames are PNG or JPEG files" }
      if width * height > PackLimit.framePixels {
        reason = "it has \(width)×\(height) pixels, \(PackLimit.framePixels) in all are possible"
      }
      if let before, before.width != width || before.height != height {
        reason = "it has \(width)×\(height) pixels, the first one \(before.width)×\(before.height)"
      }
      if let reason { throw ImageFileError(reason: reason) }
      return try file.image(side: 0)
    } catch {
      let place = records.imagePlaces[key] ?? ("", .start)
      records.diagnostics.error(
        place.key, at: place.position, "'\(name)' cannot be used: \(error.reason)",
        expected: "PNG or JPEG files of one size")
      return nil
    }
  }
}

extension FrameRectangle {
  fileprivate init(_ part: ImagePart) {
    self.init(
      x: UInt16(part.x), y: UInt16(part.y), width: UInt16(part.width),
      height: UInt16(part.height))
  }
}
