import Testing

@testable import flipbook

@Suite struct PlymouthProtocolTests {
  @Test func `a text is counted with its NUL, and cut between characters where it is too long`() {
    #expect(PlymouthRequest("M", "hi").bytes == [0x4D, 2, 3, 0x68, 0x69, 0])
    #expect(PlymouthRequest("M", "").bytes == [0x4D, 2, 1, 0])
    #expect(PlymouthRequest.ping.bytes == [0x50, 0])
    #expect(PlymouthRequest.quit(retainsSplash: true).bytes == [0x51, 2, 2, 1, 0])
    for count in [254, 255, 256, 1000] {
      let bytes = PlymouthRequest("M", String(repeating: "x", count: count)).bytes
      #expect(bytes.count == 258 && bytes[2] == 255 && bytes.last == 0)
    }
    let wide = PlymouthRequest("M", String(repeating: "ß", count: 128)).bytes
    #expect(wide[2] == 255 && wide.count == 258)
  }

  @Test func `replies are read when they are whole`() throws {
    func read(_ bytes: [UInt8]) throws -> PlymouthReply? { try PlymouthReply.read(bytes)?.0 }
    #expect(try read([6]) == .acknowledged)
    #expect(try read([0x15]) == .refused)
    #expect(try read([5, 6]) == .noAnswer)
    #expect(try read([2, 3, 0, 0, 0, 1, 2]) == nil)
    #expect(try read([2, 3, 0, 0, 0, 1, 2, 3]) == .answer([1, 2, 3]))
    #expect(try read([2, 0, 0, 0, 0]) == .answer([]))
    #expect(try read([9, 4, 0, 0, 0, 0x61, 0, 0x62, 0]) == .answers([[0x61], [0x62]]))
    #expect(try read([9, 1, 0, 0, 0, 0]) == .answers([[]]))
    #expect(throws: PlymouthReplyError.self) { try read([7]) }
    #expect(throws: PlymouthReplyError.self) { try read([2, 0xFF, 0xFF, 0xFF, 0xFF]) }
  }
}
