// SPDX-License-Identifier: Apache-2.0

import CLinux
import Linux
import Testing

@Suite struct FileDescriptorTests {
  @Test func `a descriptor is closed when its owner goes`() throws {
    let number: CInt
    do {
      let path = Path("/dev/null")
      let descriptor = try FileDescriptor(opening: path, for: .readWrite)
      number = descriptor.number
      #expect(fcntlAnswers(number))
    }
    // Another test may have got the number since: then it is a different file.
    #expect(!fcntlAnswers(number) || !isDevNull(number))
  }

  @Test func `a released descriptor stays open`() throws {
    let path = Path("/dev/null")
    let number = try FileDescriptor(opening: path, for: .readWrite).release()
    #expect(fcntlAnswers(number))
    close(number)
  }

  @Test func `a missing file is reported with operation and errno`() {
    #expect(throws: SystemError(.open, errno: ENOENT)) {
      let path = Path("/nonexistent/flipbook")
      _ = try FileDescriptor(opening: path, for: .readOnly)
    }
  }

  @Test func `what is written into a pipe comes out`() throws {
    let pipe = try FileDescriptor.pipe()
    #expect(try pipe.writer.write([1, 2, 3].span) == .bytes(3))
    var buffer: [UInt8] = [0, 0, 0, 0]
    var span = buffer.mutableSpan
    #expect(try pipe.reader.read(into: &span) == .bytes(3))
    #expect(buffer == [1, 2, 3, 0])
  }

  @Test func `an empty non-blocking pipe would block`() throws {
    let pipe = try FileDescriptor.pipe()
    try pipe.reader.setNonblocking()
    var buffer: [UInt8] = [0]
    var span = buffer.mutableSpan
    #expect(try pipe.reader.read(into: &span) == .wouldBlock)
  }

  @Test func `a pipe without writer is at its end`() throws {
    var pipe = try FileDescriptor.pipe()
    let path = Path("/dev/null")
    pipe.writer = try FileDescriptor(opening: path, for: .readWrite)
    var buffer: [UInt8] = [0]
    var span = buffer.mutableSpan
    #expect(try pipe.reader.read(into: &span) == .end)
  }

  @Test func `everything is written to a file`() throws {
    let directory = try TestDirectory()
    let path = try Path(directory.file("out").span)
    try FileDescriptor(opening: path, for: .replace).writeAll([7, 8, 9].span)
    let file = try FileDescriptor(opening: path, for: .readOnly)
    #expect(try file.size() == 3)
  }

  private func fcntlAnswers(_ number: CInt) -> Bool { lseek(number, 0, SEEK_CUR) >= 0 }

  private func isDevNull(_ number: CInt) -> Bool {
    var buffer = [CChar](repeating: 0, count: 64)
    let count = unsafe readlink("/proc/self/fd/\(number)", &buffer, 63)
    return count == 9 && buffer.prefix(9).elementsEqual("/dev/null".utf8.map { CChar($0) })
  }
}

@Suite struct PathTests {
  @Test func `a name of 1023 bytes fits`() throws {
    let name = [UInt8](repeating: UInt8(ascii: "a"), count: 1023)
    let path = try Path(name.span)
    #expect(path.bytes.count == 1023)
  }

  @Test func `a name of 1024 bytes is too long`() {
    let name = [UInt8](repeating: UInt8(ascii: "a"), count: 1024)
    #expect(throws: SystemError(.path, errno: ENAMETOOLONG)) { _ = try Path(name.span) }
  }

  @Test func `a zero in a name is refused`() {
    let name: [UInt8] = [47, 0, 47]
    #expect(throws: SystemError(.path, errno: EINVAL)) { _ = try Path(name.span) }
  }

  @Test func `an empty name is refused`() {
    let name: [UInt8] = []
    #expect(throws: SystemError(.path, errno: ENOENT)) { _ = try Path(name.span) }
  }

  @Test func `a number is appended in decimal`() throws {
    var path = Path("/dev/dri/card")
    try path.append(decimal: 4_294_967_295)
    let bytes = path.bytes
    #expect(bytes.indices.map { bytes[$0] } == Array("/dev/dri/card4294967295".utf8))
  }
}
