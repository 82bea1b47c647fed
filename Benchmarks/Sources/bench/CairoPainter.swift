import Peers

/// Draws the scenes with Cairo, into a picture that outlives it.
@safe
struct CairoPainter: ~Copyable {
  private let cairo: OpaquePointer

  /// Takes the first pixels of a memory as a scene's picture.
  init(_ name: SceneName, pixels: borrowing PixelMemory) {
    precondition(name.pixelCount <= pixels.count, "The picture does not fit.")
    let width = CInt(name.width)
    let opened = unsafe peers_cairo_open(
      pixels.unsafeAddress, width, CInt(name.height), width * 4)
    guard let cairo = unsafe opened else { fatalError("Cairo refuses") }
    unsafe self.cairo = cairo
  }

  deinit {
    unsafe peers_cairo_close(cairo)
  }

  /// Draws a frame over the whole picture.
  func draw(_ name: SceneName, frame: Int) {
    unsafe peers_cairo_draw(cairo, CInt(name.rawValue), CInt(frame))
  }
}
