// SPDX-License-Identifier: Apache-2.0

import ToolOptions
import Images
import ToolSupport
import ArgumentParser
import CLinux
import FlipbookClient
import Linux

/// `flipbook snapshot`: writes the frame on screen into a file.
struct SnapshotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapshot", abstract: "Write what is on screen into an image file.")

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A .png or .ppm file; - writes PPM to standard output.", valueName: "OUT"))
  var output: String

  @OptionGroup var connection: SocketOptions

  func run() throws {
    _ = try ImageFormat(name: output)
    var daemon = try DaemonConnection(connection)
    try Image(snapshotFrom: &daemon).write(to: output)
  }
}

extension Image {
  /// More pixels than any display has in one direction.
  private static let largestSide = 16384

  /// Asks the daemon for the frame on screen.
  init(snapshotFrom daemon: inout DaemonConnection) throws(ToolError) {
    let answer = try daemon.ask("snapshot")
    guard let file = daemon.takeDescriptor() else {
      throw ToolError(.refused, "the daemon's snapshot lacks its data")
    }
    let words = answer.split(separator: " ")
    let numbers = words.prefix(3).compactMap { Int($0) }
    guard numbers.count == 3, words.count == 4, words[3] == "XRGB8888",
      numbers.prefix(2).allSatisfy({ 1...Self.largestSide ~= $0 }),
      numbers[0] * 4...Self.largestSide * 4 ~= numbers[2]
    else { throw ToolError(.refused, "malformed reply to snapshot: \(answer)") }
    try self.init(file, width: numbers[0], height: numbers[1], strideInBytes: numbers[2])
  }

  private init(
    _ file: borrowing FileDescriptor, width: Int, height: Int, strideInBytes: Int
  ) throws(ToolError) {
    let size = strideInBytes * height
    var pixels: [UInt32] = []
    guard cl_cannot_shrink(file.number) != 0 else {
      // Reading a mapping beyond the end of its file raises SIGBUS.
      throw ToolError(.refused, "the daemon's snapshot can shrink: its size is not sealed")
    }
    do throws(SystemError) {
      guard try file.size() >= size else { throw SystemError(.map, errno: 0) }
      let mapping = try Mapping(of: file, size: size)
      // Not earlier: the reply may claim more memory than exists.
      pixels.reserveCapacity(width * height)
      let source = mapping.elements(as: UInt32.self)
      for row in 0..<height {
        let start = row * (strideInBytes / 4)
        for index in start..<start + width { pixels.append(source[index]) }
      }
    } catch {
      throw ToolError(.refused, "the daemon's snapshot cannot be read: \(error.words)")
    }
    self.init(width: width, height: height, pixels: pixels)
  }
}
