// SPDX-License-Identifier: Apache-2.0

internal import Theme

/// Sequences of frames.
extension Compilation {
  /// Decodes and encodes a sequence: the changes from frame to frame, and key frames now and then.
  mutating func addFrames(_ sequence: FrameSequence, of key: ImageKey) {
    let first = records.builder.count(.frames)
    var (before, start): (PixelImage?, PixelImage?)
    var isOpaque = true
    for (index, name) in sequence.files.enumerated() {
      guard let image = frame(name, of: key, like: before) else { return }
      isOpaque = isOpaque && image.isOpaque
      // The loop's first frame follows a different frame when the loop repeats.
      let isKey = index % 16 == 0 || sequence.isBound || index == sequence.loop
      let whole = ImagePart(x: 0, y: 0, width: image.width, height: image.height)
      let changed = before.map { image.difference(from: $0) } ?? whole
      let stream =
        isKey
        ? PixelStream.encode(image)
        : PixelStream.encode(image, part: changed, before: before)
      var record = RecordBytes(.frames)
      record.put(UInt32(records.builder.count(.pixels)), at: 0)
      record.put(UInt32(stream.count) | (isKey ? 1 << 31 : 0), at: 4)
      put(isKey ? whole : changed, at: 8, &record)
      put(index == sequence.loop ? whole : changed, at: 16, &record)
      records.builder.append(record, to: .frames)
      records.builder.append(stream, to: .pixels)
      (before, start) = (image, start ?? image)
    }
    guard let start else { return }
    addRecord(of: sequence, first: first, start, isOpaque: isOpaque, isSmooth: key.isSmooth)
  }

  private func put(_ part: ImagePart, at offset: Int, _ record: inout RecordBytes) {
    for (index, number) in [part.x, part.y, part.width, part.height].enumerated() {
      record.put(UInt16(number), at: offset + 2 * index)
    }
  }

  private mutating func addRecord(
    of sequence: FrameSequence, first: Int, _ image: PixelImage, isOpaque: Bool, isSmooth: Bool
  ) {
    var record = RecordBytes(.images)
    record.put(2 as UInt8, at: ImageField.kind)
    record.put(
      (isOpaque ? ImageField.opaque : 0) | (isSmooth ? ImageField.smooth : 0),
      at: ImageField.flags)
    record.put(UInt16(image.width), at: ImageField.width)
    record.put(UInt16(image.height), at: ImageField.height)
    record.put(UInt32(first), at: ImageField.first)
    record.put(UInt32(sequence.files.count), at: ImageField.count)
    let divisor = [500, 250, 125, 100, 50, 25, 20, 10, 5, 4, 2].first {
      500 % $0 == 0 && sequence.rate % $0 == 0
    }
    record.put(UInt16(sequence.rate / (divisor ?? 1)), at: ImageField.rate)
    record.put(UInt16(500 / (divisor ?? 1)), at: ImageField.rate + 2)
    records.builder.append(record, to: .images)
  }

  /// A frame's pixels; nil after an error.
  private mutating func frame(
    _ name: String, of key: ImageKey, like before: PixelImage?
  ) -> PixelImage? {
    do throws(ImageFileError) {
      let file = try records.library.imageFile(name)
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
