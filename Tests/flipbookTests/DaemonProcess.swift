// SPDX-License-Identifier: Apache-2.0

import CLinux
import Foundation
import Linux
import Testing

/// The built daemon as a process, with its output in memory.
final class DaemonProcess {
  let process = Process()
  private let input = Foundation.Pipe()
  private let output = Foundation.Pipe()
  private let errors = Foundation.Pipe()

  /// How long anything may take; far more than it does.
  static let timeout = Int64(30_000_000_000)

  /// A name for a socket file that no other test uses.
  static func socketPath(_ name: String) -> String { "/tmp/flipbookd-\(getpid())-\(name).sock" }

  /// Starts the daemon that stands beside the test program.
  init(_ arguments: [String], environment: [String: String] = [:]) throws {
    let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let folder = URL(fileURLWithPath: program).deletingLastPathComponent()
    process.executableURL = folder.appendingPathComponent("flipbookd")
    // What AddressSanitizer does at the end of a process a daemon in its sandbox cannot do.
    process.arguments = ["--no-sandbox"] + arguments
    process.environment = environment
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    try process.run()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  /// Writes to its standard input.
  func write(_ text: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
  }

  /// Waits for its end, and returns its output.
  func end() throws -> (status: Int32, output: String, errors: String) {
    let written = try output.fileHandleForReading.readToEnd() ?? Data()
    let errorText = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let isExit = process.terminationReason == .exit
    return (
      isExit ? process.terminationStatus : -process.terminationStatus,
      String(decoding: written, as: UTF8.self), String(decoding: errorText, as: UTF8.self)
    )
  }

  /// Asks it to end.
  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }
}

/// A client of the daemon that waits for its answers.
struct TestClient: ~Copyable {
  private let stream: UnixStream

  /// Connects as soon as the daemon listens.
  init(path: String) throws {
    let end = MonotonicClock.nanoseconds + DaemonProcess.timeout
    let address = Array(path.utf8)
    while true {
      if let stream = try? UnixStream(connectingTo: address.span) {
        self.stream = stream
        return
      }
      try #require(MonotonicClock.nanoseconds < end, "no daemon listens at \(path)")
      usleep(10_000)
    }
  }

  /// Sends a line and gives the answer without its end.
  func ask(_ line: String) throws -> String {
    try askForFile(line).text
  }

  /// Sends a line and gives the answer, and the size of the file that came along; 0 for none.
  func askForFile(_ line: String) throws -> (text: String, size: Int) {
    let bytes = Array("\(line)\n".utf8)
    #expect(try stream.send(bytes.span) == .bytes(bytes.count))
    var text = ""
    var size = 0
    let end = MonotonicClock.nanoseconds + DaemonProcess.timeout
    while !text.hasSuffix("\n") {
      try #require(MonotonicClock.nanoseconds < end, "no answer to \(line)")
      var poll = Poll<1>()
      poll.watch(PollSlot(rawValue: 0), stream.descriptor)
      _ = try poll.wait(timeoutNanoseconds: 1_000_000_000)
      var buffer = [UInt8](repeating: 0, count: 4096)
      var space = buffer.mutableSpan
      let received = try stream.receiveWithDescriptor(into: &space)
      let transfer = received.transfer
      if let file = received.takeDescriptor() { size = try file.size() }
      switch transfer {
      case .bytes(let count): text += String(decoding: buffer[..<count], as: UTF8.self)
      case .wouldBlock: continue
      case .end: return (text + "<end>", size)
      }
    }
    return (String(text.dropLast()), size)
  }

  /// Asks for the status until it holds a word.
  func wait(for word: String) throws -> String {
    let end = MonotonicClock.nanoseconds + DaemonProcess.timeout
    while true {
      let status = try ask("status")
      if status.split(separator: " ").contains(Substring(word)) { return status }
      try #require(MonotonicClock.nanoseconds < end, "no \(word) in \(status)")
      usleep(10_000)
    }
  }
}

/// A service manager's end of its notification socket.
struct NotifySocket: ~Copyable {
  let path: String
  private let descriptor: FileDescriptor

  init(_ name: String) throws {
    path = "@flipbookd-\(getpid())-\(name)"
    let bytes = Array(path.utf8)
    let number = cl_unix_socket(1)
    descriptor = FileDescriptor(adopting: number)
    #expect(unsafe cl_unix_bind(number, bytes, bytes.count) == 0)
  }

  /// Sends messages of its own until no further one is taken.
  func fill() throws {
    let bytes = Array(path.utf8)
    let sender = try DatagramNotify(to: bytes.span)
    let text = Array("X".utf8)
    #expect(throws: SystemError(.send, errno: EAGAIN)) {
      while true { try sender.send(text.span) }
    }
  }

  /// The messages up to one that begins with a text.
  func messages(upTo text: String) throws -> [String] {
    var messages: [String] = []
    let end = MonotonicClock.nanoseconds + DaemonProcess.timeout
    while true {
      try #require(MonotonicClock.nanoseconds < end, "no \(text) in \(messages)")
      var poll = Poll<1>()
      poll.watch(PollSlot(rawValue: 0), descriptor)
      _ = try poll.wait(timeoutNanoseconds: 1_000_000_000)
      var buffer = [UInt8](repeating: 0, count: 4096)
      var space = buffer.mutableSpan
      guard case .bytes(let count) = try descriptor.read(into: &space) else { continue }
      let message = String(decoding: buffer[..<count], as: UTF8.self)
      messages.append(message)
      if message.hasPrefix(text) { return messages }
    }
  }
}
