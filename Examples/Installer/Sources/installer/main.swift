// SPDX-License-Identifier: Apache-2.0

import FlipbookClient
import Foundation
import Stage
import Text

// installer FROM TO: copies the files of a folder to a new folder, and shows the progress on the displays.

guard CommandLine.arguments.count == 3 else {
  warn("usage: installer FROM TO")
  exit(2)
}
let source = URL(fileURLWithPath: CommandLine.arguments[1], isDirectory: true)
let destination = URL(fileURLWithPath: CommandLine.arguments[2], isDirectory: true)

var splash = Splash()
splash.send(.start)
do {
  let files = try Files(in: source)
  try FileManager.default.createDirectory(at: destination, withIntermediateDirectories: false)
  var copied = 0
  for file in files.all {
    splash.send(.message(Message("Copying \(file.name)")))
    try FileManager.default.createDirectory(
      at: destination.appending(path: file.name).deletingLastPathComponent(),
      withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: source.appending(path: file.name), to: destination.appending(path: file.name))
    copied += file.size
    // 100 % is the end alone, which is `done`.
    splash.send(.progress(channel: 1, percent: Percent(part: copied, of: files.size + 1)))
  }
  splash.send(.message(""))
  splash.send(.done)
} catch {
  // The display shows a failure until the next `reset`.
  splash.send(.message(Message("\(error.localizedDescription)")))
  splash.send(.fail)
  warn(error.localizedDescription)
  exit(1)
}
