// SPDX-License-Identifier: Apache-2.0

import Testing
import Text

@testable import Console

@Suite struct ConsoleLogTests {
  private func content(_ log: borrowing ConsoleLog, from offset: UInt32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: ConsoleLog.size)
    var space = bytes.mutableSpan
    guard let count = log.copy(from: offset, into: &space) else { return nil }
    return Array(bytes.prefix(count))
  }

  @Test func `it keeps the last 256 KB`() throws {
    let log = try ConsoleLog()
    log.append([1, 2, 3].span, milliseconds: 1)
    #expect(content(log, from: 0) == [1, 2, 3])
    #expect(content(log, from: 3) == [])
    let block = [UInt8](repeating: 7, count: ConsoleLog.size)
    log.append(block.span, milliseconds: 2)
    #expect(content(log, from: 0) == nil)
    #expect(log.start == 3)
    #expect(content(log, from: 3) == block)
  }

  @Test func `an offset is found by its time`() throws {
    let log = try ConsoleLog()
    #expect(log.offset(after: 5) == 0)
    log.append([1, 2].span, milliseconds: 10)
    log.append([3].span, milliseconds: 10)
    log.append([4].span, milliseconds: 20)
    #expect(log.offset(after: 9) == 0)
    #expect(log.offset(after: 10) == 3)
    #expect(log.offset(after: 20) == 4)
    // More times than are kept.
    for time in 0..<UInt32(1000) { log.append([5].span, milliseconds: 100 + time) }
    #expect(log.offset(after: 1098) == 4 + 999)
    #expect(log.offset(after: 0) > 4)
  }

  private func parsed(_ record: String) -> KernelMessage? {
    KernelMessage(Array(record.utf8).span)
  }

  @Test func `a kernel's message has its time and its level`() throws {
    let record = "3,339,5140900,-;Buffer I/O error on dev sr0\n SUBSYSTEM=scsi\n"
    let message = try #require(parsed(record))
    #expect(message.isError && message.level == 3 && message.milliseconds == 5140)
    let (stamp, text) = (String(copying: message.stamp.bytes), String(copying: message.text.bytes))
    #expect(stamp == "[    5.140900] ")
    #expect(text == "Buffer I/O error on dev sr0")
    for wrong in ["", "3,1,2", "x,1,2,-;a", "3,1;a", ";", "99999999999999999999999,1,2,-;a"] {
      #expect(parsed(wrong) == nil)
    }
  }

  @Test(arguments: [
    (
      "[\u{1B}[0;1;31mFAILED\u{1B}[0m] Failed to start \u{1B}[0;1;39mfoo.service\u{1B}[0m - Foo.",
      "Failed to start foo.service - Foo"
    ),
    ("[FAILED] Failed to mount /srv.", "Failed to mount /srv"),
    ("[  OK  ] Started bar.", nil),
    ("[FAILED] .", nil),
    ("prefix [FAILED] no", nil),
  ])
  func `a failed unit is found`(line: String, expected: String?) {
    var finder = FailedUnitFinder()
    var found: String?
    for byte in Array((line + "\r\n").utf8) {
      if let text = finder.feed(byte) { found = String(copying: text.bytes) }
    }
    #expect(found == expected)
  }
}

extension String {
  fileprivate init(copying bytes: Span<UInt8>) {
    self = String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
  }
}
