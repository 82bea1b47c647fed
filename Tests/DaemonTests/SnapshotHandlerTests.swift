// SPDX-License-Identifier: Apache-2.0

import Motion
import Raster
import Scanout
import Testing

@testable import Daemon

/// An output with frames of one colour.
private final class Source: SnapshotSource {
  var isBlank = false
  var showsPrompt = false
  var frame: Int64 = 1
  var sizeInPixels = PixelSize(width: 4, height: 2)
  var drawCount = 0

  func drawSnapshot(into pixels: inout PixelBuffer) { drawCount += 1 }
}

/// The outcome of a request, for comparisons.
private enum Outcome: Equatable {
  case error(String)
  case deferred(Instant)
  case image(width: Int, height: Int)
}

@Suite struct SnapshotHandlerTests {
  private let source = Source()
  private let start = Instant(nanoseconds: 1_000_000_000)

  private func at(_ milliseconds: Int) -> Instant { start + .milliseconds(milliseconds) }

  /// The outcome of a request, if an image takes 40 ms to draw.
  private func ask(
    _ handler: inout SnapshotHandler, _ source: Source?, at now: Instant
  ) -> Outcome {
    switch handler.reply(
      from: source, showsPrompt: source?.showsPrompt ?? false, at: now,
      clock: { now + .milliseconds(40) })
    {
    case .error(let text): .error(text.description)
    case .deferred(let time): .deferred(time)
    case .image(let size, _): .image(width: size.width, height: size.height)
    }
  }

  @Test func `before the first frame there is no snapshot`() {
    var handler = SnapshotHandler()
    let nothing = Outcome.error("error: snapshot: nothing has been shown yet")
    #expect(ask(&handler, nil, at: start) == nothing)
    source.isBlank = true
    #expect(ask(&handler, source, at: start) == nothing)
    #expect(source.drawCount == 0)
  }

  @Test func `a prompt is in no snapshot, not even one that was drawn before`() {
    var handler = SnapshotHandler()
    #expect(ask(&handler, source, at: start) == .image(width: 4, height: 2))
    source.showsPrompt = true
    #expect(
      ask(&handler, source, at: at(1000))
        == .error("error: snapshot: not while a prompt is shown"))
    #expect(source.drawCount == 1)
  }

  @Test func `requests for the same frame share an image`() {
    var handler = SnapshotHandler()
    for time in [0, 1, 99, 500] {
      #expect(ask(&handler, source, at: at(time)) == .image(width: 4, height: 2))
    }
    #expect(source.drawCount == 1)
  }

  @Test func `another frame waits until a tenth of a second after the end of the last drawing`() {
    var handler = SnapshotHandler()
    _ = ask(&handler, source, at: start)
    source.frame = 2
    #expect(ask(&handler, source, at: at(50)) == .deferred(at(140)))
    #expect(ask(&handler, source, at: at(139)) == .deferred(at(140)))
    #expect(ask(&handler, source, at: at(140)) == .image(width: 4, height: 2))
    #expect(source.drawCount == 2)
  }

  @Test func `an image has the size of its output`() {
    var handler = SnapshotHandler()
    _ = ask(&handler, source, at: start)
    (source.frame, source.sizeInPixels) = (2, PixelSize(width: 6, height: 3))
    #expect(ask(&handler, source, at: at(500)) == .image(width: 6, height: 3))
  }
}
