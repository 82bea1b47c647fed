// SPDX-License-Identifier: Apache-2.0

import Support
import Text
import Testing
import ToolSupport

@testable import Followers

@Suite struct SWUpdateReaderTests {
  private typealias Frame = SWUpdateBytes

  private static let install: [SWUpdateBytes] = [
    SWUpdateBytes(status: 1, steps: 2), SWUpdateBytes(status: 2, steps: 2, step: 1, image: "a.img"),
    SWUpdateBytes(status: 8, steps: 2, step: 1, percent: 50, image: "a.img"),
    SWUpdateBytes(status: 8, steps: 2, step: 2, percent: 50, image: "b.img"),
    SWUpdateBytes(status: 2, steps: 2, step: 3), SWUpdateBytes(status: 3, steps: 2, step: 3),
    SWUpdateBytes(status: 6),
  ]

  private func read(_ chunks: [[UInt8]]) throws -> (SWUpdateReader, [SWUpdateFrame]) {
    var reader = SWUpdateReader()
    var frames: [SWUpdateFrame] = []
    for chunk in chunks {
      reader.append(chunk.span)
      frames += try reader.frames()
    }
    return (reader, frames)
  }

  @Test(arguments: SWUpdateBytes.Version.allCases)
  func `every layout is distinguished from the others, however it is cut`(
    version: SWUpdateBytes.Version
  ) throws {
    let bytes = version.greeting + Self.install.flatMap { $0.bytes(version) }
    for size in [1, 7, 2400, 2408, 2416, 5000, bytes.count] {
      let chunks = stride(from: 0, to: bytes.count, by: size).map {
        Array(bytes[$0..<min($0 + size, bytes.count)])
      }
      let (reader, frames) = try read(chunks)
      #expect(reader.layout?.size == version.size)
      #expect(frames.map(\.status.rawValue) == Self.install.map(\.status))
      #expect(frames.map(\.step) == Self.install.map { Int($0.step) })
      #expect(frames.map(\.stepPercent) == Self.install.map { Int($0.percent) })
      #expect(frames.map { String(copying: $0.image.bytes) } == Self.install.map(\.image))
    }
  }

  @Test(arguments: SWUpdateBytes.Version.allCases)
  func `counts of downloaded bytes do not confuse it`(version: SWUpdateBytes.Version) throws {
    let downloads = (1...3).map {
      SWUpdateBytes(status: 5, download: 30 * $0, downloadBytes: 5_000_000_000, steps: 3)
    }
    let (reader, frames) = try read([version.greeting + downloads.flatMap { $0.bytes(version) }])
    #expect(reader.layout?.size == version.size)
    #expect(frames.map(\.downloadPercent) == [30, 60, 90])
  }

  @Test(arguments: SWUpdateBytes.Version.allCases)
  func `a lonely message that says nothing is decided by the pause after it`(
    version: SWUpdateBytes.Version
  ) throws {
    var reader = SWUpdateReader()
    let first = version.greeting + SWUpdateBytes(status: 6).bytes(version)
    reader.append(first.span)
    _ = try reader.frames()
    let late = try reader.frames(isPaused: true)
    #expect(reader.layout?.size == version.size)
    #expect(late.map(\.status) == [.done] || !reader.isUndecided)
  }

  @Test func `126 real messages of 2022.12 are read`() throws {
    let bytes = try Captures.decompressed("swupdate-progress-2022.12-amd64.raw.gz")
    let (reader, frames) = try read([bytes])
    #expect(reader.layout == .padded)
    #expect(frames.count == 126)
    #expect(frames[1].info == #"{"0": {"VERSION" : "0.1.0"}}"#)
    #expect(frames[2].image == "img.bin" && frames[2].handler == "rawfile")
    #expect(frames.last?.status == .done)
  }

  @Test func `what is no progress is refused`() throws {
    var reader = SWUpdateReader()
    let garbage = [UInt8](repeating: 0xFF, count: 5000)
    reader.append(garbage.span)
    #expect(throws: SWUpdateReader.MalformedInput.self) { try reader.frames() }
    var later = SWUpdateReader()
    let message = SWUpdateBytes(status: 2, steps: 2, step: 1, image: "a").bytes(.y2022)
    later.append(message.span)
    #expect(try later.frames().count == 1)
    later.append(garbage.span.extracting(first: 2416))
    #expect(throws: SWUpdateReader.MalformedInput.self) { try later.frames() }
  }
}
