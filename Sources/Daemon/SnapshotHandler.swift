import Control
import Motion
import Scanout
import Linux

/// Answers who asks for a picture of what is shown on the first screen.
///
/// It is the one answer that takes long, perhaps longer than a frame: a new picture is drawn every
/// 100 ms at most, however many ask.
struct SnapshotHandler: ~Copyable {
  private var snapshots = SnapshotStore()

  // Before that no further snapshot is drawn.
  private var time = Instant.zero

  /// Answers the last request, now or later.
  mutating func answer(
    _ endpoints: inout Endpoints, _ outputs: borrowing OutputStages, at now: Instant
  ) {
    guard let output = outputs.list.first, !output.isBlank else {
      endpoints.reply("error: snapshot: nothing has been shown yet", at: now)
      return
    }
    // What is typed, and how much of it, is for the eyes before the display alone.
    if output.showsPrompt {
      endpoints.reply("error: snapshot: not while a prompt is shown", at: now)
      return
    }
    if now < time, !snapshots.holds(frame: output.frame) {
      endpoints.postpone(.snapshot, until: time)
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
