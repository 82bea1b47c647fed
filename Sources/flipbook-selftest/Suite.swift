import Animations
import Control
import FixedPoint
import Motion
import Raster
import System

/// Draws scenes and prints a line with the hash of each.
struct Suite: ~Copyable {
  /// A scale's name and value.
  struct Scale {
    let name: StaticString
    let value: WideFixed
  }

  private static let scales: [Scale] = [
    Scale(name: "1", value: 1), Scale(name: "1.25", value: WideFixed(5, over: 4)),
    Scale(name: "1.5", value: WideFixed(3, over: 2)), Scale(name: "2", value: 2),
    Scale(name: "3", value: 3),
  ]

  /// Larger than any picture of the suite.
  private static let capacity = 1 << 20

  private var scene = Scene(elementCapacity: 16384)
  private var renderer = Renderer(
    maximumWidth: 1024, maximumHeight: 1024, edgeCapacity: 1 << 17)
  private var all = Damage(width: 1024, height: 1024)
  private var pixels = [UInt32](repeating: 0, count: capacity)
  private let output: FileDescriptor

  /// Prints to a file.
  init(output: consuming FileDescriptor) {
    self.output = output
  }

  /// Draws one story at all scales and times; false when something could not be drawn or printed.
  mutating func run(
    _ name: StaticString, _ configuration: StageConfiguration, _ acts: [Act], at times: [Int]
  ) -> Bool {
    var isWell = true
    for scale in Suite.scales {
      var scaled = StageConfiguration(
        animation: configuration.animation, width: configuration.width ?? 1,
        height: configuration.height ?? 1, scale: scale.value)
      scaled.takeStyle(from: configuration)
      guard var stage = try? Stage(scaled, at: .zero) else { return false }
      var played = 0
      for milliseconds in times {
        while played < acts.count, acts[played].milliseconds <= milliseconds {
          stage.apply(acts[played].command, at: acts[played].instant)
          played += 1
        }
        let hash = draw(&stage, at: .zero + .milliseconds(milliseconds))
        guard let hash, print(name, scale.name, milliseconds, hash) else {
          isWell = false
          continue
        }
      }
    }
    return isWell
  }

  private mutating func draw(_ stage: inout Stage, at time: Instant) -> UInt64? {
    let width = stage.configuration.widthInPixels
    let height = stage.configuration.heightInPixels
    guard width * height <= Suite.capacity else { return nil }
    scene.removeAll()
    stage.draw(at: time, into: &scene)
    all.removeAll(width: width, height: height)
    all.insertAll()
    Suite.draw(scene, all, with: &renderer, into: &pixels, width: width, height: height)
    guard !scene.overflowed, !renderer.overflowed else { return nil }
    var hash = FrameHash()
    hash.update(pixels.span.extracting(first: width * height))
    return hash.value
  }

  private static func draw(
    _ scene: borrowing Scene, _ damage: borrowing Damage, with renderer: inout Renderer,
    into pixels: inout [UInt32], width: Int, height: Int
  ) {
    var buffer = PixelBuffer(
      pixels.mutableSpan, width: width, height: height, strideInBytes: 4 * width, format: .xr24)
    renderer.draw(scene, damage: damage, into: &buffer)
  }

  private func print(
    _ name: StaticString, _ scale: StaticString, _ milliseconds: Int, _ hash: UInt64
  ) -> Bool {
    var line = InlineText<128>()
    line.append(name)
    line.append(" ")
    line.append(scale)
    line.append(" ")
    line.append(milliseconds)
    line.append(" ")
    for digit in 0..<16 {
      let value = UInt8(truncatingIfNeeded: hash >> UInt64(60 - 4 * digit) & 15)
      line.append(byte: value < 10 ? 48 + value : 87 + value)
    }
    line.append("\n")
    return (try? output.writeAll(line.bytes)) != nil
  }
}

extension StageConfiguration {
  /// Takes over all but the sizes.
  fileprivate mutating func takeStyle(from other: StageConfiguration) {
    boxWidth = other.boxWidth
    boxHeight = other.boxHeight
    background = other.background
    palette = other.palette
    flow = other.flow
    axis = other.axis
    paint = other.paint
    direction = other.direction
    rings = other.rings
    showsLabel = other.showsLabel
    showsMessage = other.showsMessage
  }
}
