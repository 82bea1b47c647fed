// SPDX-License-Identifier: Apache-2.0

import Support
import Control
import Testing

@testable import Followers
@testable import Installers

/// Malformed bytes, most of them captured bytes with a few changes: a follower always continues,
/// and its commands stay valid.
@Suite struct MalformedInputTests {
  /// The same numbers in every run (Steele, Lea and Flood, "Fast splittable pseudorandom number
  /// generators", 2014).
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  private func damaged(_ bytes: [UInt8], _ numbers: inout Numbers) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 0...12, using: &numbers) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &numbers)
      switch Int.random(in: 0..<3, using: &numbers) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &numbers)
      case 1: bytes.remove(at: place)
      default: bytes.removeSubrange(place..<min(bytes.count, place + 40))
      }
    }
    return bytes
  }

  private func isSound(_ recorder: CommandRecorder) -> Bool {
    var last = Percentage.zero
    for command in recorder.commands {
      if command == "reset" { last = .zero }
      guard command.hasPrefix("progress "), let now = Percentage(command.dropFirst(9)) else {
        continue
      }
      guard now >= last, now < .hundred else { return false }
      last = now
    }
    return recorder.commands.allSatisfy { $0.utf8.count <= 263 && !$0.contains("\n") }
  }

  @Test func `damaged messages of SWUpdate`() throws {
    let real = try Captures.decompressed("swupdate-progress-2022.12-amd64.raw.gz")
    var numbers = Numbers(state: 1)
    var refused = 0
    for _ in 0..<150 {
      var reader = SWUpdateReader()
      var progress = SWUpdateProgress()
      var recorder = CommandRecorder()
      do {
        let version = SWUpdateBytes.Version.allCases.randomElement(using: &numbers) ?? .y2022
        reader.append(version.greeting.span)
        let bytes = damaged(Array(real.prefix(2416 * 30)), &numbers)
        reader.append(bytes.span)
        for frame in try reader.frames() { recorder.add(progress.events(for: frame)) }
      } catch {
        refused += 1
      }
      #expect(isSound(recorder))
    }
    #expect(0 < refused && refused < 150)
  }

  @Test func `damaged lines of APT, dpkg and scripts`() throws {
    var numbers = Numbers(state: 2)
    let apt = try Captures.lines("apt-status-sample.txt") + Captures.lines("apt-status-pmerror.txt")
    let dpkg = try Captures.lines("dpkg-status-sample.txt")
    for _ in 0..<100 {
      let lines = (apt + dpkg).map { damaged($0, &numbers) }
      #expect(isSound(CommandRecorder(AptProgress(), lines)))
      #expect(isSound(CommandRecorder(DpkgProgress(), lines)))
      #expect(isSound(CommandRecorder(ScriptProgress(), lines)))
    }
  }

  @Test func `damaged replies of a daemon to Plymouth's client`() {
    var numbers = Numbers(state: 3)
    let real: [UInt8] = [6, 2, 6, 0, 0, 0] + Array("secret".utf8) + [9, 2, 0, 0, 0, 0x61, 0, 5]
    for _ in 0..<2000 {
      var rest = damaged(real, &numbers)
      while let (_, count) = try? PlymouthReply.read(rest.span) {
        #expect(0 < count && count <= rest.count)
        rest.removeFirst(count)
      }
    }
  }
}
