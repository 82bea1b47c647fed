// SPDX-License-Identifier: Apache-2.0

import Animations
import Testing

@testable import StageTest

@Suite struct StagePlaybackTests {
  private let bar = StageConfiguration(animation: .flow, widthInPixels: 80, heightInPixels: 20)

  @Test(arguments: [Int64.min, -1, 31_536_000_001, .max])
  func `time out of range is refused`(milliseconds: Int64) throws {
    var playback = try StagePlayback(bar)
    do throws(StageTestError) {
      _ = try playback.frame(at: milliseconds)
      Issue.record("a frame at \(milliseconds) ms")
    } catch {
      #expect(error.description == "no frame at \(milliseconds) ms: expected 0 to 31536000000")
    }
  }

  @Test func `frame before the last is refused`() throws {
    var playback = try StagePlayback(bar)
    _ = try playback.frame(at: 40)
    do throws(StageTestError) {
      _ = try playback.frame(at: 39)
      Issue.record("a frame before the last")
    } catch {
      #expect(error.description == "the frame at 39 ms is before one that was drawn")
    }
  }

  @Test func `last frame of a year is drawn`() throws {
    var playing = try StagePlayback(bar, timeline: "0 progress 50")
    var failed = try StagePlayback(bar, timeline: "0 fail")
    #expect(try playing.frame(at: 31_536_000_000) != failed.frame(at: 31_536_000_000))
  }
}
