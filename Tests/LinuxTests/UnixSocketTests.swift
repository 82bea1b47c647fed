// SPDX-License-Identifier: Apache-2.0

import CLinux
import Foundation
import Linux
import Testing

@Suite struct UnixSocketTests {
  @Test func `a connection carries bytes both ways`() throws {
    let directory = try TestDirectory()
    let listener = try UnixListener(at: directory.file("s").span, mode: 0o660)
    let client = try UnixStream(connectingTo: directory.file("s").span)
    guard let server = try listener.accept() else { throw Missing() }
    #expect(try client.send(Array("ping".utf8).span) == .bytes(4))
    #expect(try text(from: server) == "ping")
    #expect(try server.send(Array("pong!".utf8).span) == .bytes(5))
    #expect(try text(from: client) == "pong!")
  }

  @Test func `nobody waiting is not an error`() throws {
    let directory = try TestDirectory()
    let listener = try UnixListener(at: directory.file("s").span, mode: 0o660)
    #expect(try isNobody(listener.accept()))
  }

  @Test func `the file has its mode and goes with its owner`() throws {
    let directory = try TestDirectory()
    do {
      let listener = try UnixListener(at: directory.file("s").span, mode: 0o660)
      let mode = try directory.mode(of: "s")
      #expect(mode == 0o660)
      _ = listener.descriptor.number
    }
    #expect(!directory.exists("s"))
  }

