// SPDX-License-Identifier: Apache-2.0

import Animations
import Motion
import Scanout

/// Shows stages on an output that shows each frame at once.
struct Player<Target: Output & ~Copyable>: ~Copyable {
  /// The output, with the contents of its buffers.
  private(set) var presenter: Presenter<Target>

  /// Takes over an output, with capacity for small scenes.
  init(output: consuming Target) {
    presenter = Presenter(
      output: output, shapeCapacity: 16, elementCapacity: 1024, stopCapacity: 128,
      edgeCapacity: 4096)
  }

  /// Shows a stage's frame of an instant; returns the number of stored pixels.
  ///
  /// Nil where the frame is already shown, or an error occurs.
  mutating func show(_ stage: inout Stage, at time: Instant, now: Instant) -> Int? {
    let (frames, pixels) = (presenter.presentedFrameCount, presenter.pixelsWritten)
    guard (try? presenter.advance(at: now)) != nil, let target = presenter.beginFrame(at: now)
    else { return nil }
    stage.draw(at: time, into: &presenter.scene)
    guard (try? presenter.endFrame(at: target)) != nil,
      (try? presenter.advance(at: target)) != nil, !presenter.isIncomplete
    else { return nil }
    return presenter.presentedFrameCount > frames ? Int(presenter.pixelsWritten - pixels) : nil
  }
}
