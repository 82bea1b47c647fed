// SPDX-License-Identifier: Apache-2.0

import CLinux
import Foundation
import Linux
import Testing
import ToolSupport

@Suite struct RenderTests {
  /// A name that no other test uses, removed afterwards.
  private final class Scratch {
    let path: String

    init(_ ending: String) {
      path = "/tmp/flipbook-test-\(getpid())-\(MonotonicClock.nanoseconds)-\(ending)"
    }

    deinit {
      _ = unsafe path.withCString { unsafe unlink($0) }
    }
  }

  /// Runs the built tool; its standard error is the description of the thrown error.
  private func run(_ arguments: [String]) throws {
    let process = Process()
    let errors = Foundation.Pipe()
    process.executableURL = try EndToEndRun.program("flipbook")
    process.arguments = arguments
    process.standardError = errors
    try process.run()
    let text = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let status = ToolError.Status(rawValue: process.terminationStatus)
      throw ToolError(try #require(status), String(decoding: text, as: UTF8.self))
    }
  }

  private func frame(_ arguments: [String], at time: String) throws -> [UInt8] {
    let output = Scratch("frame.ppm")
    try run(["render"] + arguments + ["--at", time, "-o", output.path])
    return try Files.read(output.path)
  }

  private func timeline(_ text: String) throws -> Scratch {
    let file = Scratch("timeline.txt")
    try Files.write(Array(text.utf8), to: file.path)
    return file
  }

  @Test func `frames do not depend on the order or company in which they are drawn`() throws {
    let timeline = try timeline("0 progress 80\n400 fail\n")
    let options = ["ring", "--size", "40", "--timeline", timeline.path]
    let names = ["700", "150"].map { Scratch("\($0).ppm") }
    let pattern = "/tmp/flipbook-test-\(getpid())-company-%d.ppm"
    try run(["render"] + options + ["--at", "700,150", "-o", pattern])
    for (time, name) in zip(["700", "150"], names) {
      let together = try Files.read(pattern.replacing("%d", with: time))
      try run(["render"] + options + ["--at", time, "-o", name.path])
      #expect(try Files.read(name.path) == together)
      _ = unsafe pattern.replacing("%d", with: time).withCString { unsafe unlink($0) }
    }
  }

  @Test func `a command shows from its own time on`() throws {
    let early = try timeline("100 message a\n")
    let options = ["download", "--stage", "--canvas", "200x160", "--timeline", early.path]
    let before = try frame(options, at: "99.999999")
    #expect(try frame(options, at: "110") != before)
    #expect(try frame(options, at: "0") == before)
  }

  @Test func `the message belongs to the stage only`() throws {
    let timeline = try timeline("0 message a\n")
    let options = ["download", "--canvas", "200x160"]
    let plain = try frame(options, at: "5")
    #expect(try frame(options + ["--timeline", timeline.path], at: "5") == plain)
    #expect(try frame(options + ["--stage", "--timeline", timeline.path], at: "5") != plain)
  }

  @Test func `a prompt is what its options say`() throws {
    let options = ["ring", "--stage", "--canvas", "320x240", "--prompt", "Password?"]
    let empty = try frame(options, at: "1000")
    #expect(try frame(["ring", "--stage", "--canvas", "320x240"], at: "1000") != empty)
    var seen = [empty]
    for more in [["--bullets", "3"], ["--bullets", "4"], ["--caps-lock"], ["--layout", "de"]] {
      seen.append(try frame(options + more, at: "1000"))
    }
    for (index, image) in seen.enumerated() { #expect(!seen[..<index].contains(image)) }
  }

  @Test func `an image begins with its size in pixels`() throws {
    let image = try frame(["flow", "--size", "101x3", "--scale", "1.25"], at: "0")
    #expect(image.starts(with: Array("P6\n127 4\n255\n".utf8)))
    #expect(image.count == 13 + 127 * 4 * 3)
  }

  @Test func `an image that is turned by a quarter is as wide as it was high`() throws {
    let options = ["flow", "--size", "101x3", "--scale", "1.25", "--rotate"]
    #expect(try frame(options + ["90"], at: "0").starts(with: Array("P6\n4 127\n255\n".utf8)))
    #expect(try frame(options + ["180"], at: "0").starts(with: Array("P6\n127 4\n255\n".utf8)))
  }

  @Test func `a format shows its steps, and dithering hides them`() throws {
    let timeline = try timeline("0 progress 70\n")
    let image = ["flow", "--size", "256x8", "--timeline", timeline.path]
    let options = image + ["--format", "RG16", "--dither"]
    let plain = try frame(options + ["off"], at: "2000").dropFirst(13)
    #expect(Set(plain).count <= 32 + 64)
    #expect(try frame(options + ["auto"], at: "2000").dropFirst(13) != plain)
    let exact = try frame(image, at: "2000").dropFirst(13)
    #expect(zip(exact, plain).allSatisfy { abs(Int($0) - Int($1)) <= 5 })
  }

  @Test func `a filmstrip has a place for every frame`() throws {
    let output = Scratch("strip.ppm")
    try run([
      "filmstrip", "ring", "--size", "40", "--every", "100", "--until", "400", "--columns", "3",
      "-o", output.path,
    ])
    let header = String(decoding: try Files.read(output.path).prefix(10), as: UTF8.self)
    // Two rows of three: frames of 40 with 12 between and around, captions of 20 below.
    #expect(header == "P6\n168 138")
  }

  @Test func `what cannot be written is a mistake of the user`() {
    let file = Scratch("nowhere").path + "/a.ppm"
    #expect(
      throws: ToolError(.usage, "flipbook: cannot write \(file): no such file or directory\n")
    ) {
      try run(["render", "ring", "--at", "0", "-o", file])
    }
  }
}
