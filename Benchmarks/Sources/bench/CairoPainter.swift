// SPDX-License-Identifier: Apache-2.0

import Baselines

/// Draws the scenes with Cairo, into an image that outlives it.
@safe
struct CairoPainter: ~Copyable {
  private let cairo: OpaquePointer

  /// Takes the first pixels of a memory as a scene's image.
  init(_ name: SceneName, pixels: borrowing PixelMemory) {
    precondition(name.pixelCount <= pixels.count, "The image does not fit.")
    let width = CInt(name.width)
    let opened = unsafe baseline_cairo_open(
      pixels.unsafeAddress, width, CInt(name.height), width * 4)
    guard let cairo = unsafe opened else { fatalError("Cairo refuses") }
    unsafe self.cairo = cairo
  }

  deinit {
    unsafe baseline_cairo_close(cairo)
  }

  /// Draws a frame over the whole image.
  func draw(_ name: SceneName, frame: Int) {
    unsafe baseline_cairo_draw(cairo, CInt(name.rawValue), CInt(frame))
  }
}
