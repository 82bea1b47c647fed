// SPDX-License-Identifier: Apache-2.0

import CLinux
import Foundation
import Linux
import Testing

@Suite struct MemoryTests {
  @Test func `two mappings of a file share its bytes`() throws {
    var file = try MemoryFile(name: "test", size: 4096)
    let reader = try file.mapped()
    var pixels = file.mutableElements(as: UInt32.self)
    #expect(pixels.count == 1024)
    pixels[0] = 0x1122_3344
    pixels[1023] = 0xAABB_CCDD
    file.releasePages()
    let seen = reader.elements(as: UInt32.self)
    #expect(seen[0] == 0x1122_3344)
    #expect(seen[1023] == 0xAABB_CCDD)
    #expect(reader.bytes.byteCount == 4096)
  }

  @Test func `the size of a memory file is sealed`() throws {
    let file = try MemoryFile(name: "test", size: 64)
    #expect(ftruncate(file.descriptor.number, 0) == -1)
    #expect(cl_errno() == EPERM)
  }

  @Test func `nobody else writes a memory file`() throws {
    let file = try MemoryFile(name: "test", size: 64)
    let byte: [UInt8] = [1]
    #expect(throws: SystemError(.write, errno: EPERM)) { try file.descriptor.writeAll(byte.span) }
    #expect(throws: SystemError(.map, errno: EPERM)) {
      _ = try Mapping(of: file.descriptor, size: 64, isWritable: true)
    }
  }

  @Test func `an empty mapping is refused`() throws {
    let file = try MemoryFile(name: "test", size: 64)
    #expect(throws: SystemError(.map, errno: EINVAL)) {
      _ = try Mapping(of: file.descriptor, size: 0)
    }
  }

  @Test func `an unopened file cannot be mapped`() throws {
    let pipe = try FileDescriptor.pipe()
    #expect(throws: SystemError(.map, errno: ENODEV)) {
      _ = try Mapping(of: pipe.reader, size: 4096)
    }
  }

  @Test func `a read-only mapping is not written`() async {
    await #expect(processExitsWith: .failure) {
      let file = try MemoryFile(name: "test", size: 64)
      var mapping = try file.mapped()
      var bytes = mapping.mutableElements(as: UInt8.self)
      bytes[0] = 1
    }
  }
}

@Suite struct SystemErrorTests {
  @Test(arguments: [EAGAIN, EINTR, EBUSY, ENOMEM, EMFILE])
  func `what may pass is transient`(errno: CInt) {
    #expect(SystemError(.read, errno: errno).isTransient)
  }

  @Test(arguments: [ENOENT, EACCES, ENODEV, EINVAL])
  func `what will not pass is not`(errno: CInt) {
    #expect(!SystemError(.read, errno: errno).isTransient)
  }

  @Test func `the text names the reason`() {
    #expect(SystemError(.bind, errno: EACCES).operationName.description == "bind")
    #expect(SystemError(.bind, errno: EACCES).reason.description == "permission denied")
    #expect(ErrorNumber.name(of: 4242).description == "unknown error")
  }

  @Test func `a variable of the environment is lent`() throws {
    let path = try #require(ProcessInfo.processInfo.environment["PATH"])
    #expect(Environment.withValue(of: "PATH") { $0.count } == path.utf8.count)
    #expect(Environment.withValue(of: "FLIPBOOK_UNSET") { $0.count } == nil)
  }
}

@Suite struct SignalDescriptorTests {
  @Test func `a blocked signal is read instead of killing`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      let signals = try SignalDescriptor([.terminate, .user1])
      let none = try signals.next()
      raise(SIGTERM)
      let first = try signals.next()
      raise(SIGUSR1)
      let second = try signals.next()
      exit(none == nil && first == .terminate && second == .user1 ? 7 : 1)
    }
  }

  @Test func `after its end a signal acts again`() async {
    await #expect(processExitsWith: .signal(SIGTERM)) {
      do { _ = try SignalDescriptor(.terminate) }
      raise(SIGTERM)
      sleep(5)
    }
  }
}
