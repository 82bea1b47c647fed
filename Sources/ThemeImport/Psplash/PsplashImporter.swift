// SPDX-License-Identifier: Apache-2.0

import PlymouthScript

/// Splashes of psplash, Yocto's: a logo, a bar in a frame, and a message above it.
struct PsplashImporter {
  /// The sources of a splash.
  private struct Parts {
    var colors = CHeader([])
    var settings = CHeader([])
    var logo: (name: String, image: StraightImage, file: [UInt8])?
    var bar: (name: String, image: StraightImage, file: [UInt8])?
  }

  /// Whether a folder has psplash's headers, or all named files are headers or PNGs of it.
  static func matches(_ source: ImportSource) -> Bool {
    if !source.named.isEmpty {
      return source.named.contains(where: isHeader)
        && source.named.allSatisfy { isHeader($0) || isImage($0) }
    }
    return source.names().contains { $0.hasSuffix("-img.h") || isSetting($0) }
  }

  private static func isHeader(_ name: String) -> Bool { name.hasSuffix(".h") }
  private static func isImage(_ name: String) -> Bool { name.lowercased().hasSuffix(".png") }
  private static func isSetting(_ name: String) -> Bool {
    name == "psplash-colors.h" || name == "psplash-config.h"
  }

  static func draft(
    of source: ImportSource, report: inout ImportReport
  ) throws(ImportError) -> ThemeDraft {
    var parts = try parts(of: source, &report)
    // A single image is the logo, whatever its name.
    if parts.logo == nil, source.named.count == 1 { swap(&parts.logo, &parts.bar) }
    let isImage = source.named.count == 1 && source.named.allSatisfy { !isHeader($0) }
    guard let logo = parts.logo else {
      throw .nothing("\(source.path): no logo: neither *-img.h nor a PNG beside the bar's")
    }
    var draft = ThemeDraft(name: source.name)
    let colors = colors(of: parts, logo.image, isImage: isImage, &report)
    draft["background"]["color"] = .color(colors.background)
    draft["stage"]["text-color"] = .color(colors.text)
    let split = split(of: parts.settings)
    let isWhole = number("PSPLASH_IMG_FULLSCREEN", parts.settings) ?? 0 != 0

    var table = draft["image", "logo"]
    guard let file = logo.image.fittedFile(logo.file, logo.name, report: &report) else {
      throw .unusable("\(logo.name): there is no memory")
    }
    table["file"] = .string(draft.add(file, as: "logo.png"))
    table["anchor"] = isWhole ? .point(500, 500) : Self.line(split / 2)
    table["pivot"] = .string("center")
    let isWide = logo.image.width >= logo.image.height
    let side = DraftValue.pixels(isWide ? logo.image.width : logo.image.height)
    if case .table = side { table[isWide ? "width" : "height"] = side }
    draft["image", "logo"] = table
    report.taken("\(logo.name): the logo, \(logo.image.width)×\(logo.image.height) pixels")
    // psplash only asks whether the macro is defined.
    if parts.settings.macros["PSPLASH_DISABLE_PROGRESS_BAR"] != nil {
      report.taken("PSPLASH_DISABLE_PROGRESS_BAR: there is no bar")
    } else {
      addBar(&draft, parts, split, colors, isImage: isImage, &report)
    }

    draft["text", "message"]["text"] = .string("{message}")
    draft["text", "message"]["anchor"] = Self.line(split)
    draft["text", "message"]["pivot"] = .string("bottom")
    draft["text", "message"]["offset"] = .list([.integer(0), .integer(-8)])
    if !isImage { report.changed("the bitmap font: texts are in the built-in font") }
    if let text = parts.settings.macros["PSPLASH_STARTUP_MSG"],
      let bytes = CHeader.string(text, atMost: 400), !bytes.isEmpty
    {
      let message = String(decoding: bytes, as: UTF8.self)
      draft["text", "message"]["text"] = .list([
        .string("{message}"), .string(TemplateText.plain(message)),
      ])
      report.taken("PSPLASH_STARTUP_MSG: '\(message)'")
    }
    return draft
  }

  private static func parts(
    of source: ImportSource, _ report: inout ImportReport
  ) throws(ImportError) -> Parts {
    var parts = Parts()
    var names = source.named.isEmpty ? source.names() : source.named
    if source.named.isEmpty, !names.contains(where: { $0.hasSuffix("-img.h") || isImage($0) }) {
      // The sources have the images there; the headers with their pixels are made of them.
      names += source.names(in: "base-images").map { "base-images/\($0)" }
    }
    // psplash shows the image of this name; others in its folder are examples.
    let isFirst = { (name: String) in name.contains("poky") }
    for name in names.filter(isFirst) + names.filter({ !isFirst($0) }) {
      if name == "psplash-colors.h" {
        parts.colors = CHeader(try source.read(name))
      } else if name == "psplash-config.h" {
        parts.settings = CHeader(try source.read(name))
      } else if isHeader(name), name.hasSuffix("-img.h") || !source.named.isEmpty {
        let image = try PixbufHeader.image(
          CHeader(source.read(name)), path: source.path(of: name))
        guard let file = image.png else { throw .unusable("\(name): there is no memory") }
        add((name, image, file), to: &parts, &report)
      } else if isImage(name) {
        let file = try source.read(name)
        guard let image = StraightImage(file: file) else {
          report.leftOut("\(name): not a whole PNG")
          continue
        }
        add((name, image, file), to: &parts, &report)
      } else if source.named.count == 1, !isHeader(name) {
        guard let image = StraightImage(file: try source.read(name)), let file = image.png else {
          throw .unusable("\(source.path(of: name)): not a whole JPEG")
        }
        add((name, image, file), to: &parts, &report)
      }
    }
    return parts
  }

