// SPDX-License-Identifier: Apache-2.0

import Support
import Installers
import Text
import Testing

@testable import Followers

@Suite struct SWUpdateProgressTests {
  private func record(_ frames: [SWUpdateFrame], weights: StageWeights? = nil) -> CommandRecorder {
    var progress = SWUpdateProgress(weights: weights)
    return CommandRecorder(frames.flatMap { progress.events(for: $0) })
  }

  private func frames(_ bytes: [UInt8]) throws -> [SWUpdateFrame] {
    var reader = SWUpdateReader()
    reader.append(bytes.span)
    return try reader.frames()
  }

  private func made(_ frames: SWUpdateBytes...) throws -> [SWUpdateFrame] {
    try self.frames(frames.flatMap { $0.bytes(.y2022) })
  }

  private func capture() throws -> [SWUpdateFrame] {
    try frames(try Captures.decompressed("swupdate-progress-2022.12-amd64.raw.gz"))
  }

  @Test func `a real update rises to its end, which is 100`() throws {
    let recorded = record(try capture())
    #expect(recorded.isSound)
    #expect(recorded.commands.first == "reset")
    #expect(recorded.commands.last == "done")
    #expect(recorded.commands.filter { $0 == "done" }.count == 1)
    #expect(recorded.overall.contains(Percentage(whole: 50)))
    #expect(recorded.overall.last == ProgressModel.last)
    #expect(
      recorded.messages == [
        "Preparing the update", "Step 1 of 2: img.bin", "Step 2 of 2: img2.bin",
        "Finishing the update",
      ])
  }

  @Test func `the second channel is the step's own`() throws {
    let steps = record(try capture()).commands.filter { $0.hasPrefix("progress/2") }
    #expect(steps.first == "progress/2 0" && steps.last == "progress/2 100")
    #expect(steps.filter { $0 == "progress/2 0" }.count == 2)
  }

  @Test func `weights make one step more than the other`() throws {
    let recorded = record(try capture(), weights: StageWeights([3, 1]))
    #expect(recorded.isSound)
    #expect(recorded.overall.contains(Percentage(whole: 75)))
  }

  @Test func `a failure shows SWUpdate's words, or where it was`() throws {
    let start = SWUpdateBytes(status: 1, steps: 2)
    let run = SWUpdateBytes(status: 2, steps: 2, step: 1, image: "a.img")
    let silent = record(try made(start, run, SWUpdateBytes(status: 4, steps: 2, step: 1)))
    #expect(
      silent.commands.suffix(2) == ["message The update failed in step 1 of 2 (a.img)", "fail"])
    let loud = record(try made(start, run, SWUpdateBytes(status: 4, steps: 2, info: "no space")))
    #expect(loud.commands.suffix(2) == ["message no space", "fail"])
  }

  @Test func `the step with which SWUpdate 2022.12 ends a failed update moves nothing`() throws {
    let recorded = record(
      try made(
        SWUpdateBytes(status: 1, steps: 4),
        SWUpdateBytes(status: 2, steps: 4, step: 1, image: "a.img", handler: "raw"),
        SWUpdateBytes(status: 8, steps: 4, step: 1, percent: 40, image: "a.img", handler: "raw"),
        SWUpdateBytes(status: 2, steps: 4, step: 2), SWUpdateBytes(status: 4, steps: 4, step: 2)))
    #expect(recorded.overall == [.zero, Percentage(whole: 10)])
    #expect(recorded.commands.last == "fail")
    #expect(recorded.messages.last == "The update failed in step 1 of 4 (a.img)")
  }

  @Test(arguments: [0, 1])
  func `a script that fails moves nothing, nor do the scripts that SWUpdate runs after a failure`(
    failing: Int
  ) throws {
    func step(_ step: UInt32, _ image: String, _ handler: String, _ percents: [UInt32] = [100])
      -> [SWUpdateBytes]
    {
      ([0] + percents).map {
        SWUpdateBytes(
          status: $0 == 0 ? 2 : 8, steps: 5, step: step, percent: $0, image: image, handler: handler
        )
      }
    }
    // Two scripts and an image: the scripts run before and after it. The first script fails, or the image.
    let start = [SWUpdateBytes(status: 1, steps: 5)] + step(1, "a.sh", "shellscript")
    let failed =
      [
        start + step(2, "a.sh", "shellscript") + step(3, "b.lua", "lua"),
        start + step(2, "b.lua", "lua") + step(3, "c.img", "raw", [50])
          + step(4, "a.sh", "shellscript") + step(5, "b.lua", "lua"),
      ][failing]
    let recorded = record(
      try frames((failed + [SWUpdateBytes(status: 4, steps: 5)]).flatMap { $0.bytes(.y2024) }))
    #expect(recorded.overall == [[0], [0, 20, 40, 50]][failing].map { Percentage(whole: $0) })
    #expect(!recorded.commands.contains("progress/2 100"))
    #expect(recorded.commands.last == "fail")
    let place = ["1 of 5 (a.sh)", "3 of 5 (c.img)"][failing]
    #expect(recorded.messages.last == "The update failed in step \(place)")
  }

  @Test func `a server's report between two updates starts none`() throws {
    var progress = SWUpdateProgress()
    let reports = try made(
      SWUpdateBytes(status: 6), SWUpdateBytes(status: 7, info: "{\"3\": changed}"))
    #expect(reports.count == 2)
    #expect(reports.flatMap { progress.events(for: $0) } == [])
  }

  @Test func `a retry after a failure begins again`() throws {
    let recorded = record(
      try made(
        SWUpdateBytes(status: 1, steps: 1), SWUpdateBytes(status: 4, steps: 1),
        SWUpdateBytes(status: 6), SWUpdateBytes(status: 1, steps: 1),
        SWUpdateBytes(status: 3, steps: 1)))
    #expect(recorded.commands.filter { $0 == "reset" }.count == 2)
    #expect(recorded.commands.last == "done")
  }

  @Test func `SWUpdate's own end in the middle is a failure, and at rest it is none`() throws {
    var progress = SWUpdateProgress()
    #expect(progress.lost() == [])
    _ = progress.events(for: try made(SWUpdateBytes(status: 1, steps: 1))[0])
    #expect(progress.lost() == [.failed("SWUpdate has stopped in the middle of the update")])
    #expect(progress.lost() == [])
  }

  @Test func `a download before the first step has the second channel`() throws {
    let recorded = record(
      try made(
        SWUpdateBytes(status: 1, steps: 2), SWUpdateBytes(status: 5, download: 40, steps: 2)))
    #expect(recorded.commands.suffix(2) == ["message Downloading", "progress/2 40"])
  }
}
