// SPDX-License-Identifier: Apache-2.0

import ToolSupport
import FixedPoint
import Testing

@testable import Images
import Stage
import Text

@Suite struct TimelineTests {
  private func timeline(_ text: String) throws -> Timeline {
    try Timeline(Array(text.utf8), name: "t")
  }

  private func message(_ text: String) -> String? {
    do {
      _ = try timeline(text)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func `lines are times with commands, and the rest is ignored`() throws {
    let entries = try timeline("# all\n\n 0 start \r\n\t# some\n12.5\tprogress/2 40\n12.5 done")
      .entries
    #expect(entries.map(\.time.nanoseconds) == [0, 12_500_000, 12_500_000])
    let forty = Percent(40)
    #expect(entries.map(\.command) == [.start, .progress(channel: 2, percent: forty), .done])
  }

  @Test func `a message may hold a number sign`() throws {
    let expected = Message(truncating: Array("Step #2".utf8).span)
    #expect(try timeline("0 message Step #2").entries.first?.command == .message(expected))
  }

  @Test func `a timeline may last for a month`() throws {
    #expect(try timeline("2592000000 done").entries.first?.time.description == "2592000000")
  }

  @Test func `mistakes are reported with their line`() {
    #expect(
      message("0 start\n\nx done") == "t:3: bad time 'x': not a number of milliseconds of 0 or more"
    )
    #expect(message("10 start\n5 done") == "t:2: time 5 comes after 10: times must not decrease")
    #expect(message("#\n7") == "t:2: no command after the time 7")
    #expect(message("0 bogus")?.hasPrefix("t:1: unknown command 'bogus'") == true)
    #expect(message("0 progress -1")?.hasPrefix("t:1: progress '-1'") == true)
    #expect(message("-3 start")?.hasPrefix("t:1: bad time '-3'") == true)
  }
}