  private static func add(
    _ found: (name: String, image: StraightImage, file: [UInt8]), to parts: inout Parts,
    _ report: inout ImportReport
  ) {
    let isBar = found.name.contains("bar")
    if isBar ? parts.bar != nil : parts.logo != nil {
      report.leftOut("\(found.name): there is a \(isBar ? "bar" : "logo") already")
    } else if isBar {
      parts.bar = found
    } else {
      parts.logo = found
    }
  }

  private typealias Colors = (background: UInt32, text: UInt32, bar: UInt32, track: UInt32)

  /// The colours of the header, or psplash's own; without a header the logo's corners are the background.
  private static func colors(
    of parts: Parts, _ logo: StraightImage, isImage: Bool, _ report: inout ImportReport
  ) -> Colors {
    let color = { (name: String) in
      parts.colors.macros["PSPLASH_\(name)_COLOR"].flatMap(CHeader.color)
    }
    if let background = color("BACKGROUND") {
      report.taken("psplash-colors.h: the background \(DraftValue.hexadecimal(background))")
    } else if let corner = logo.cornerColor {
      let taken = "the background has the colour of the logo's corners"
      if isImage {
        report.taken("\(taken), \(DraftValue.hexadecimal(corner))")
      } else {
        report.changed("no psplash-colors.h: \(taken)")
      }
      let isLight = (corner >> 16 & 255) * 3 + (corner >> 8 & 255) * 6 + (corner & 255) > 1275
      return (corner, isLight ? 0x333333 : 0xDDDDDD, isLight ? 0x333333 : 0xDDDDDD, corner)
    } else {
      report.changed("no psplash-colors.h: psplash's own colours")
    }
    return (
      color("BACKGROUND") ?? 0xECECE1, color("TEXT") ?? 0x6D6D70, color("BAR") ?? 0x6D6D70,
      color("BAR_BACKGROUND") ?? 0xECECE1
    )
  }

  private static func number(_ name: String, _ header: CHeader) -> Int? {
    header.macros[name].flatMap(CHeader.number)
  }

  /// The middle of the line at a height in millionths of the display.
  private static func line(_ height: Int) -> DraftValue {
    .list([.thousandths(500), .millionths(height)])
  }

  /// The height of the line at which the bar begins, in millionths of the display: the bar is drawn at the fraction of a
  /// pixel.
  private static func split(of settings: CHeader) -> Int {
    let above = number("PSPLASH_IMG_SPLIT_NUMERATOR", settings) ?? 5
    let all = number("PSPLASH_IMG_SPLIT_DENOMINATOR", settings) ?? 6
    guard 1...1000 ~= all, 0...all ~= above else { return 833_333 }
    return 1_000_000 * above / all
  }

  private static func addBar(
    _ draft: inout ThemeDraft, _ parts: Parts, _ split: Int, _ colors: Colors, isImage: Bool,
    _ report: inout ImportReport
  ) {
    // Inside of the frame by 4 pixels on each side.
    var (width, height, offset) = (222, 8, 4)
    if let bar = parts.bar, bar.image.width > 8, bar.image.height > 8, bar.image.width <= 2048 {
      (width, height) = (bar.image.width - 8, bar.image.height - 8)
      draft["image", "frame"]["file"] = .string(draft.add(bar.file, as: "bar.png"))
      draft["image", "frame"]["anchor"] = Self.line(split)
      draft["image", "frame"]["pivot"] = .string("top")
      report.taken("\(bar.name): the bar's frame")
    } else {
      offset = 0
      let bar = "a bar of \(width)×\(height) pixels"
      report.changed(
        isImage
          ? "\(bar) and the message are below the logo"
          : "no image of the bar: \(bar) without a frame")
    }
    var table = draft["animation", "bar"]
    table["kind"] = .string("bar")
    table["anchor"] = Self.line(split)
    table["pivot"] = .string("top")
    table["offset"] = .list([.integer(0), .integer(offset)])
    table["width"] = .integer(width)
    table["height"] = .integer(height)
    table["palette"] = .list([.color(colors.bar)])
    table["track"] = .color(colors.track)
    table["unknown"] = .string("sweep")
    draft["animation", "bar"] = table
    if !isImage { report.taken("the bar, its colours and the line at which it begins") }
  }
}
