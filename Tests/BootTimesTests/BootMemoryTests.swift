// SPDX-License-Identifier: Apache-2.0

import BootTimes
import Testing
import Text

@Suite struct BootMemoryTests {
  private static let file = """
    flipbook-boot-times 1
    total 9134 9020
    a.service 812 830
    b.service - 1230

    """

  private static let wrongTime = "3: expected '-' or milliseconds up to the boot's total"

  private func problem(_ text: String) -> String? {
    do {
      _ = try BootMemory(Array(text.utf8).span)
      return nil
    } catch {
      return "\(error.line): \(error.problem)"
    }
  }

  @Test func `a file is written as it was read`() throws {
    let memory = try BootMemory(Array(Self.file.utf8).span)
    #expect(String(decoding: memory.bytes, as: UTF8.self) == Self.file)
  }

  @Test(arguments: [
    ("", "1: expected 'flipbook-boot-times 1'"),
    ("flipbook-boot-times 2\n", "1: expected 'flipbook-boot-times 1'"),
    ("flipbook-boot-times 1\n", "0: the totals are missing"),
    ("flipbook-boot-times 1\ntotal 5", "2: the line is cut off"),
    ("flipbook-boot-times 1\ntotal\n", "2: expected 'total' and the boots' times"),
    ("flipbook-boot-times 1\na 5\n", "2: expected 'total' and the boots' times"),
    ("flipbook-boot-times 1\ntotal 0\n", "2: expected milliseconds, 1 to 3600000"),
    ("flipbook-boot-times 1\ntotal 3600001\n", "2: expected milliseconds, 1 to 3600000"),
    ("flipbook-boot-times 1\ntotal 99999999\n", "2: expected milliseconds, 1 to 3600000"),
    ("flipbook-boot-times 1\ntotal -5\n", "2: expected milliseconds, 1 to 3600000"),
    ("flipbook-boot-times 1\ntotal 5 \n", "2: expected milliseconds, 1 to 3600000"),
    ("flipbook-boot-times 1\ntotal 1 2 3 4 5 6 7 8 9\n", "2: more than 8 boots"),
    ("flipbook-boot-times 1\ntotal 5\na 6\n", wrongTime),
    ("flipbook-boot-times 1\ntotal 5\na x\n", wrongTime),
    ("flipbook-boot-times 1\ntotal 5\na\n", "3: fewer times than boots"),
    ("flipbook-boot-times 1\ntotal 5\na 1 2\n", "3: more times than boots"),
    ("flipbook-boot-times 1\ntotal 5\n\n", "3: expected a unit's name"),
    ("flipbook-boot-times 1\ntotal 5\na/b 1\n", "3: expected a unit's name"),
    ("flipbook-boot-times 1\ntotal 5\na\u{E9} 1\n", "3: expected a unit's name"),
    ("flipbook-boot-times 1\ntotal 5\na 1\na 2\n", "4: the unit has a line already"),
  ])
  func `a wrong file is refused at its first wrong line`(text: String, expected: String) {
    #expect(problem(text) == expected)
  }

  @Test func `files at the limits are read, and larger ones refused`() {
    let head = "flipbook-boot-times 1\ntotal 1 2 3 3600000 5 6 7 8\n"
    let units = (0..<48).map { "\($0).service 1 - - - - - - -\n" }.joined()
    #expect(problem(head + units) == nil)
    #expect(problem(head + units + "last - - - - - - - -\n") == "51: more than 48 units")
    let name = String(repeating: "x", count: 128)
    #expect(problem("flipbook-boot-times 1\ntotal 5\n\(name) 5\n") == nil)
    #expect(problem("flipbook-boot-times 1\ntotal 5\n\(name)x 5\n") == "3: expected a unit's name")
    #expect(problem(String(repeating: "x", count: 4097)) == "0: larger than 4096 bytes")
  }

  @Test func `no bytes end the reader`() {
    var random = SplitMix(state: 7)
    for _ in 0..<3000 {
      var bytes = Array(Self.file.utf8)
      for _ in 0...random.next() % 4 {
        bytes[Int(random.next()) % bytes.count] = UInt8(truncatingIfNeeded: random.next())
      }
      bytes.removeLast(Int(random.next() % 30))
      if let memory = try? BootMemory(bytes.span) {
        #expect((try? BootMemory(memory.bytes.span))?.bytes == memory.bytes)
      }
      _ = try? RecordedBoot(bytes.span)
    }
  }

