// SPDX-License-Identifier: Apache-2.0

import CLinux
import Control
import Motion
import Linux
import Testing

/// A client table with turns and a clock that the test controls.
struct ClientTableBench: ~Copyable {
  var table: ClientTable
  private let wireProtocol: WireProtocol
  var now = Instant.zero
  /// The requests so far, in the order in which they were served.
  var requests: [Request] = []
  /// The reply to each request.
  var answer = "ok"
  private var poll = Poll<264>()

  init(
    _ name: String, speaking wireProtocol: WireProtocol = .native, policy: PeerPolicy? = nil
  ) throws {
    let address = Array(name.utf8)
    self.wireProtocol = wireProtocol
    // The user of the tests may use Plymouth's protocol, too.
    var mine = PeerPolicy(owner: geteuid())
    mine.plymouthUser = geteuid()
    table = ClientTable(policy: policy ?? mine)
    let socket = try UnixListener(at: address.span, mode: 0o660, backlog: 128)
    let listens = table.listen(at: socket, speaking: wireProtocol)
    #expect(listens)
  }

  /// Takes a turn: polls without waiting, serves, and answers all requests.
  mutating func turn(budget: Int = .max) throws {
    table.watch(in: &poll, from: 0)
    _ = try poll.wait(timeoutNanoseconds: 0)
    table.serve(poll, from: 0, at: now)
    let reply = Array(answer.utf8)
    for _ in 0..<budget {
      guard let event = table.next(at: now) else { return }
      switch event {
      case .request(let request, let client):
        requests.append(request)
        table.reply(reply.span, to: client, at: now)
      case .command(let command): requests.append(.command(command))
      case .answered: continue
      }
    }
  }

  /// The next request, to be answered or deferred with the handle; nil for none.
  mutating func nextRequest() -> (request: Request, client: ClientHandle)? {
    guard case .request(let request, let client) = table.next(at: now) else { return nil }
    return (request, client)
  }

  /// Polls and serves, and leaves the requests to the test.
  mutating func watchOnce() {
    table.watch(in: &poll, from: 0)
    _ = try? poll.wait(timeoutNanoseconds: 0)
    table.serve(poll, from: 0, at: now)
  }

  /// Takes turns until nothing happens any more.
  mutating func settle() throws {
    for _ in 0..<50 { try turn() }
  }
}

/// A client of the test that never waits.
struct Client: ~Copyable {
  let stream: UnixStream

  init(_ stream: consuming UnixStream) { self.stream = stream }

  init(connectingTo name: String) throws {
    let address = Array(name.utf8)
    stream = try UnixStream(connectingTo: address.span)
  }

  /// Sends what fits; returns how many bytes.
  @discardableResult
  func send(_ text: String) throws -> Int {
    let bytes = Array(text.utf8)
    guard case .bytes(let count) = try stream.send(bytes.span) else { return 0 }
    return count
  }

  /// Sends bytes.
  func send(bytes: [UInt8]) throws {
    var sent = 0
    while sent < bytes.count {
      guard case .bytes(let count) = try stream.send(bytes.span.extracting(sent...)) else { return }
      sent += count
    }
  }

  /// Every byte that is there.
  func readBytes() throws -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      var space = buffer.mutableSpan
      guard case .bytes(let count) = try stream.receive(into: &space) else { return bytes }
      bytes += buffer[..<count]
    }
  }

  /// Everything that is there; `<end>` where the connection ends.
  func read() throws -> String {
    var text = ""
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      var space = buffer.mutableSpan
      switch try stream.receive(into: &space) {
      case .bytes(let count): text += String(decoding: buffer[..<count], as: UTF8.self)
      case .wouldBlock: return text
      case .end: return text + "<end>"
      }
    }
  }
}

extension ClientTableBench {
  /// A new client.
  mutating func client() throws -> Client {
    let pair = try UnixStream.pair()
    let mine = try UnixStream(adopting: pair.first.descriptor.duplicated())
    let its = try UnixStream(adopting: pair.second.descriptor.duplicated())
    guard table.admit(its, speaking: wireProtocol, at: now) else { throw Refused(text: "no place") }
    return Client(mine)
  }
}
