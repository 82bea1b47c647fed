// SPDX-License-Identifier: Apache-2.0

import Animations
import ArgumentParser
import Control
import Foundation
import Images
import Linux
import Motion
import Presentation
import Raster
import Scanout
import Support
import Testing
import ToolOptions
import ToolSupport

@testable import Daemon
import Text
import Stage

extension MemoryOutput {
  /// What is on the display; a loop over the pixels would take most of the time of a debug build.
  fileprivate func pixels() -> [UInt32] {
    // Rows of whole words, without gaps.
    unsafe snapshot.withUnsafeBytes { unsafe Array($0.bindMemory(to: UInt32.self)) }
  }
}

/// A daemon with an output in memory and the test's clock: its parts, in the order of the loop.
private final class FramesOfDaemon {
  /// The clock is not at zero when a daemon starts; vblanks are 40 ms apart from zero on.
  private static let begin = Instant(nanoseconds: 1_000_000_000)

  private var stages: Daemon.OutputStages
  private var clients: ClientTable
  private var watchdogs = Watchdogs()
  private var poll = Poll<264>()
  private let native: UnixStream
  private let plymouth: UnixStream
  private var elapsed = 0

  init(_ look: Look, mode: MachineMode?) throws {
    var options = Options()
    let size = PixelSize(width: Look.width, height: Look.height)
    let memory = Options.Memory(size: size, format: .xrgb8888, refreshMillihertz: 25_000)
    let isAdded = options.add(memory)
    #expect(isAdded)
    options.outputs.drawsEveryFrame = true
    options.protocols.mode = mode
    if let animation = look.animation { options.stage.animation = animation }
    if let pack = look.pack { options.theme.name = try Path(Array(pack.utf8).span) }
    options.loadTheme()
    var stages = try Daemon.OutputStages(options, at: Self.begin)
    try stages.add(
      MemoryOutput(
        width: size.width, height: size.height, refreshMillihertz: 25_000, isStrict: false),
      options.outputs)
    // As `Endpoints` does.
    var clients = ClientTable(policy: EndpointSetup.policy(options))
    clients.hasKeyboard = true
    if let mode { clients.begin(mode) }
    let first = try UnixStream.pair()
    let second = try UnixStream.pair()
    let native = try UnixStream(adopting: first.first.descriptor.duplicated())
    let plymouth = try UnixStream(adopting: second.first.descriptor.duplicated())
    let its = try UnixStream(adopting: first.second.descriptor.duplicated())
    let other = try UnixStream(adopting: second.second.descriptor.duplicated())
    let isNative = clients.admit(its, speaking: .native, at: Self.begin)
    let isPlymouths = clients.admit(other, speaking: .plymouth, at: Self.begin)
    #expect(isNative && isPlymouths)
    self.stages = stages
    self.clients = clients
    self.native = native
    self.plymouth = plymouth
  }

  /// Takes a turn of the loop at a time in milliseconds.
  func turn(_ milliseconds: Int) throws {
    elapsed = milliseconds
    let now = Self.begin + .milliseconds(milliseconds)
    clients.watch(in: &poll, from: 0)
    _ = try poll.wait(timeoutNanoseconds: 0)
    clients.serve(poll, from: 0, at: now)
    while let event = clients.next(at: now) {
      stages.change(mode: clients.mode, at: now, &watchdogs)
      switch event {
      case .command(let command): stages.apply(command, at: now)
      case .request(.command(let command), let client):
        stages.apply(command, at: now)
        let ok: StaticString = "ok"
        clients.reply(ok.bytes, to: client, at: now)
      case .request, .answered: continue
      }
    }
    while stages.areMaking { stages.makeImages(at: now) }
    for output in stages.list { try stages.show(output, at: now) }
    stages.advance(at: now)
  }

  /// Sends a line of the native protocol.
  func send(_ line: String) throws { _ = try native.send(Array("\(line)\n".utf8).span) }

  /// Asks for a passphrase, as systemd does, of which so many letters are typed.
  func ask(_ question: String, typing count: Int) throws {
    let bytes = [UInt8(ascii: "*"), 2, UInt8(question.utf8.count + 1)] + Array(question.utf8) + [0]
    _ = try plymouth.send(bytes.span)
    try turn(0)
    for _ in 0..<count { clients.type(UInt8(ascii: "x"), from: 0, at: Self.begin) }
  }