  @Test func `what has come in place of the file is not given away`() throws {
    let directory = try TestDirectory()
    let listener = try UnixListener(at: directory.file("s").span, mode: 0o660)
    try directory.write("", to: "other")
    let link = "\(directory.path)/s"
    try FileManager.default.removeItem(atPath: link)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "other")
    #expect(throws: SystemError(.configure, errno: EEXIST)) { try listener.give(toGroup: getgid()) }
    try FileManager.default.removeItem(atPath: link)
    try FileManager.default.linkItem(atPath: "\(directory.path)/other", toPath: link)
    #expect(throws: SystemError(.configure, errno: EEXIST)) { try listener.give(toGroup: getgid()) }
  }

  @Test func `nobody else's files lose their permissions meanwhile`() throws {
    let directory = try TestDirectory()
    let name = directory.file("s")
    let binding = Thread { @Sendable in
      for _ in 0..<2000 { _ = try? UnixListener(at: name.span, mode: 0o660) }
    }
    binding.start()
    var modes: Set<Int?> = []
    while !binding.isFinished {
      try directory.write("", to: "other")
      modes.insert(try directory.mode(of: "other"))
      try FileManager.default.removeItem(atPath: "\(directory.path)/other")
    }
    #expect(modes.count == 1, "one of \(modes) was made while a socket was being bound")
  }

  @Test func `an abandoned socket file is replaced`() throws {
    let directory = try TestDirectory()
    let leftover = cl_unix_socket(0)
    let name = directory.file("s")
    #expect(unsafe cl_unix_bind(leftover, name, name.count) == 0)
    close(leftover)
    let listener = try UnixListener(at: name.span, mode: 0o600)
    _ = try UnixStream(connectingTo: name.span)
    #expect(try !isNobody(listener.accept()))
  }

  @Test func `a living socket is left alone`() throws {
    let directory = try TestDirectory()
    let first = try UnixListener(at: directory.file("s").span, mode: 0o600)
    #expect(throws: SystemError(.bind, errno: EADDRINUSE)) {
      _ = try UnixListener(at: directory.file("s").span, mode: 0o600)
    }
    _ = try UnixStream(connectingTo: directory.file("s").span)
    #expect(try !isNobody(first.accept()))
  }

  @Test func `an ordinary file is left alone`() throws {
    let directory = try TestDirectory()
    try directory.write("precious", to: "s")
    #expect(throws: SystemError(.bind, errno: EADDRINUSE)) {
      _ = try UnixListener(at: directory.file("s").span, mode: 0o600)
    }
    #expect(directory.exists("s"))
  }

  @Test func `the file of a successor is not removed`() throws {
    let directory = try TestDirectory()
    let name = directory.file("s")
    var listener = try UnixListener(at: name.span, mode: 0o600)
    #expect(unsafe cl_unix_unlink(name, name.count) == 0)
    let successor = try UnixListener(at: name.span, mode: 0o600)
    listener = try UnixListener(at: directory.file("other").span, mode: 0o600)
    #expect(directory.exists("s"))
    _ = successor.descriptor.number
    _ = listener.descriptor.number
  }

  @Test func `an address that is too long is refused`() throws {
    let name = [UInt8](repeating: UInt8(ascii: "a"), count: 108)
    #expect(throws: SystemError(.connect, errno: ENAMETOOLONG)) {
      _ = try UnixStream(connectingTo: name.span)
    }
  }

  @Test func `the other side is known`() throws {
    let pair = try UnixStream.pair()
    let peer = try pair.first.peer()
    #expect(peer.processID == getpid())
    #expect(peer.userID == getuid())
    #expect(peer.groupID == getgid())
  }

  @Test func `a full connection would block`() throws {
    let pair = try UnixStream.pair()
    let block = [UInt8](repeating: 0, count: 65536)
    var answer = Transfer.bytes(0)
    for _ in 0..<1000 {
      answer = try pair.first.send(block.span)
      if answer == .wouldBlock { break }
    }
    #expect(answer == .wouldBlock)
  }

  @Test func `sending to the dead is an end and no signal`() throws {
    var pair = try UnixStream.pair()
    pair.second = UnixStream(
      adopting: try FileDescriptor(opening: Path("/dev/null"), for: .readWrite))
    #expect(try pair.first.send([1].span) == .end)
  }

  @Test func `a descriptor travels`() throws {
    let pair = try UnixStream.pair()
    var file = try MemoryFile(name: "passed", size: 16)
    var bytes = file.mutableElements(as: UInt8.self)
    bytes[3] = 99
    #expect(try pair.first.send(Array("ok\n".utf8).span, passing: file.descriptor) == .bytes(3))
    var buffer = [UInt8](repeating: 0, count: 8)
    var span = buffer.mutableSpan
    let received = try pair.second.receiveWithDescriptor(into: &span)
    #expect(received.transfer == .bytes(3))
    guard let passed = received.takeDescriptor() else { throw Missing() }
    let seen = try Mapping(of: passed, size: 16)
    #expect(seen.elements(as: UInt8.self)[3] == 99)
  }

  @Test func `of two descriptors the second is closed`() throws {
    let pair = try UnixStream.pair()
    var passed = try UnixStream.pair()
    let number = UInt64(passed.first.descriptor.number)
    // A control message as the kernel takes it: its length, SOL_SOCKET and SCM_RIGHTS, the numbers.
    var control = [24, UInt64(SOL_SOCKET) | 1 << 32, number | number << 32]
    var byte: UInt8 = 1
    let sent = unsafe withUnsafeMutablePointer(to: &byte) { byte in
      var part = unsafe iovec(iov_base: byte, iov_len: 1)
      return unsafe withUnsafeMutablePointer(to: &part) { part in
        unsafe control.withUnsafeMutableBytes { control in
          var message = unsafe msghdr()
          unsafe message.msg_iov = part
          unsafe message.msg_iovlen = 1
          unsafe message.msg_control = control.baseAddress
          unsafe message.msg_controllen = 24
          return unsafe sendmsg(pair.first.descriptor.number, &message, 0)
        }
      }
    }
    #expect(sent == 1)
    var buffer: [UInt8] = [0, 0]
    var span = buffer.mutableSpan
    let received = try pair.second.receiveWithDescriptor(into: &span)
    let isTaken = received.takeDescriptor() != nil
    #expect(isTaken)
    // With all known ends closed, the connection has ended unless one was lost.
    passed.first = UnixStream(
      adopting: try FileDescriptor(opening: Path("/dev/null"), for: .readWrite))
    #expect(try passed.second.receive(into: &span) == .end)
  }

  @Test func `bytes alone bring no descriptor`() throws {
    let pair = try UnixStream.pair()
    _ = try pair.first.send([1, 2].span)
    var buffer = [UInt8](repeating: 0, count: 8)
    var span = buffer.mutableSpan
    let received = try pair.second.receiveWithDescriptor(into: &span)
    #expect(received.transfer == .bytes(2))
    let isAlone = received.descriptor == nil
    #expect(isAlone)
  }

  @Test(arguments: [false, true])
  func `a notification arrives`(abstract: Bool) throws {
    let directory = try TestDirectory()
    let name = abstract ? Array("@flipbook-test-\(getpid())".utf8) : directory.file("notify")
    let receiver = FileDescriptor(adopting: cl_unix_socket(1))
    #expect(unsafe cl_unix_bind(receiver.number, name, name.count) == 0)
    let notify = try DatagramNotify(to: name.span)
    try notify.send(Array("READY=1".utf8).span)
    var buffer = [UInt8](repeating: 0, count: 64)
    var span = buffer.mutableSpan
    #expect(try receiver.read(into: &span) == .bytes(7))
    #expect(Array(buffer.prefix(7)) == Array("READY=1".utf8))
  }

  @Test func `a notification without receiver fails`() throws {
    let directory = try TestDirectory()
    let notify = try DatagramNotify(to: directory.file("nobody").span)
    #expect(throws: SystemError(.send, errno: ENOENT)) {
      try notify.send(Array("READY=1".utf8).span)
    }
  }

  private struct Missing: Error {}

  private func isNobody(_ stream: consuming UnixStream?) -> Bool { stream == nil }

  private func text(from stream: borrowing UnixStream) throws -> String {
    var buffer = [UInt8](repeating: 0, count: 64)
    var span = buffer.mutableSpan
    guard case .bytes(let count) = try stream.receive(into: &span) else { return "" }
    return String(decoding: buffer.prefix(count), as: UTF8.self)
  }
}
