// SPDX-License-Identifier: Apache-2.0

internal import CFonts

/// Why a file cannot be used as a font.
struct FontFileError: Error {
  let reason: String
}

/// A value of a variation axis, such as `wght`.
struct FontAxis: Hashable {
  let tag: String
  /// Q16.16.
  let value: Int32
}

/// A glyph in a shaped text, in units of the face.
struct ShapedGlyph {
  let glyph: UInt32
  /// The index of its first character in the text.
  let cluster: Int
  let advance: Int
  /// The offset from the pen, y up.
  let x, y: Int
}

/// A point of a glyph's outline of quadratic curves, y up.
struct OutlinePoint: Hashable {
  var x, y: Int
  let isOnCurve: Bool
  /// Whether it is the contour's last point.
  var isLast: Bool
}

/// A face of a font file, at a point of its axes, through FreeType and HarfBuzz.
@safe final class FontFace {
  // The face is opened once, and closed with this object.
  private let face: OpaquePointer
  /// Units per em, and the height of a capital in units.
  let em, capHeight: Int
  let ascent, descent: Int

  /// Opens a face of a file.
  init(_ bytes: [UInt8], index: Int, axes: [FontAxis]) throws(FontFileError) {
    var reason = cfonts_reason()
    let values = axes.map { axis in
      var value = cfonts_axis()
      let tag = Array(axis.tag.utf8)
      value.tag = (
        CChar(bitPattern: tag[0]), CChar(bitPattern: tag[1]), CChar(bitPattern: tag[2]),
        CChar(bitPattern: tag[3]), 0
      )
      value.value = Double(axis.value) / 65536
      return value
    }
    // The bytes are copied during the call, the axes are read.
    let opened = unsafe bytes.withUnsafeBufferPointer { file in
      unsafe values.withUnsafeBufferPointer { axes in
        unsafe cfonts_open(
          file.baseAddress, file.count, UInt32(index), axes.baseAddress, axes.count, &reason)
      }
    }
    guard let opened = unsafe opened else { throw FontFileError(reason: FontFace.text(&reason)) }
    unsafe face = opened
    let metrics = unsafe cfonts_measure(opened)
    (em, capHeight) = (Int(metrics.em), Int(metrics.cap_height))
    (ascent, descent) = (Int(metrics.ascent), Int(metrics.descent))
  }

  deinit { unsafe cfonts_close(face) }

  /// A library's error text.
  private static func text(_ reason: inout cfonts_reason) -> String {
    // `snprintf` terminates the text.
    unsafe withUnsafePointer(to: &reason.text) { field in
      unsafe field.withMemoryRebound(to: CChar.self, capacity: 200) { unsafe String(cString: $0) }
    }
  }

  /// The glyph of a character; nil where the face has none.
  func glyph(of scalar: UInt32) -> UInt32? {
    let glyph = unsafe cfonts_glyph(face, scalar)
    return glyph == 0 ? nil : glyph
  }

  /// A character with a glyph, found by a search; nil for a glyph without one, such as a ligature.
  func scalar(of glyph: UInt32) -> Unicode.Scalar? {
    for value in UInt32(0x20)...0x3_FFFF {
      if let scalar = Unicode.Scalar(value), self.glyph(of: value) == glyph { return scalar }
    }
    return nil
  }

  /// Whether it has anchors for combining marks.
  var hasAnchors: Bool { unsafe cfonts_has_anchors(face) }

  func advance(of glyph: UInt32) -> Int { unsafe Int(cfonts_advance(face, glyph)) }

  /// The outline of a glyph; nil where it cannot be read.
  func outline(of glyph: UInt32) -> [OutlinePoint]? {
    var points = [cfonts_point](repeating: cfonts_point(), count: 4096)
    // It writes at most this many.
    let count = unsafe points.withUnsafeMutableBufferPointer { buffer in
      unsafe Int(cfonts_outline(face, glyph, buffer.baseAddress, buffer.count))
    }
    guard (0...points.count).contains(count) else { return nil }
    return points.prefix(count).map {
      OutlinePoint(x: Int($0.x), y: Int($0.y), isOnCurve: $0.is_on_curve, isLast: $0.is_last)
    }
  }

