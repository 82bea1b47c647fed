// SPDX-License-Identifier: Apache-2.0

/// What a file below the theme's folder has, or why it cannot be read.
package enum FileContent: Sendable {
  case bytes([UInt8])
  case unreadable(String)
}

/// The theme's files, each read once.
struct Library {
  private let read: (String) -> FileContent
  private var fontFaces: [String: Result<FontFace, FontFileError>] = [:]
  private var imageFiles: [String: Result<ImageFile, ImageFileError>] = [:]

  init(_ read: @escaping (String) -> FileContent) { self.read = read }

  /// A face of a font file by its name.
  mutating func fontFace(
    _ name: String, index: Int, axes: [FontAxis]
  ) throws(FontFileError) -> FontFace {
    let key = "\(name) \(index) \(axes)"
    if let known = fontFaces[key] { return try known.get() }
    let result: Result<FontFace, FontFileError>
    switch read(name) {
    case .unreadable(let reason): result = .failure(FontFileError(reason: reason))
    case .bytes(let bytes):
      do throws(FontFileError) {
        result = .success(try FontFace(bytes, index: index, axes: axes))
      } catch {
        result = .failure(error)
      }
    }
    fontFaces[key] = result
    return try result.get()
  }

  /// An image file by its name.
  mutating func imageFile(_ name: String) throws(ImageFileError) -> ImageFile {
    if let known = imageFiles[name] { return try known.get() }
    let result: Result<ImageFile, ImageFileError>
    switch read(name) {
    case .unreadable(let reason): result = .failure(ImageFileError(reason: reason))
    case .bytes(let bytes):
      do throws(ImageFileError) {
        result = .success(try ImageFile(bytes))
      } catch {
        result = .failure(error)
      }
    }
    imageFiles[name] = result
    return try result.get()
  }
}
