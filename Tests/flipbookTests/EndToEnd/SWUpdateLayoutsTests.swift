// SPDX-License-Identifier: Apache-2.0

import Support
import CLinux
import Linux
import Text
import Testing
import ToolSupport

@testable import Followers

/// One real update, as each of SWUpdate's releases would have sent it.
@Suite(.serialized) struct SWUpdateLayoutsTests {
  /// The 126 real messages of 2022.12, laid out as another release does.
  private func messages(_ version: SWUpdateBytes.Version) throws -> [UInt8] {
    var reader = SWUpdateReader()
    let bytes = try Captures.decompressed("swupdate-progress-2022.12-amd64.raw.gz")
    reader.append(bytes.span)
    let frames = try reader.frames()
    try #require(frames.count == 126)
    return version.greeting
      + frames.flatMap { frame in
        SWUpdateBytes(
          status: frame.status.rawValue, download: frame.downloadPercent,
          steps: UInt32(frame.stepCount), step: UInt32(frame.step),
          percent: UInt32(frame.stepPercent), image: String(copying: frame.image.bytes),
          handler: String(copying: frame.handler.bytes), info: String(copying: frame.info.bytes)
        ).bytes(version)
      }
  }

  @Test(arguments: SWUpdateBytes.Version.allCases, [1000, 2408, 65536])
  func `an update rises to exactly 100`(version: SWUpdateBytes.Version, chunk: Int) throws {
    let name = "\(version)-\(chunk)"
    let path = "/tmp/flipbook-\(getpid())-\(name).swupdateprog"
    let listener = try UnixListener(at: Array(path.utf8).span, mode: 0o600)
    let run = try EndToEndRun(name, ["follow", "swupdate", "--path", path, "--once"])
    var stream: UnixStream?
    var rest = try messages(version)[...]
    let status = try run.watch {
      if stream == nil { stream = try listener.accept() }
      let part = Array(rest.prefix(chunk))
      guard !part.isEmpty else { return }
      if case .bytes(let count) = try stream?.send(part.span) { rest = rest.dropFirst(count) }
    }
    #expect(status == 0)
    #expect(try run.isForward())
    #expect(try run.isWhole())
    #expect(try run.sentCommands().contains("message Step 2 of 2: img2.bin"))
  }
}
