// SPDX-License-Identifier: Apache-2.0

import ToolSupport

/// The page of a theme: its pack, the renderer and all scripts in one HTML file, which requests nothing.
///
/// It is `gallery.html` with the style sheets and scripts in place of the lines that name them.
enum Gallery {
  /// The page of a pack.
  ///
  /// A served page requests its parts from the server, which says what else it may do.
  ///
  /// - Throws: That a part of the page is missing.
  static func html(
    _ pack: [UInt8], _ report: ThemeReport, isServed: Bool = false,
    from folder: PageFolder = PageFolder()
  ) throws(ToolError) -> String {
    let module = try folder.read("flipbook.wasm")
    guard module.starts(with: [0, 0x61, 0x73, 0x6D, 1, 0, 0, 0]) else {
      throw .usage("\(folder.path)/flipbook.wasm: not a WebAssembly module")
    }
    // A script ends at the first '</script', also in a text; JSON has another way to write the character.
    let json = report.json.text().replacing("<", with: "\\u003c")
    let values: [(name: String, text: String)] = [
      ("@title@", escaped(report.name)), ("@report@", json), ("@pack@", base64(pack)),
      ("@module@", base64(module)),
    ]
    var page = ""
    for line in try text("gallery.html", folder).split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      if isServed, line.contains("Content-Security-Policy") { continue }
      if isServed {
        page += filled(line, values)
        if line.contains("gallery.css") {
          page += "\n<link rel=\"stylesheet\" href=\"framed.css\">"
        }
      } else if let name = part(line, "<link rel=\"stylesheet\" href=\"", "\">") {
        page += "<style>\n\(try text(name, folder))</style>"
      } else if let name = part(line, "<script src=\"", "\"></script>") {
        page += "<script>\n\(try text(name, folder))</script>"
      } else {
        page += filled(line, values)
      }
      page += "\n"
    }
    return page
  }

  /// A line with values in place of their names, in one pass: a theme's text may have such a name itself.
  private static func filled(
    _ line: Substring, _ values: [(name: String, text: String)]
  ) -> String {
    var text = ""
    var rest = line
    while let mark = rest.firstIndex(of: "@") {
      text += rest[..<mark]
      rest = rest[mark...]
      let value = values.first { rest.hasPrefix($0.name) } ?? (name: "@", text: "@")
      text += value.text
      rest = rest.dropFirst(value.name.count)
    }
    return text + rest
  }

  /// The name in a line that is a beginning, a name and an end.
  private static func part(_ line: Substring, _ begin: String, _ end: String) -> String? {
    guard line.hasPrefix(begin), line.hasSuffix(end) else { return nil }
    return String(line.dropFirst(begin.count).dropLast(end.count))
  }

  private static func text(_ name: String, _ folder: PageFolder) throws(ToolError) -> String {
    String(decoding: try folder.read(name), as: UTF8.self)
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    String(decoding: Base64.encode(bytes), as: UTF8.self)
  }

  /// A text as contents of an element.
  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
  }
}
