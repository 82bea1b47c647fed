// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Motion
import DisplayList
import Raster
import Support
import Testing
import Theme

@testable import Animations
import Stage
import Text

/// Fades of a theme: between situations, between messages, and at the beginning.
@Suite struct ThemeFadeTests {
  private static let (width, height) = (100, 60)

  /// A stage with a theme, drawn into pixels.
  private final class Shown: DrawnStage {
    init(_ pack: PackMaker, fade: TimeSpan = .zero, at start: Instant = .zero) throws {
      var configuration = StageConfiguration(
        animation: .flow, widthInPixels: ThemeFadeTests.width,
        heightInPixels: ThemeFadeTests.height)
      configuration.showsMessage = true
      configuration.fade = fade
      configuration.theme = ThemeSelection(try Pack(pack.file()))
      try super.init(configuration, at: start)
    }

    func pixel(_ time: Double, _ x: Int = 0, _ y: Int = 0) -> UInt32 {
      words(time)[y * ThemeFadeTests.width + x]
    }

    func isMoving(_ time: Double) -> Bool { stage.nextChange(after: ms(time)) == .now }
  }

  /// A theme with fades of 200 ms, and with different backgrounds in some phases.
  private static func theme(
    _ colors: [UInt32], appear: UInt32 = 0, fade: UInt32 = 200_000,
    _ color: @escaping (Int) -> UInt8 = { _ in 0 }
  ) -> PackMaker {
    var pack = PackMaker()
    pack.stage {
      ($0.fade, $0.appear) = (fade, appear)
    }
    let records = colors.map { color in
      var record = BackgroundElement(PackMaker.element())
      record.color = StraightColor(hex: color)
      return record
    }
    pack.node(.background, records) { color($0 % 10 / 2) }
    return pack
  }

  /// An image of one colour, 20 pt wide, in the middle; -1 hides it in a phase.
  private static func addImages(
    to pack: inout PackMaker, _ colors: [[UInt8]], _ image: @escaping (Int) -> UInt8
  ) {
    let records = colors.map { color in
      var record = PackMaker.image(pack.image(1, 1, stream: [0xF1] + color))
      (record.placement.width, record.fit) = (Length(20), .contain)
      return record
    }
    pack.node(.image, records) { image($0 % 10 / 2) }
  }

  @Test func `a background fades to that of another situation`() throws {
    let shown = try Shown(Self.theme([0x0000_00FF, 0xFFFF_FFFF]) { $0 == 3 ? 1 : 0 })
    shown.stage.apply(.start, at: ms(0))
    #expect(shown.pixel(900) == 0 && !shown.isMoving(900))
    shown.stage.apply(.fail, at: ms(1000))
    #expect(shown.pixel(1000) == 0 && shown.isMoving(1000))
    #expect(shown.pixel(1050) == 0x404040 && shown.pixel(1100) == 0x808080)
    #expect(shown.isMoving(1100))
    #expect(shown.pixel(1200) == 0xFFFFFF && shown.isMoving(1200) == false)
  }

  @Test func `back from halfway it goes from what is seen`() throws {
    let shown = try Shown(Self.theme([0x0000_00FF, 0xFFFF_FFFF]) { $0 == 3 ? 1 : 0 })
    shown.stage.apply(.fail, at: ms(1000))
    #expect(shown.pixel(1100) == 0x808080)
    shown.stage.apply(.reset, at: ms(1100))
    #expect(shown.pixel(1100) == 0x808080)
    #expect(shown.pixel(1200) == 0x404040)
    #expect(shown.pixel(1300) == 0)
  }

  @Test func `what is hidden or another one fades`() throws {
    var pack = Self.theme([0x0000_00FF])
    Self.addImages(to: &pack, [[255, 255, 255, 255], [255, 0, 0, 255]]) {
      $0 == 3 ? 1 : $0 == 4 ? 255 : 0
    }
    let shown = try Shown(pack)
    #expect(shown.pixel(10, 50, 30) == 0xFFFFFF)
    shown.stage.apply(.fail, at: ms(1000))
    // Half of the white one, and half of the red one over it.
    #expect(shown.pixel(1100, 50, 30) == 0xBF4040)
    #expect(shown.pixel(1200, 50, 30) == 0xFF0000)
  }

