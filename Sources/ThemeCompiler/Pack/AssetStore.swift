// SPDX-License-Identifier: Apache-2.0

/// The content of a file below the theme's folder, or why it cannot be read.
package enum FileContent: Sendable {
  case bytes([UInt8])
  case unreadable(String)
}

/// The theme's files, each read once.
struct AssetStore {
  private let read: (String) -> FileContent
  private let list: (String) -> [String]
  private var fontFaces: [String: Result<FontFace, FontFileError>] = [:]
  private var imageFiles: [String: Result<ImageFile, ImageFileError>] = [:]
  private var drawings: [String: Result<Drawing, DrawingError>] = [:]
  /// How many bytes all image files have that were read.
  private(set) var imageFileBytes = 0
  /// What earlier compilations have made of the same files.
  let cache: CompilerCache

  /// A store from a function that reads a file, and one that lists the names in a folder, `""` for the
  /// theme's own.
  init(
    _ read: @escaping (String) -> FileContent, list: @escaping (String) -> [String],
    cache: CompilerCache = CompilerCache()
  ) {
    (self.read, self.list, self.cache) = (read, list, cache)
  }

  /// The files that match a name with `*` in its last part, sorted by their numbers.
  func files(_ pattern: String) -> [String] {
    var parts = pattern.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let name = Array((parts.popLast() ?? "").utf8)
    let folder = parts.joined(separator: "/")
    return list(folder).filter { !$0.hasPrefix(".") && FileNames.matches(Array($0.utf8), name) }
      .sorted { FileNames.precedes(Array($0.utf8), Array($1.utf8)) }
      .map { folder.isEmpty ? $0 : "\(folder)/\($0)" }
  }

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
      result = cache.face(key, bytes) {
        do throws(FontFileError) {
          return .success(try FontFace(bytes, index: index, axes: axes))
        } catch {
          return .failure(error)
        }
      }
    }
    fontFaces[key] = result
    return try result.get()
  }

  /// The drawing of an SVG, by its name.
  mutating func drawing(_ name: String, _ file: ImageFile) throws(DrawingError) -> Drawing {
    if let known = drawings[name] { return try known.get() }
    let result = cache.drawing(name, file.bytes) { () -> Result<Drawing, DrawingError> in
      do throws(DrawingError) {
        return .success(try file.drawing())
      } catch {
        return .failure(error)
      }
    }
    drawings[name] = result
    return try result.get()
  }

  /// An image file by its name.
  mutating func imageFile(_ name: String) throws(ImageFileError) -> ImageFile {
    if let known = imageFiles[name] { return try known.get() }
    let result: Result<ImageFile, ImageFileError>
    switch read(name) {
    case .unreadable(let reason): result = .failure(ImageFileError(reason: reason))
    case .bytes(let bytes):
      imageFileBytes += bytes.count
      result = cache.image(name, bytes) {
        do throws(ImageFileError) {
          return .success(try ImageFile(bytes))
        } catch {
          return .failure(error)
        }
      }
    }
    imageFiles[name] = result
    return try result.get()
  }
}

/// Names of files with numbers.
package enum FileNames {
  /// Whether a name matches a pattern, where `*` matches any bytes, also none.
  static func matches(_ name: [UInt8], _ pattern: [UInt8]) -> Bool {
    var (index, place, star, mark) = (0, 0, -1, 0)
    while index < name.count {
      if place < pattern.count, pattern[place] == UInt8(ascii: "*") {
        (star, mark, place) = (place, index, place + 1)
      } else if place < pattern.count, pattern[place] == name[index] {
        (index, place) = (index + 1, place + 1)
      } else if star >= 0 {
        mark += 1
        (index, place) = (mark, star + 1)
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == UInt8(ascii: "*") }
  }

  /// Whether a name sorts before a second one: `frame-9` before `frame-10`, and equal numbers by their bytes.
  package static func precedes(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    var (left, right) = (a[...], b[...])
    let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
    while let first = left.first, let second = right.first {
      if isDigit(first) && isDigit(second) {
        let (one, two) = (left.prefix(while: isDigit), right.prefix(while: isDigit))
        let (x, y) = (one.drop { $0 == 0x30 }, two.drop { $0 == 0x30 })
        if x.count != y.count { return x.count < y.count }
        if !x.elementsEqual(y) { return x.lexicographicallyPrecedes(y) }
        (left, right) = (left.dropFirst(one.count), right.dropFirst(two.count))
      } else if first != second {
        return first < second
      } else {
        (left, right) = (left.dropFirst(), right.dropFirst())
      }
    }
    return left.isEmpty != right.isEmpty ? left.isEmpty : a.lexicographicallyPrecedes(b)
  }
}
