// SPDX-License-Identifier: Apache-2.0

import Control
import FixedPoint
import Stage
import Testing
import Text

@Suite struct RequestLineTests {
  private static let requests: [Request] = [
    .status, .subscribe, .snapshot, .deactivate, .reactivate, .hasActiveTerminal,
    .quit(retains: false), .quit(retains: true), .theme(""), .theme("acme:dark"),
    .theme("--reset"), .mode(.bootUp), .mode(.systemReset),
  ]

  private static let commands: [Command] = [
    .start, .done, .fail, .reset, .progressUnknown(channel: 1), .progressUnknown(channel: 9999),
    .progress(channel: 1, percent: 0), .progress(channel: 2, percent: 100),
    .message(""), .message("Unpacking hello (1/2) – é"), .slot(2, ""), .slot(4, "a  b"),
    .remaining(seconds: nil), .remaining(seconds: 0), .remaining(seconds: 1_000_000_000),
  ]

  private func read(_ request: Request) throws -> Request {
    let line = try #require(request.line)
    return try Request.parse(line.bytes)
  }

  @Test(arguments: requests + commands.map(Request.command))
  func `a line is read as its request`(request: Request) throws {
    #expect(try read(request) == request)
  }

  @Test func `a percentage is read exactly`() throws {
    var raw: UInt64 = 0x1234_5678_9ABC_DEF0
    for _ in 0..<2000 {
      raw = raw &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let percent = try #require(Percent(Fixed(raw: Int64(raw >> 1))))
      let request = Request.command(.progress(channel: 1, percent: percent))
      #expect(try read(request) == request)
    }
  }

  @Test func `a text has one line`() throws {
    let text = Message("a\nb\u{1B}[31m")
    #expect(try read(.command(.message(text))) == .command(.message("a b [31m")))
  }

  @Test func `what no client may send has no line`() {
    #expect(Request.command(.shake).line == nil)
    #expect(Request.command(.prompt(nil)).line == nil)
    #expect(Request.changeRoot("/sysroot").line == nil)
  }
}
