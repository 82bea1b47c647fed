// SPDX-License-Identifier: Apache-2.0

import ToolSupport

/// Finds the file of an installed font with fontconfig's program `fc-match`.
enum FontSearch {
  /// A font's file.
  struct Found {
    let path: String
    let bytes: [UInt8]
    let index: Int

    var suffix: String { path.lowercased().hasSuffix(".otf") ? "otf" : "ttf" }
  }

  enum Result {
    case found(Found)
    case missing(String)
  }

  static func find(_ font: PlymouthFont) -> Result {
    guard !font.family.isEmpty else { return .missing("no family") }
    // Characters that have a meaning in fontconfig's patterns.
    let family = font.family.unicodeScalars.map { scalar in
      "\\-:,".unicodeScalars.contains(scalar) ? "\\\(scalar)" : "\(scalar)"
    }.joined()
    let style = font.styles.isEmpty ? "" : ":style=" + font.styles.joined(separator: " ")
    let output: [UInt8]
    do throws(ProgramError) {
      output = try Program.output(
        of: ["fc-match", "-f", "%{family}\\n%{index}\\n%{file}\\n", family + style],
        atMost: 1 << 16)
    } catch {
      return .missing(error.isMissing ? "fontconfig is not installed" : "fc-match failed")
    }
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
    guard lines.count == 3, let index = Int(lines[1]) else { return .missing("fc-match failed") }
    // fontconfig always finds something, also a font of another family.
    let families = lines[0].split(separator: ",").map { $0.lowercased() }
    guard families.contains(font.family.lowercased()) else { return .missing("not installed") }
    let name = lines[2].lowercased()
    guard [".ttf", ".otf", ".ttc"].contains(where: { name.hasSuffix($0) }),
      let bytes = try? Files.read(lines[2])
    else { return .missing("\(lines[2]) is not TrueType or OpenType") }
    // The upper bits name an instance of a variable font.
    return .found(Found(path: lines[2], bytes: bytes, index: index & 0xFFFF))
  }
}
