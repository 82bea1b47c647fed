import Peers

/// One scene's picture, and all who draw it.
struct Easel: ~Copyable {
  private let name: SceneName
  private var flipbook = FlipbookPainter()
  private let cairo: CairoPainter
  private var memory: PixelMemory
  private let row: PixelMemory
  private var frame = 0

  /// Makes a picture of a scene's size.
  init(_ name: SceneName) {
    self.name = name
    memory = PixelMemory(count: name.pixelCount)
    row = PixelMemory(count: name.width)
    cairo = CairoPainter(name, pixels: memory)
  }

  /// The pixels, after the last frame.
  var pixels: Span<UInt32> {
    @_lifetime(borrow self)
    get { memory.span }
  }

  /// Whether Flipbook has left something out.
  var isIncomplete: Bool { flipbook.isIncomplete }

  /// Draws some frames and tells how many nanoseconds of the processor they took.
  mutating func time(_ painter: Painter, frames: Int) -> Int64 {
    let start = peers_cpu_nanoseconds()
    for _ in 0..<frames { draw(painter) }
    return peers_cpu_nanoseconds() - start
  }

  /// Draws the next frame.
  mutating func draw(_ painter: Painter) {
    frame += 1
    draw(painter, frame: frame)
  }

  /// Draws a frame.
  mutating func draw(_ painter: Painter, frame: Int) {
    let count = memory.count
    switch painter {
    case .flipbook: flipbook.draw(name, frame: frame, into: &memory)
    case .cairo: cairo.draw(name, frame: frame)
    case .copy:
      unsafe peers_copy_row(
        memory.unsafeAddress, CInt(name.width), CInt(name.height), row.unsafeAddress)
    case .set: unsafe peers_set(memory.unsafeAddress, count * 4, CInt(frame & 255))
    case .stream: unsafe peers_stream(memory.unsafeAddress, count * 4, UInt32(frame))
    }
  }
}
