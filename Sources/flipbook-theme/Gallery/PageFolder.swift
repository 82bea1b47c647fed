// SPDX-License-Identifier: Apache-2.0

import CLinux
import ToolSupport

/// The folder of the parts of pages: HTML, styles, scripts, and the renderer as a WebAssembly module.
///
/// The package installs it as `/usr/share/flipbook/page`. Elsewhere it is found from the program's own place:
/// `share/flipbook/page` beside the `bin` or `lib` of an unpacked release, `.build/page` in a checkout, which
/// `Scripts/build --arch wasm32` makes.
struct PageFolder {
  private static let installed = "/usr/share/flipbook/page"

  let path: String

  /// Finds the folder: the nearest one above the program, or else the installed one.
  init() {
    path = Self.candidates.first { Folder.isFolder($0) } ?? Self.installed
  }

  /// Reads a part by its name.
  ///
  /// - Throws: That it is missing, and what installs it.
  func read(_ name: String) throws(ToolError) -> [UInt8] {
    let file = "\(path)/\(name)"
    guard Folder.has(file) else {
      throw .usage(
        "\(file) is missing: the package flipbook-theme installs it, 'Scripts/build --arch wasm32' makes it"
      )
    }
    return try Files.read(file)
  }

  private static var candidates: [String] {
    var parts = program.split(separator: "/").dropLast()
    var candidates: [String] = []
    while !parts.isEmpty {
      let folder = "/" + parts.joined(separator: "/")
      candidates += ["\(folder)/share/flipbook/page", "\(folder)/.build/page"]
      parts = parts.dropLast()
    }
    return candidates
  }

  /// The path of the running program; of a bundle its loader's, which is in the same folder; empty without /proc.
  private static var program: String {
    // The text lives through the call, and the kernel's path is freed below.
    guard let path = unsafe realpath("/proc/self/exe", nil) else { return "" }
    // It ends with NUL, and nothing else has it.
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }
}
