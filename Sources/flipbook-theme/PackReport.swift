// SPDX-License-Identifier: Apache-2.0

import Theme
import ToolSupport

/// The contents of a pack as text for people.
struct PackReport {
  private let pack: Pack
  private let size: Int
  private let name: String

  /// Reads a pack as the daemon does.
  init(_ bytes: [UInt8], name: String) throws(ToolError) {
    (size, self.name) = (bytes.count, name)
    if let keymap = try? Pack(bytes, isKeymap: true), keymap.count(.nodes) == 0 {
      pack = keymap
      return
    }
    do throws(PackError) {
      pack = try Pack(bytes)
    } catch {
      throw .usage("theme \(name): \(error.words)")
    }
  }

  /// The sections that have records, with the number of records and of bytes.
  var sizes: [(name: String, count: Int, bytes: Int)] {
    used.map { (Self.tag($0), pack.count($0), pack.count($0) * $0.stride) }
  }

  /// A line for each section with its name, its records and its bytes, and a last line for the file.
  var sections: String {
    var text = ""
    for section in used {
      let count = pack.count(section)
      text += "\(Self.tag(section)) \(padded(count, 8)) × \(padded(section.stride, 3)) = "
      text += "\(padded(count * section.stride, 9)) bytes\n"
    }
    return text + "\(name): \(size) bytes\n"
  }

  /// What the theme is called; empty texts in a pack without it.
  var metadata: (name: String, author: String, version: String, license: String) {
    guard pack.count(.metadata) > 0 else { return ("", "", "", "") }
    let record = pack[MetadataRecord.self, 0]
    return (
      string(record.name), string(record.author), string(record.version), string(record.license)
    )
  }

  private var used: [PackSection] {
    (0..<PackSection.count).compactMap { PackSection(rawValue: UInt8($0)) }
      .filter { pack.count($0) > 0 }
  }

  /// A line for each element with its kind, its name, its stack and its number of looks, and a line for each
  /// keyboard layout.
  var elements: String {
    var text = ""
    for index in 0..<pack.count(.nodes) {
      let node = pack[NodeRecord.self, index]
      let looks = node.records.count
      text += String(repeating: "  ", count: depth(of: node))
      text += node.isKnown ? "\(node.kind)" : "unknown"
      let name = string(node.name)
      text += name.isEmpty ? "" : " \(name)"
      if node.isHeld { text += ", held" }
      text += ", \(looks) look\(looks == 1 ? "" : "s")\n"
    }
    for index in 0..<pack.count(.keymaps) {
      let keymap = pack[KeymapRecord.self, index]
      text += "keymap \(string(keymap.shortName)), \(string(keymap.name)), "
      text += "\(keymap.keys.count) keys, \(keymap.pairs.count) pairs\n"
    }
    return text
  }

  private func depth(of node: NodeRecord) -> Int {
    node.parent.map { depth(of: pack[NodeRecord.self, $0]) + 1 } ?? 0
  }

  private func string(_ range: StringRange) -> String {
    let bytes = pack.string(range)
    return String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
  }

  private static func tag(_ section: PackSection) -> String {
    String(decoding: (0..<4).map { UInt8(section.tag >> (8 * UInt32($0)) & 255) }, as: UTF8.self)
  }

  private func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: " ", count: max(0, width - digits.count)) + digits
  }
}

extension PackError {
  /// The error's line, as the daemon logs it.
  var words: String {
    var text = ""
    write { bytes in text += String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
    return text
  }
}