  @Test func `the end is seen from the instant that no command says`() throws {
    let pack = Self.theme([0x0000_00FF, 0xFFFF_FFFF]) { $0 == 4 ? 1 : 0 }
    func frames(_ step: Double) throws -> (at: UInt32, last: UInt32, rest: NextChange) {
      let shown = try Shown(pack)
      shown.stage.apply(.done, at: ms(0))
      var time = 0.0
      while time < 580 {
        _ = shown.pixel(time)
        time += step
      }
      return (
        shown.pixel(600), shown.pixel(3000), shown.stage.nextChange(after: ms(3000))
      )
    }
    let (a, b, c) = (try frames(5), try frames(33), try frames(579))
    #expect(a.at == b.at && b.at == c.at)
    #expect(a.last == 0xFFFFFF && a.rest == .never)
  }

  @Test func `the daemon wakes until the end is shown`() throws {
    let shown = try Shown(Self.theme([0x0000_00FF, 0xFFFF_FFFF]) { $0 == 4 ? 1 : 0 })
    shown.stage.apply(.done, at: ms(0))
    var (time, last, count) = (Instant.zero, UInt32(0), 0)
    waking: while count < 400 {
      last = shown.pixel(Double(time.nanoseconds) / 1e6)
      count += 1
      switch shown.stage.nextChange(after: time) {
      case .never: break waking
      case .now: time = time + .milliseconds(16)
      case .at(let next), .visibly(let next): time = max(next, time + .milliseconds(16))
      }
    }
    #expect(last == 0xFFFFFF && count < 400)
  }

  /// A phase that no command reports, in a theme without fades, with a loop for this phase alone.
  @Test func `a loop that is shown at the end runs`() throws {
    var pack = Self.theme([0x0000_00FF], fade: 0)
    let image = pack.sequence(
      1, 1, rate: (10, 1), (0..<4).map { .init([0xF1, UInt8($0 + 1), 0, 0, 255]) })
    pack.node(.animation, [PackMaker.frames(image)]) { $0 % 10 / 2 == 4 ? 0 : 255 }
    var configuration = StageConfiguration(
      animation: .flow, widthInPixels: Self.width, heightInPixels: Self.height)
    configuration.theme = ThemeSelection(try Pack(pack.file()))
    var model = try StageModel(configuration, at: .zero)
    let layout = try StageLayout(configuration, for: model)
    layout.makePixmaps()
    model.apply(.done, at: .zero)
    // The daemon's time when it draws a frame is before the time of that frame.
    for frame in 1...60 {
      model.advance(to: ms(Double(16 * frame - 16)))
      let change = model.nextChange(after: ms(Double(16 * frame)), on: layout)
      #expect(change != .never, "at \(16 * frame) ms")
    }
  }

  /// A theme with a message in the box font, from the left edge on: `A` or `B`.
  private func message() -> PackMaker {
    PackMaker.fontSample { $0.fade = 200_000 }
  }

  @Test func `a message fades to the next`() throws {
    let shown = try Shown(message())
    shown.stage.apply(.say("A"), at: ms(0))
    #expect(shown.pixel(0, 1, 5) == 0 && shown.isMoving(0))
    #expect(shown.pixel(100, 1, 5) == 0x808080)
    #expect(shown.pixel(200, 1, 5) == 0xFFFFFF && !shown.isMoving(200))
    // B leaves the first two pixels free.
    shown.stage.apply(.say("B"), at: ms(1000))
    #expect(shown.pixel(1050, 1, 5) == 0xBFBFBF && shown.pixel(1050, 9, 5) == 0x404040)
    #expect(shown.pixel(1200, 1, 5) == 0 && shown.pixel(1200, 9, 5) == 0xFFFFFF)
    shown.stage.apply(.say(""), at: ms(2000))
    #expect(shown.pixel(2100, 9, 5) == 0x808080 && shown.pixel(2200, 9, 5) == 0)
    #expect(!shown.isMoving(2200))
  }

  @Test func `a message of another slot is shown where the theme has it`() throws {
    let shown = try Shown(
      PackMaker.fontSample(slot: 2) { $0.fade = 200_000 })
    let a = Message(truncating: [0x41].span)
    shown.stage.apply(.message(a), at: ms(0))
    shown.stage.apply(.slot(3, a), at: ms(0))
    shown.stage.apply(.slot(5, a), at: ms(0))
    #expect(shown.pixel(1000, 1, 5) == 0)
    shown.stage.apply(.slot(2, a), at: ms(1000))
    #expect(shown.pixel(1100, 1, 5) == 0x808080 && shown.pixel(1200, 1, 5) == 0xFFFFFF)
    #expect(!shown.isMoving(1200))
    // Other messages do not change it.
    shown.stage.apply(.message(Message()), at: ms(2000))
    #expect(shown.pixel(2100, 1, 5) == 0xFFFFFF)
    // Beside a question it continues.
    shown.stage.apply(.message(a), at: ms(3000))
    shown.stage.apply(.ask("", EntryField(bulletCount: 0)), at: ms(3000))
    shown.stage.apply(.slot(2, Message()), at: ms(4000))
    #expect(shown.pixel(4500, 1, 5) == 0)
    shown.stage.apply(.prompt(nil), at: ms(5000))
    shown.stage.apply(.slot(2, a), at: ms(6000))
    #expect(shown.pixel(7000, 1, 5) == 0xFFFFFF)
    // Commands after a failure wait for the reset.
    shown.stage.apply(.fail, at: ms(8000))
    shown.stage.apply(.slot(2, Message()), at: ms(9000))
    #expect(shown.pixel(20_000, 1, 5) == 0xFFFFFF)
    shown.stage.apply(.reset, at: ms(20_000))
    #expect(shown.pixel(30_000, 1, 5) == 0)
  }

