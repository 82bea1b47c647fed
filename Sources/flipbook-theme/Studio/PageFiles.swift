// SPDX-License-Identifier: Apache-2.0

import ToolSupport

/// The files of the page, which are installed beside the program.
struct PageFiles {
  private let folder = PageFolder()

  /// The types of its files.
  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8", "wasm": "application/wasm",
  ]

  /// A file by its name, which has no folders.
  func reply(_ name: String) -> HTTPReply {
    let ending = name.split(separator: ".").last.map(String.init) ?? ""
    guard let type = PageFiles.types[ending], !name.hasPrefix("."),
      name.utf8.allSatisfy({ byte in
        let character = Character(Unicode.Scalar(byte))
        return character.isLetter || character.isNumber || "-.".contains(character)
      }), let bytes = try? folder.read(name)
    else { return .problem("there is no such file", status: 404) }
    return HTTPReply(type: type, body: bytes)
  }
}
