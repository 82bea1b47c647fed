// SPDX-License-Identifier: Apache-2.0

import Control
import Motion
import Scanout
import Linux

/// Replies to snapshot requests with an image of the first output's current frame.
///
/// The only reply that may take longer than a frame: at most one new image is drawn per 100 ms, however
/// many clients ask.
struct SnapshotHandler: ~Copyable {
  private var snapshots = SnapshotStore()

  // The earliest time of the next image.
  private var time = Instant.zero

  /// Replies to the last request, or defers it.
  mutating func answer(
    _ endpoints: inout Endpoints, _ outputs: borrowing OutputStages, at now: Instant
  ) {
    guard let output = outputs.list.first, !output.isBlank else {
      endpoints.reply("error: snapshot: nothing has been shown yet", at: now)
      return
    }
    // A snapshot must not reveal typed text, nor its length.
    if outputs.showsPrompt(on: output) {
      endpoints.reply("error: snapshot: not while a prompt is shown", at: now)
      return
    }
    if now < time, !snapshots.holds(frame: output.frame) {
      endpoints.deferRequest(.snapshot, until: time)
      return
    }
    do throws(SystemError) {
      guard let file = try file(of: output) else {
        endpoints.reply("error: snapshot: nothing has been shown yet", at: now)
        return
      }
      let size = output.presenter.output.sizeInPixels
      var text = InlineText<64>()
      text.append("ok ")
      text.append(size.width)
      text.append(" ")
      text.append(size.height)
      text.append(" ")
      text.append(size.width * 4)
      text.append(" XRGB8888")
      endpoints.reply(text.bytes, passing: file, at: now)
    } catch {
      endpoints.reply("error: snapshot: no memory for it", at: now)
    }
  }

  private mutating func file(of output: OutputStage) throws(SystemError) -> FileDescriptor? {
    if let file = try snapshots.file(ofFrame: output.frame) { return file }
    defer { time = Instant(nanoseconds: MonotonicClock.nanoseconds) + .milliseconds(100) }
    let size = output.presenter.output.sizeInPixels
    return try snapshots.makeFile(ofFrame: output.frame, size: size) { pixels in
      _ = output.presenter.drawSnapshot(into: &pixels)
    }
  }
}