  /// Shapes a part of a text in the context of the whole text; the glyphs are ordered from left to
  /// right.
  func shape(
    _ text: [UInt32], _ part: Range<Int>, script: UInt32 = 0, language: String,
    isRightToLeft: Bool = false, hasMarkClusters: Bool = false, features: [String]
  ) -> [ShapedGlyph] {
    var glyphs = [cfonts_placed](repeating: cfonts_placed(), count: 4 * part.count + 64)
    // Zero-terminated copies, freed below.
    let copies = unsafe features.map { text in unsafe UnsafePointer(Self.copy(text)) }
    defer { for index in features.indices { unsafe copies[index].deallocate() } }
    let pointers = unsafe copies.map { copy in unsafe Optional(copy) }
    // The call reads all arguments, and writes at most as many glyphs as there is room for.
    let count = unsafe text.withUnsafeBufferPointer { text in
      unsafe pointers.withUnsafeBufferPointer { features in
        unsafe language.withCString { language in
          unsafe glyphs.withUnsafeMutableBufferPointer { glyphs in
            var style = unsafe cfonts_style()
            unsafe style.script = script
            unsafe style.language = language
            unsafe style.is_right_to_left = isRightToLeft
            unsafe style.has_mark_clusters = hasMarkClusters
            unsafe style.features = features.baseAddress
            unsafe style.feature_count = features.count
            return unsafe Int(
              cfonts_shape(
                face, text.baseAddress, Int32(text.count), Int32(part.lowerBound),
                Int32(part.count), &style, glyphs.baseAddress, glyphs.count))
          }
        }
      }
    }
    return glyphs.prefix(max(count, 0)).map {
      ShapedGlyph(
        glyph: $0.glyph, cluster: Int($0.cluster), advance: Int($0.advance), x: Int($0.x),
        y: Int($0.y))
    }
  }

  private static func copy(_ text: String) -> UnsafeMutablePointer<CChar> {
    let bytes = Array(text.utf8CString)
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    // As many as were allocated.
    for (index, byte) in bytes.enumerated() { unsafe (copy + index).initialize(to: byte) }
    return unsafe copy
  }

  /// Adds a glyph's coverage to an image, drawn by FreeType; `em`, x and y are in 1/64 pixel.
  func draw(
    _ glyph: UInt32, em: Int, x: Int, y: Int, into coverage: inout [UInt8], width: Int, height: Int
  ) -> Bool {
    precondition(coverage.count == width * height)
    // It writes width × height bytes.
    return unsafe coverage.withUnsafeMutableBufferPointer { pixels in
      unsafe cfonts_draw(
        face, glyph, Int32(em), Int32(x), Int32(y), pixels.baseAddress, Int32(width), Int32(height))
    }
  }
}

/// Properties of characters, from HarfBuzz and FriBidi.
enum Characters {
  /// Whether HarfBuzz accepts a feature, such as `tnum` or `-liga`.
  static func isFeature(_ text: String) -> Bool { unsafe cfonts_is_feature(text) }

  /// The script of a character; nil without a script of its own.
  static func script(of scalar: UInt32) -> UInt32? {
    let script = cfonts_script(scalar)
    return script == cfonts_script_common() || script == cfonts_script_inherited() ? nil : script
  }

  /// Whether a character is a combining mark without a width.
  static func isMark(_ scalar: UInt32) -> Bool { cfonts_is_mark(scalar) }

  /// The number by which the marks of a letter are sorted; 0 for one that stays where it is.
  static func order(ofMark scalar: UInt32) -> UInt8 { cfonts_mark_order(scalar) }

  /// Whether a letter is joined to the letter before it, and to that after it.
  static func joins(_ scalar: UInt32) -> (previous: Bool, next: Bool) {
    (cfonts_joins_previous(scalar), cfonts_joins_next(scalar))
  }

  /// The bidirectional level of each character; the first strong character determines the text's
  /// direction.
  static func levels(of text: [UInt32]) -> [UInt8] {
    var levels = [Int8](repeating: 0, count: text.count)
    // It reads this many characters, and writes as many levels.
    let isFine = unsafe text.withUnsafeBufferPointer { text in
      unsafe levels.withUnsafeMutableBufferPointer { levels in
        unsafe cfonts_levels(text.baseAddress, Int32(text.count), levels.baseAddress)
      }
    }
    return levels.map { isFine ? UInt8(clamping: $0) : 0 }
  }
}