  /// The frame at a multiple of 40 ms, which has been drawn for that instant.
  func frame(at milliseconds: Int) throws -> [UInt32] {
    let start = max(elapsed, milliseconds - 120)
    for time in stride(from: start, through: milliseconds, by: 5) { try turn(time) }
    return stages.list[0].presenter.output.memory?.pixels() ?? []
  }
}

/// A look that comes with Flipbook.
struct Look: CustomTestStringConvertible, Sendable {
  // The least on which the scale of all is 1 by itself.
  static let (width, height) = (400, 320)

  let words: [String]
  var animation: StageConfiguration.AnimationKind?
  var pack: String?

  var testDescription: String { words.joined(separator: " ") }

  static let all =
    KeptPacks.names.map { name in
      Look(words: ["--theme", KeptPacks.path(name)], pack: KeptPacks.path(name))
    } + [
      Look(words: ["flow", "--stage"], animation: .flow),
      Look(words: ["download", "--stage"], animation: .download),
      Look(words: ["ring", "--stage"], animation: .ring),
    ]
}

/// What `flipbook render` draws, and the daemon shows: the same frames, of all looks, in all modes and phases.
@Suite struct RenderedFramesTests {
  private static let modes: [MachineMode?] = [nil] + MachineMode.allCases

  /// The tool's frames of a command line.
  private func rendered(
    _ look: Look, _ mode: MachineMode?, _ words: [String], at times: [Int]
  ) throws -> [[UInt32]] {
    var words = look.words + ["--canvas", "\(Look.width)x\(Look.height)"] + words
    if let mode { words += ["--mode", String(copying: mode.word)] }
    let options = try FrameOptions.parse(words)
    var renderer = try options.renderer(options.configuration())
    return try times.map { time in
      let image = try renderer.image(at: Milliseconds(nanoseconds: Int64(time) * 1_000_000))
      return image.pixels
    }
  }

  private func compare(
    _ look: Look, _ mode: MachineMode?, _ words: [String], at times: [Int], _ daemon: [[UInt32]]
  ) throws {
    let frames = try rendered(look, mode, words, at: times)
    let others = times.indices.filter { frames[$0] != daemon[$0] }.map { times[$0] }
    #expect(others == [], "\(look.testDescription), \(mode.map { "\($0)" } ?? "no mode")")
  }

  @Test(arguments: Look.all)
  func `a frame at work is that of the daemon`(look: Look) throws {
    // Within fades, and after them; a mode's title comes back when a client has nothing to say any more.
    let commands = [
      (1200, "message Checking disks"), (1700, "progress 40"), (2400, "message"), (3200, "done"),
    ]
    let times = [120, 1120, 1280, 1600, 2320, 2480, 3120, 3280, 6000]
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "timeline-\(UInt64.random(in: 0 ... .max))")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(commands.map { "\($0) \($1)\n" }.joined().utf8).write(to: file)
    for mode in Self.modes {
      let daemon = try FramesOfDaemon(look, mode: mode)
      var frames: [[UInt32]] = []
      try daemon.turn(0)
      var rest = commands[...]
      for time in times {
        while let (due, line) = rest.first, due < time {
          try daemon.send(line)
          try daemon.turn(due)
          rest.removeFirst()
        }
        frames.append(try daemon.frame(at: time))
      }
      try compare(look, mode, ["--timeline", file.path], at: times, frames)
      // Not all of them may be one frame.
      let areMoving = Set(frames).count > 3
      #expect(areMoving)
    }
  }

  @Test(arguments: Look.all)
  func `a frame after a failure is that of the daemon`(look: Look) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "timeline-\(UInt64.random(in: 0 ... .max))")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("1000 fail\n".utf8).write(to: file)
    for mode in Self.modes {
      let daemon = try FramesOfDaemon(look, mode: mode)
      try daemon.turn(0)
      try daemon.send("fail")
      try daemon.turn(1000)
      let frames = [try daemon.frame(at: 1160), try daemon.frame(at: 4000)]
      try compare(look, mode, ["--timeline", file.path], at: [1160, 4000], frames)
    }
  }

  @Test(arguments: Look.all)
  func `a frame with a question is that of the daemon`(look: Look) throws {
    for mode in Self.modes {
      let daemon = try FramesOfDaemon(look, mode: mode)
      try daemon.turn(0)
      try daemon.ask("Passphrase", typing: 5)
      let frames = [try daemon.frame(at: 120), try daemon.frame(at: 2000)]
      let words = ["--prompt", "Passphrase", "--bullets", "5"]
      try compare(look, mode, words, at: [120, 2000], frames)
    }
  }
}
