// SPDX-License-Identifier: Apache-2.0

/// A table of `theme.toml`, such as `[image.logo]` or `[when.failed.text.title]`.
package struct DraftTable: Equatable, Sendable {
  /// The table's path: `["when", "portrait failed", "image", "logo"]`.
  package let path: [String]
  /// Lines of comment above it.
  package var comments: [String] = []
  /// The keys and their values, in their order.
  package fileprivate(set) var entries: [DraftEntry] = []

  /// An empty table.
  package init(_ path: [String]) { self.path = path }

  /// A key's value; setting nil removes it.
  package subscript(key: String) -> DraftValue? {
    get { entries.first { $0.key == key }?.value }
    set {
      let index = entries.firstIndex { $0.key == key }
      switch (newValue, index) {
      case (let value?, let index?): entries[index].value = value
      case (let value?, nil): entries.append(DraftEntry(key, value))
      case (nil, let index?): entries.remove(at: index)
      case (nil, nil): break
      }
    }
  }
}

/// A file of the theme's folder; its name is the importer's, never that of an archive.
package struct DraftFile: Equatable, Sendable {
  /// The path in the theme's folder.
  package let name: String
  /// The contents.
  package let bytes: [UInt8]

  /// A file of a name and its contents.
  package init(_ name: String, _ bytes: [UInt8]) {
    (self.name, self.bytes) = (name, bytes)
  }
}

/// An image that moves by keyframes; they are in the table `[image.NAME.motion]`.
package struct DraftMotion: Equatable, Sendable {
  /// The name of the image's element.
  package let name: String
  /// The image's pixels on a display of 1920×1080.
  package let pixels: Int
  /// The number of its keyframes.
  package let keyframes: Int
}

/// A theme as an importer makes it, before it is a folder.
package struct ThemeDraft: Sendable {
  /// The theme's name, of letters, digits, `-` and `_`.
  package var name: String
  /// Who made it; empty where that is not known, as for the next two.
  package var author = ""
  /// The original's version.
  package var version = ""
  /// The original's license.
  package var license = ""
  /// The first is the language of the texts.
  package var locales = ["en"]
  /// Texts by locale: the text of the theme and its translation.
  package var translations: [String: [DraftEntry]] = [:]
  /// Texts of programs that are to be translated.
  package var messages: [String] = []
  /// Frame sequences; each has the table `[animation.NAME]` of its name.
  package var sequences: [FrameSet] = []
  /// Images that move.
  package var motions: [DraftMotion] = []
  /// The tables in the order of their making.
  package private(set) var tables: [DraftTable] = []
  /// The files beside `theme.toml` and those of sequences.
  package private(set) var files: [DraftFile] = []

  /// An empty theme; characters that a name cannot have are replaced.
  package init(name: String) { self.name = Self.elementName(name, otherwise: "imported") }

  /// A table by its path in the file, such as `"animation", "bar"`; it is made where it is missing.
  package subscript(path: String...) -> DraftTable {
    get { self[path: path] }
    set { self[path: path] = newValue }
  }

  /// A table by its path in the file.
  package subscript(path path: [String]) -> DraftTable {
    get { tables.first { $0.path == path } ?? DraftTable(path) }
    set {
      if let index = tables.firstIndex(where: { $0.path == path }) {
        tables[index] = newValue
      } else {
        tables.append(newValue)
      }
    }
  }

  /// Removes a table.
  mutating func removeTable(_ path: [String]) { tables.removeAll { $0.path == path } }

  /// Sets a key of a table.
  package mutating func set(_ path: [String], _ key: String, _ value: DraftValue) {
    self[path: path][key] = value
  }

  /// Makes an element of an animation one of an image, which keeps its place, in all situations.
  mutating func makeImage(ofAnimation name: String) {
    for index in tables.indices {
      var path = tables[index].path
      guard let end = path.indices.last, end > 0, path[end] == name, path[end - 1] == "animation"
      else { continue }
      path[end - 1] = "image"
      var table = DraftTable(path)
      table.comments = tables[index].comments
      let own = ["kind", "finish", "bound", "channel"]
      table.entries = tables[index].entries.filter { !own.contains($0.key) }
      tables[index] = table
    }
  }

  /// Replaces the contents of a file.
  mutating func replaceFile(_ name: String, _ bytes: [UInt8]) {
    guard let index = files.firstIndex(where: { $0.name == name }) else { return }
    files[index] = DraftFile(name, bytes)
  }

  /// Adds a file, or uses one of equal content; returns its name.
  ///
  /// A name that another file has gets a number before its extension.
  package mutating func add(_ bytes: [UInt8], as name: String) -> String {
    if let known = files.first(where: { $0.bytes == bytes }) { return known.name }
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    var (candidate, number) = (name, 2)
    while files.contains(where: { $0.name == candidate }) {
      candidate = "\(name[..<dot])-\(number)\(name[dot...])"
      number += 1
    }
    files.append(DraftFile(candidate, bytes))
    return candidate
  }

  /// Adds a sequence and the table of its element.
  package mutating func add(_ sequence: FrameSet) {
    sequences.append(sequence)
    self["animation", sequence.name]["kind"] = .string("frames")
  }

  /// A name for an element or a theme: other characters than letters, digits, `-` and `_` become `-`.
  package static func elementName(_ text: String, otherwise: String) -> String {
    var name = ""
    for scalar in text.unicodeScalars.prefix(60) {
      let isFine =
        scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
        || scalar == "-" || scalar == "_"
      if isFine {
        name.unicodeScalars.append(scalar)
      } else if !name.isEmpty, name.last != "-" {
        name += "-"
      }
    }
    while name.last == "-" { name.removeLast() }
    // A folder of that name would be an option on a command line.
    name = String(name.drop { $0 == "-" })
    return name.isEmpty ? otherwise : name
  }
}