  @Test func `how long a message stood is counted in each slot`() throws {
    let shown = try Shown(
      PackMaker.fontSample(slot: 2) { $0.fade = 200_000 })
    let a = Message(truncating: [0x41].span)
    shown.stage.apply(.slot(2, a), at: ms(0))
    shown.stage.apply(.message(a), at: ms(2000))
    shown.stage.apply(.slot(2, Message()), at: ms(2300))
    #expect(shown.pixel(2400, 1, 5) == 0x808080 && shown.pixel(2500, 1, 5) == 0)
    // During a fade, a message that was shown briefly is replaced at once.
    shown.stage.apply(.slot(2, a), at: ms(4000))
    shown.stage.apply(.slot(2, Message()), at: ms(4300))
    #expect(shown.pixel(4300, 1, 5) == 0 && !shown.isMoving(4300))
  }

  @Test func `a message of another slot moves nothing in the built-in look`() throws {
    var configuration = StageConfiguration(
      animation: .flow, widthInPixels: Self.width, heightInPixels: Self.height)
    configuration.fade = .milliseconds(200)
    var stage = try Stage(configuration, at: .zero)
    stage.apply(.say("A"), at: ms(0))
    #expect(stage.nextChange(after: ms(1000)) == .never)
    stage.apply(.slot(2, Message(truncating: [0x41].span)), at: ms(1000))
    #expect(stage.nextChange(after: ms(1000)) == .never)
  }

  @Test func `a message that stood shortly is cut`() throws {
    let shown = try Shown(message())
    shown.stage.apply(.say("A"), at: ms(0))
    #expect(shown.pixel(300, 1, 5) == 0xFFFFFF)
    shown.stage.apply(.say("B"), at: ms(400))
    #expect(shown.pixel(400, 1, 5) == 0 && shown.pixel(400, 9, 5) == 0xFFFFFF)
    #expect(!shown.isMoving(400))
  }

  @Test func `in a fade the newest takes the place of the incoming one`() throws {
    let shown = try Shown(message())
    shown.stage.apply(.say("A"), at: ms(0))
    shown.stage.apply(.say("B"), at: ms(1000))
    shown.stage.apply(.say(""), at: ms(1100))
    #expect(shown.pixel(1100, 1, 5) == 0x808080 && shown.pixel(1100, 9, 5) == 0)
    #expect(shown.pixel(1200, 1, 5) == 0 && !shown.isMoving(1200))
  }

  @Test func `the same message again is still`() throws {
    let shown = try Shown(message())
    shown.stage.apply(.say("A"), at: ms(0))
    _ = shown.pixel(900)
    shown.stage.apply(.say("A"), at: ms(1000))
    #expect(!shown.isMoving(1000) && shown.pixel(1000, 1, 5) == 0xFFFFFF)
  }

  @Test func `a theme appears out of its background`() throws {
    var pack = Self.theme([0x2030_40FF], appear: 400_000)
    Self.addImages(to: &pack, [[255, 255, 255, 255]]) { _ in 0 }
    let shown = try Shown(pack, at: ms(1000))
    #expect(shown.pixel(1000, 50, 30) == 0x203040 && shown.isMoving(1000))
    let middle = shown.pixel(1200, 50, 30)
    #expect(middle == 0x8F979F || middle == 0x9098A0)
    #expect(shown.pixel(1200) == 0x203040)
    #expect(shown.pixel(1400, 50, 30) == 0xFFFFFF && !shown.isMoving(1400))
  }

