// SPDX-License-Identifier: Apache-2.0

import Animations
import DisplayList
import FixedPoint
import Linux
import Motion
import Stage
import Text
import Theme

/// A theme at 1080p, scale 2, in progress or with a question: each frame makes the scene from the pack's records.
struct ThemeRun: ~Copyable {
  private var stage: Stage
  private var scene: Scene
  private static let begin = Instant.zero + .milliseconds(5000)

  /// Shows a pack's theme at 40 %, and asks for a password if it is wanted.
  init(_ pack: Pack, asks: Bool) {
    var configuration = StageConfiguration.AnimationKind.flow.configuration(.p1080, scale: 2)
    configuration.theme = ThemeSelection(pack)
    let room = pack.room
    scene = Scene(
      shapeCapacity: Int(room.shapes), elementCapacity: Int(room.elements),
      stopCapacity: Int(room.stops))
    do throws(StageError) {
      stage = try Stage(configuration, at: .zero)
    } catch {
      fatalError("no stage")
    }
    stage.makePixmaps()
    if let percent = Percent(Fixed(40)) {
      stage.apply(.progress(channel: 1, percent: percent), at: .zero)
    }
    guard asks else { return }
    let question: StaticString = "Please enter the passphrase for disk vda2"
    question.withUTF8Buffer { bytes in
      // The literal lives as long as the program.
      let question = unsafe Message(truncating: bytes.span)
      stage.apply(
        .prompt(Prompt(question: question, entry: EntryField(bulletCount: 8))), at: ThemeRun.begin)
    }
  }

  /// Makes the scene of a second after the question.
  mutating func build() {
    stage.draw(at: ThemeRun.begin + .milliseconds(1000), into: &scene)
  }
}

extension Pack {
  /// The pack of a file.
  static func read(_ path: Path) throws(SystemError) -> Pack {
    let file = try FileDescriptor(opening: path, for: .readOnly)
    var bytes = [UInt8](repeating: 0, count: max(try file.size(), 0))
    var count = 0
    let size = bytes.count
    while count < size {
      var space = bytes.mutableSpan
      var rest = space._mutatingExtracting(count..<size)
      guard case .bytes(let more) = try file.read(into: &rest) else { break }
      count += more
    }
    guard let pack = try? Pack(bytes) else { fatalError("the pack is damaged") }
    return pack
  }
}
