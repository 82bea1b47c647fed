// SPDX-License-Identifier: Apache-2.0

import CLinux
import Foundation
import Linux
import Testing

@Suite struct LentDescriptorTests {
  @Test func `a lender is asked as drm-lease-manager is, and hands a descriptor over`() throws {
    let directory = try TestDirectory()
    let lender = try Lender(at: directory.file("lender"))
    let pair = try UnixStream.pair()
    let passed = pair.first.descriptor.number
    let thread = Thread { lender.serve(passed) }
    thread.start()
    var connection: FileDescriptor?
    // A busy machine may need more than one try, each of which ends after a tenth of a second.
    for _ in 0..<100 {
      guard
        let lent = try? FileDescriptor(lentBy: directory.file("lender").span, keeping: &connection)
      else {
        continue
      }
      #expect(try UnixStream(adopting: lent).send(Array("lent".utf8).span) == .bytes(4))
      var bytes = [UInt8](repeating: 0, count: 8)
      var span = bytes.mutableSpan
      #expect(try pair.second.receive(into: &span) == .bytes(4))
      let isKept = connection != nil
      #expect(isKept)
      return
    }
    Issue.record("no descriptor was handed over")
  }

  @Test func `nobody to lend is an error`() throws {
    let directory = try TestDirectory()
    var connection: FileDescriptor?
    do throws(SystemError) {
      _ = try FileDescriptor(lentBy: directory.file("lender").span, keeping: &connection)
      Issue.record("nobody lends")
    } catch { #expect(error.errno == ENOENT) }
  }

  @Test func `a lender who says nothing is not waited for`() throws {
    let directory = try TestDirectory()
    let lender = try Lender(at: directory.file("lender"))
    var connection: FileDescriptor?
    do throws(SystemError) {
      _ = try FileDescriptor(lentBy: directory.file("lender").span, keeping: &connection)
      Issue.record("nothing was lent")
    } catch { #expect(error.errno == ETIMEDOUT) }
    withExtendedLifetime(lender) {}
  }
}

/// A lessor's socket.
private final class Lender: Sendable {
  private let listener: CInt

  init(at name: [UInt8]) throws {
    listener = socket(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue), 0)
    let listener = listener
    try #require(
      unsafe name.withUnsafeBufferPointer { name in
        unsafe cl_unix_bind(listener, name.baseAddress, name.count)
      } == 0)
    try #require(listen(listener, 8) == 0)
  }

  deinit { close(listener) }

  /// Replies until the first has got the passed descriptor; the connection stays.
  func serve(_ passed: CInt) {
    for _ in 0..<100 {
      let client = accept(listener, nil, nil)
      var request: UInt32 = 1
      let count = unsafe recv(client, &request, 4, 0)
      var byte: UInt8 = 0
      if count == 4, request == 0, unsafe cl_send_descriptor(client, &byte, 1, passed) == 1 {
        return
      }
    }
  }
}
