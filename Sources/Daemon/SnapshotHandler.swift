// SPDX-License-Identifier: Apache-2.0

import Animations
import Motion
import Presentation
import Scanout
import Raster
import Linux

/// The source of snapshots; `OutputStage` in the product.
protocol SnapshotSource: AnyObject {
  /// Whether no frame has been presented yet.
  var isBlank: Bool { get }
  /// Identifies the last committed frame among those of all outputs.
  var frame: Int64 { get }
  /// The size of its frames.
  var sizeInPixels: PixelSize { get }
  /// Draws the last committed frame.
  func drawSnapshot(into pixels: inout PixelBuffer)
}

extension OutputStage: SnapshotSource {
  var sizeInPixels: PixelSize { presenter.output.sizeInPixels }

  func drawSnapshot(into pixels: inout PixelBuffer) {
    _ = presenter.drawSnapshot(into: &pixels)
  }
}

/// Replies to snapshot requests with an image of the first output's current frame.
///
/// It is the only reply that may take longer than a frame: at most one new image is drawn per 100 ms,
/// however many clients ask.
struct SnapshotHandler: ~Copyable {
  /// The outcome of a request.
  enum Reply: ~Copyable {
    /// There is no snapshot; the text is the whole reply.
    case error(StaticString)
    /// Repeat the request at this time.
    case deferred(until: Instant)
    /// An image of this size, in a memory file.
    case image(PixelSize, FileDescriptor)
  }

  private var snapshots = SnapshotStore()

  // The earliest time of the next image.
  private var time = Instant.zero

  /// The reply to a request.
  ///
  /// With `showsPrompt` the current or the next frame may reveal typed text. The clock is read after an
  /// image has been drawn, which may take long.
  mutating func reply<Source: SnapshotSource>(
    from source: Source?, showsPrompt: Bool, at now: Instant, clock: () -> Instant
  ) -> Reply {
    guard let source, !source.isBlank else {
      return .error("error: snapshot: nothing has been shown yet")
    }
    // A snapshot must not reveal typed text, nor its length.
    if showsPrompt { return .error("error: snapshot: not while a prompt is shown") }
    if now < time, !snapshots.holds(frame: source.frame) { return .deferred(until: time) }
    do throws(SystemError) {
      let size = source.sizeInPixels
      guard let file = try file(of: source, size, clock) else {
        return .error("error: snapshot: nothing has been shown yet")
      }
      return .image(size, file)
    } catch {
      return .error("error: snapshot: no memory for it")
    }
  }

  private mutating func file<Source: SnapshotSource>(
    of source: Source, _ size: PixelSize, _ clock: () -> Instant
  ) throws(SystemError) -> FileDescriptor? {
    if let file = try snapshots.file(ofFrame: source.frame) { return file }
    defer { time = clock() + .milliseconds(100) }
    return try snapshots.makeFile(ofFrame: source.frame, size: size) { pixels in
      source.drawSnapshot(into: &pixels)
    }
  }
}