  @Test func `a question is not seen in the message's place`() throws {
    let shown = try Shown(message())
    shown.stage.apply(.say("A"), at: ms(0))
    // B leaves the first two pixels free, and would cover the tenth one.
    #expect(shown.pixel(900, 1, 5) == 0xFFFFFF)
    shown.stage.apply(.ask("B", EntryField(bulletCount: 0)), at: ms(1000))
    for time in [1000.0, 1100, 1300] {
      #expect(shown.pixel(time, 1, 5) == 0xFFFFFF)
    }
    shown.stage.apply(.prompt(nil), at: ms(2000))
    for time in [2000.0, 2100, 2300] {
      #expect(shown.pixel(time, 1, 5) == 0xFFFFFF)
    }
  }

  @Test func `a question is shown once where nothing fades`() throws {
    let shown = try Shown(PackMaker.fontSample { $0.fade = 0 })
    shown.stage.apply(.say("A"), at: ms(0))
    shown.stage.apply(.ask("B", EntryField(bulletCount: 0)), at: ms(1000))
    #expect(shown.pixel(1100, 1, 5) == 0xFFFFFF)
  }

  /// Elements that fade in half a second at most, above one that covers the stage.
  @Test(arguments: [(0, 3_600_000_000), (3_600_000_000, 0)] as [(UInt32, UInt32)])
  func `no theme hides a question`(appear: UInt32, fade: UInt32) throws {
    let shown = try Shown(Self.theme([0x2030_40FF], appear: appear, fade: fade))
    let before = shown.words(900)
    shown.stage.apply(.ask("Passphrase", EntryField(bulletCount: 3)), at: ms(1000))
    let asked = shown.words(1500)
    #expect(asked != before)
    #expect(shown.words(60_000) == asked)
  }

  @Test func `a message that comes beside a question stays after it`() throws {
    let shown = try Shown(message())
    shown.stage.apply(.say("A"), at: ms(0))
    _ = shown.pixel(900)
    shown.stage.apply(.ask("A", EntryField(bulletCount: 0)), at: ms(1000))
    #expect(shown.pixel(1500, 1, 5) == 0xFFFFFF)
    shown.stage.apply(.say("B"), at: ms(1600))
    shown.stage.apply(.prompt(nil), at: ms(2000))
    #expect(shown.pixel(2500, 1, 5) == 0 && shown.pixel(2500, 9, 5) == 0xFFFFFF)
  }

  @Test func `the stage goes with the end`() throws {
    var pack = PackMaker()
    pack.stage {
      $0.leave = 400_000
      $0.leaveColor = StraightColor(hex: 0x2040_60FF)
    }
    pack.background(0xA0A0_A0FF)
    let shown = try Shown(pack)
    #expect(!shown.isMoving(1000))
    shown.stage.apply(.quit, at: ms(1000))
    #expect(shown.pixel(1000) == 0xA0A0A0 && shown.isMoving(1000))
    #expect(shown.pixel(1200) == 0x607080)
    // A second request to quit changes nothing.
    shown.stage.apply(.quit, at: ms(1200))
    #expect(shown.pixel(1400) == 0x204060 && !shown.isMoving(1400))
  }

  @Test func `a stage that does not go stays`() throws {
    let shown = try Shown(Self.theme([0x2030_40FF]))
    shown.stage.apply(.quit, at: ms(1000))
    #expect(shown.pixel(1000) == 0x203040 && shown.pixel(9000) == 0x203040)
    #expect(!shown.isMoving(1000))
  }

  @Test func `a prompt goes as it came`() throws {
    let shown = try Shown(Self.theme([0x2030_40FF]))
    let rest = shown.words(900)
    shown.stage.apply(.ask("Passphrase", EntryField(bulletCount: 3)), at: ms(1000))
    #expect(shown.words(1000) == rest)
    let (half, whole) = (shown.words(1100), shown.words(1200))
    #expect(half != rest && half != whole)
    shown.stage.apply(.prompt(nil), at: ms(2000))
    shown.stage.apply(.say(""), at: ms(2000))
    #expect(shown.words(2000) != rest && shown.isMoving(2000))
    let going = shown.words(2100)
    #expect(going != rest && going != whole)
    #expect(shown.words(2200) == rest && !shown.isMoving(2200))
  }
}

extension PackMaker {
  /// A node of several records, one in each situation; 255 hides it.
  mutating func node(
    _ kind: NodeKind, _ records: [some ElementRecord], _ record: @escaping (Int) -> UInt8
  ) {
    var node = NodeRecord()
    node.kind = kind
    node.channel = kind == .animation ? 1 : 0
    node.selectors = InlineArray(repeating: selector(record))
    node.records = count(.records)..<count(.records) + records.count
    for record in records { add(record) }
    add(node)
  }
}
