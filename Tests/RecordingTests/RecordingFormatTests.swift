// SPDX-License-Identifier: Apache-2.0

import Recording
import Testing
import ToolSupport

@Suite struct RecordingFormatTests {
  @Test func `a name selects the format`() throws {
    #expect(try RecordingFormat(name: "a.b.apng") == .apng)
    #expect(try RecordingFormat(name: "x.gif") == .gif)
    #expect(try RecordingFormat(name: "-") == .y4m)
    #expect(try RecordingFormat(name: "x.webm") == .video(.vp9))
    #expect(try RecordingFormat(name: "x.mp4") == .video(.h264))
    let numbered = try #require(NumberedName("f%03d.png"))
    #expect(try RecordingFormat(name: "f%03d.png") == .images(numbered))
  }

  @Test(arguments: [
    "x", "x.png", "x.PNG", "apng.", ".ppm", "%d%d.png", "%5d.png", "%00d.png", "%xd.ppm",
  ])
  func `other names are refused`(_ name: String) {
    #expect(throws: ToolError.self) { try RecordingFormat(name: name) }
  }

  @Test func `a number has at least its digits`() throws {
    let name = try #require(NumberedName("a/%02d.png"))
    #expect((name.name(7), name.name(123)) == ("a/07.png", "a/123.png"))
    #expect(NumberedName("f%d.ppm")?.name(0) == "f0.ppm")
  }
}
