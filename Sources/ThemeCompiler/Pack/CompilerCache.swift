// SPDX-License-Identifier: Apache-2.0

internal import Theme

/// What was made of a theme's files, for the next compilation of the same theme.
///
/// Each result is kept with the bytes that it was made from, so that a changed file is never missed. What a
/// compilation does not use is dropped at its end.
package final class CompilerCache {
  /// The result of a file, with a number that no other content of it has.
  private struct Kept<Value> {
    let bytes: [UInt8]
    let version: Int
    let value: Value
    var isUsed = true
  }

  /// The pixels of a still image, or of one frame of a sequence.
  struct Stream {
    let bytes: [UInt8]
    var isKey = true
    var stored = FrameRectangle(x: 0, y: 0, width: 0, height: 0)
    var changed = FrameRectangle(x: 0, y: 0, width: 0, height: 0)
  }

  /// The encoded pixels of an image.
  struct Pixels {
    let width, height: Int
    let isOpaque: Bool
    var streams: [Stream]
    fileprivate var isUsed = true

    init(width: Int, height: Int, isOpaque: Bool, streams: [Stream]) {
      (self.width, self.height, self.isOpaque) = (width, height, isOpaque)
      self.streams = streams
    }
  }

  /// An image in a size, with the versions of its files.
  struct PixelKey: Hashable {
    let image: ImageKey
    let side: Int
    let versions: [Int]
  }

  /// A font of files, with its characters.
  struct FontKey: Hashable {
    let faces: [ObjectIdentifier]
    let features: [String]
    let scalars: Set<UInt32>
  }

  private var images: [String: Kept<Result<ImageFile, ImageFileError>>] = [:]
  private var drawings: [String: Kept<Result<Drawing, DrawingError>>] = [:]
  private var faces: [String: Kept<Result<FontFace, FontFileError>>] = [:]
  private var pixels: [PixelKey: Pixels] = [:]
  private var fonts: [FontKey: (builder: FontBuilder, isUsed: Bool)] = [:]
  private var lastVersion = 0

  package init() {}

  /// Begins a compilation: nothing is used yet.
  func begin() {
    for key in images.keys { images[key]?.isUsed = false }
    for key in drawings.keys { drawings[key]?.isUsed = false }
    for key in faces.keys { faces[key]?.isUsed = false }
    for key in pixels.keys { pixels[key]?.isUsed = false }
    for key in fonts.keys { fonts[key]?.isUsed = false }
  }

  /// Ends it, and drops unused results.
  func end() {
    images = images.filter(\.value.isUsed)
    drawings = drawings.filter(\.value.isUsed)
    faces = faces.filter(\.value.isUsed)
    pixels = pixels.filter(\.value.isUsed)
    fonts = fonts.filter(\.value.isUsed)
  }

  func image(
    _ name: String, _ bytes: [UInt8], make: () -> Result<ImageFile, ImageFileError>
  ) -> Result<ImageFile, ImageFileError> {
    kept(&images, name, bytes, make)
  }

  func drawing(
    _ name: String, _ bytes: [UInt8], make: () -> Result<Drawing, DrawingError>
  ) -> Result<Drawing, DrawingError> {
    kept(&drawings, name, bytes, make)
  }

  func face(
    _ key: String, _ bytes: [UInt8], make: () -> Result<FontFace, FontFileError>
  ) -> Result<FontFace, FontFileError> {
    kept(&faces, key, bytes, make)
  }

  private func kept<Value>(
    _ all: inout [String: Kept<Value>], _ name: String, _ bytes: [UInt8], _ make: () -> Value
  ) -> Value {
    if let old = all[name], old.bytes == bytes {
      all[name]?.isUsed = true
      return old.value
    }
    lastVersion += 1
    let value = make()
    all[name] = Kept(bytes: bytes, version: lastVersion, value: value)
    return value
  }

  /// The key of an image's pixels; nil for one that is not made of files.
  func key(of image: ImageKey, side: Int) -> PixelKey? {
    let names: [String]
    switch image.source {
    case .file(let name): names = [name]
    case .frames(let sequence): names = sequence.files
    case .code, .drawing: return nil
    }
    let versions = names.compactMap { images[$0]?.isUsed == true ? images[$0]?.version : nil }
    return versions.count == names.count
      ? PixelKey(image: image, side: side, versions: versions) : nil
  }

  /// The pixels of a key.
  func pixels(_ key: PixelKey?) -> Pixels? {
    guard let key, let found = pixels[key] else { return nil }
    pixels[key]?.isUsed = true
    return found
  }

  func keep(_ result: Pixels, for key: PixelKey?) {
    if let key { pixels[key] = result }
  }

  /// A font with its characters and their kerning.
  func font(_ key: FontKey, make: () -> FontBuilder) -> FontBuilder {
    if let found = fonts[key]?.builder {
      fonts[key]?.isUsed = true
      return found
    }
    let builder = make()
    fonts[key] = (builder, true)
    return builder
  }
}
