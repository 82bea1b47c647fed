// SPDX-License-Identifier: Apache-2.0

package import Motion
package import DisplayList
package import Raster

/// A sink of frames: a display, or memory that behaves like one.
///
/// It has a few buffers. One of them is acquired, drawn into and committed; when the display has
/// switched to it, the output reports that, and the buffer shown until then becomes free. One commit
/// may be pending at a time. The clock is a parameter, for tests.
package protocol Output: ~Copyable {
  /// Why a commit or a report can fail for good.
  associatedtype Failure: Error

  /// The size in pixels.
  var sizeInPixels: PixelSize { get }

  /// The physical size, where it is known.
  var sizeInMillimetres: PhysicalSize? { get }

  /// The mode's refresh rate in thousandths of a hertz, in `VblankTimeline.refreshRange`.
  var refreshMillihertz: Int { get }

  /// The pacing that is expected of it; see `FrameClock`.
  var pacing: FrameClock.Pacing { get }

  /// How its pixels are stored.
  var format: PixelFormat { get }

  /// How many buffers there are, at most `Swapchain.capacity`.
  var bufferCount: Int { get }

  /// When the next report is due, or was, that no descriptor signals; nil for none.
  var nextReportTime: Instant? { mutating get }

  /// Acquires a buffer for the next frame, or the pending one again; nil while all are in use.
  mutating func acquire() -> AcquiredBuffer?

  /// The pixels of the acquired buffer, to be written and never read.
  @_lifetime(&self)
  mutating func pixels(of buffer: AcquiredBuffer) -> PixelBuffer

  /// Submits the acquired buffer, to be shown at the next vblank, or at once where there is none.
  ///
  /// `drawn` is the region that was stored into the buffer. Outside of `changed` the frame equals the
  /// previously committed one: `FB_DAMAGE_CLIPS` and `DIRTYFB` need that region.
  mutating func commit(
    _ frame: FrameInfo, drawn: borrowing DamageRegion, changed: borrowing DamageRegion,
    at now: Instant
  ) throws(Failure) -> CommitOutcome

  /// The next report, if one has come.
  mutating func takeReport(at now: Instant) throws(Failure) -> OutputReport?
}

/// A width and a height in pixels.
package struct PixelSize: Equatable, Sendable {
  /// The number of columns.
  package var width: Int
  /// The number of rows.
  package var height: Int

  /// A size from a width and a height.
  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// A width and a height in millimetres.
package struct PhysicalSize: Equatable, Sendable {
  /// From left to right.
  package var width: Int
  /// From top to bottom.
  package var height: Int

  /// A size from a width and a height.
  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// The information about a frame that its commit carries.
package struct FrameInfo: Sendable {
  /// The instant that the frame was drawn for.
  package var target: Instant

  /// How many pixels were stored.
  package var pixelsWritten: Int

  /// The information about a frame.
  package init(target: Instant, pixelsWritten: Int) {
    self.target = target
    self.pixelsWritten = pixelsWritten
  }
}

/// The outcome of a commit.
package enum CommitOutcome: Equatable, Sendable {
  /// The frame will be shown, and a report will say when.
  case queued
  /// The display is not ready; the same frame may be committed again at a later vblank.
  case busy
  /// The display is not ready before an instant; the same frame may be committed again then.
  case busyUntil(Instant)
}

/// An event that an output reports.
package enum OutputReport: Equatable, Sendable {
  /// The committed frame is on the display, since an instant; with the vblank's number if it has one.
  case presented(at: Instant, sequence: UInt32?)
  /// The display may have lost pixels of its frame, and the buffers theirs: the next frame is due now, in
  /// full.
  case cleared
}