  @Test func `the ninth boot replaces the first`() throws {
    let boots = (1...9).map { (units: [$0], total: 1000 * $0) }
    let text = String(decoding: try memory(boots).bytes, as: UTF8.self)
    #expect(
      text == """
        flipbook-boot-times 1
        total 9000 8000 7000 6000 5000 4000 3000 2000
        a.service 9 8 7 6 5 4 3 2

        """)
  }

  @Test func `a unit that was not there three times is forgotten`() throws {
    let memory = try memory([([1, 2], 10), ([1, -1], 10), ([1, -1], 10), ([1, -1], 10)])
    let text = String(decoding: memory.bytes, as: UTF8.self)
    #expect(text == "flipbook-boot-times 1\ntotal 10 10 10 10\na.service 1 1 1 1\n")
  }

  @Test func `of many units those of most boots are kept, spread over the time`() throws {
    let times = (0..<200).map { $0 * 100 }
    var memory = try memory([(times, 20_000)])
    let first = try BootMemory(memory.bytes.span)
    memory.add(try recorded(times.map { $0 + 10 }, 20_010))
    let text = String(decoding: memory.bytes, as: UTF8.self)
    let lines = text.split(separator: "\n").dropFirst(2)
    #expect(lines.count == 48)
    #expect(!lines.contains { $0.contains("-") })
    let kept = lines.compactMap { Int($0.split(separator: " ")[1]) }
    #expect(zip(kept, kept.dropFirst()).allSatisfy { $1 - $0 <= 1000 })
    #expect((kept.first ?? 0) < 1000 && (kept.last ?? 0) > 19_000)
    #expect(first.bytes.count <= 4096)
  }

  @Test func `long names do not make the file larger than its limit`() throws {
    let names = (0..<100).map { "\($0)-" + String(repeating: "x", count: 120) }
    let record = names.enumerated().map { "\($0.offset * 10) \($0.element)\n" }.joined()
    var memory = BootMemory()
    for _ in 0..<9 {
      memory.add(try RecordedBoot(Array("flipbook-boot 1 0\n\(record)5000\n".utf8).span))
      #expect(memory.bytes.count <= 4096)
      #expect((try? BootMemory(memory.bytes.span)) != nil)
    }
  }
}

@Suite struct RecordedBootTests {
  private func problem(_ text: String) -> String? {
    do {
      _ = try RecordedBoot(Array(text.utf8).span)
      return nil
    } catch {
      return "\(error.line): \(error.problem)"
    }
  }

  @Test(arguments: [
    ("", "1: expected 'flipbook-boot 1' and a time"),
    ("flipbook-boot 1 x\n9\n", "1: expected 'flipbook-boot 1' and a time"),
    ("flipbook-boot 1 5\n", "0: no hand-over is recorded"),
    ("flipbook-boot 1 5\n5 a\n", "0: no hand-over is recorded"),
    ("flipbook-boot 1 5\n5 a\n9", "3: the line is cut off"),
    ("flipbook-boot 1 5\nx a\n9\n", "2: expected milliseconds, up to 3600000"),
    ("flipbook-boot 1 5\n3600001\n", "2: expected milliseconds, up to 3600000"),
    ("flipbook-boot 1 5\n5 a b\n9\n", "2: expected a unit's name"),
    ("flipbook-boot 1 5\n5 ä\n9\n", "2: expected a unit's name"),
  ])
  func `a wrong record is refused`(text: String, expected: String) {
    #expect(problem(text) == expected)
  }

  @Test func `of a unit the first time counts, and of the hand-overs the last`() throws {
    let record = "flipbook-boot 1 5\n1 a\n2 b\n3\n4 a\n5 c\n7\n8 d\n"
    var memory = BootMemory()
    memory.add(try RecordedBoot(Array(record.utf8).span))
    let text = String(decoding: memory.bytes, as: UTF8.self)
    #expect(text == "flipbook-boot-times 1\ntotal 7\na 1\nb 2\nc 5\n")
  }

  @Test func `lines are written as they are read`() throws {
    let name = "systemd-fsck@dev-disk-by\\x2duuid.service"
    var bytes = copy(BootRecordLine.first(start: 123_456).bytes)
    bytes += copy(BootRecordLine.line(at: 42, Array(name.utf8).span).bytes)
    bytes += copy(BootRecordLine.line(at: 99, Span()).bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "flipbook-boot 1 123456\n42 \(name)\n99\n")
    #expect(BootRecordLine.start(bytes.span) == 123_456)
    #expect(problem(String(decoding: bytes, as: UTF8.self)) == nil)
  }

  private func copy(_ bytes: Span<UInt8>) -> [UInt8] { bytes.indices.map { bytes[$0] } }
}
