// SPDX-License-Identifier: Apache-2.0

import CLinux
import FlipbookClient
import Linux
import Text
import Theme
import ToolSupport

/// The pack that has been applied to this machine, or to an image of one: a file that the daemon looks for.
struct AppliedPack {
  /// A folder below which no link is followed, and the folders to the file.
  private let top: String
  private let folders: [String]

  /// What the daemon that runs shows, until the machine starts again.
  static let live = AppliedPack(top: "", folders: ["run", "flipbook"])

  /// What the daemon shows from its next start on, below another root or, for an empty one, on this machine.
  static func kept(below root: String) -> AppliedPack {
    AppliedPack(top: root, folders: ["etc", "flipbook"])
  }

  private var folder: String { "\(top)/\(folders.joined(separator: "/"))" }
  /// The path of the pack.
  var file: String { "\(folder)/theme.pack" }

  /// The pack's bytes; nil where none is applied.
  func read() throws(ToolError) -> [UInt8]? {
    Folder.has(file) ? try Files.read(file, atMost: PackHeader.largestFile) : nil
  }

  /// Writes the pack under another name, and renames it.
  func write(_ pack: [UInt8]) throws(ToolError) {
    let place = try open(makes: true)
    // Uses only names below the folder that was opened: this way no other user can put a link in between.
    let draft = "theme.pack.new"
    do throws(SystemError) {
      // The name lives through the call.
      let number = unsafe cl_replace_draft(place.number, draft)
      guard number >= 0 else { throw SystemError(.open, errno: cl_errno()) }
      try FileDescriptor(adopting: number).writeAll(pack.span)
      // The names live through the call.
      guard unsafe renameat(place.number, draft, place.number, "theme.pack") == 0 else {
        throw SystemError(.write, errno: cl_errno())
      }
    } catch {
      // A partial file would use up space that is already short; the name lives through the call.
      _ = unsafe unlinkat(place.number, draft, 0)
      throw .usage("cannot write \(file): \(error.words)")
    }
  }

  /// Removes the pack, if there is one.
  func remove() throws(ToolError) {
    // A missing folder needs no removal.
    guard unsafe access(folder, F_OK) == 0 || cl_errno() != ENOENT else { return }
    let place = try open(makes: false)
    // The name lives through the call.
    if unsafe unlinkat(place.number, "theme.pack", 0) == 0 || cl_errno() == ENOENT { return }
    throw .usage("cannot remove \(file): \(SystemError(.write, errno: cl_errno()).words)")
  }

  /// Opens the folder of the pack; follows no link below the top.
  private func open(makes: Bool) throws(ToolError) -> FileDescriptor {
    do throws(SystemError) {
      var folder = try FileDescriptor(opening: Files.path(top.isEmpty ? "/" : top), for: .readOnly)
      for name in folders {
        // The name lives through the call.
        let number = unsafe cl_open_subfolder(folder.number, name, makes ? 1 : 0)
        guard number >= 0 else { throw SystemError(.open, errno: cl_errno()) }
        folder = FileDescriptor(adopting: number)
      }
      return folder
    } catch {
      throw .usage("cannot open \(folder): \(error.words)")
    }
  }

  /// Sends the daemon at a socket, or at its usual one, a command.
  static func ask(_ line: String, at socket: String?) throws(ToolError) {
    let path = socket ?? String(copying: DaemonConnection.defaultPath.bytes)
    // The daemon may have to resample a large image for each output before it answers.
    let timeout = Milliseconds(nanoseconds: 10_000_000_000)
    var connection = try DaemonConnection(path: path, timeout: timeout)
    _ = try connection.ask(line)
  }
}
