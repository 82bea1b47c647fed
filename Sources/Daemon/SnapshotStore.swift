// SPDX-License-Identifier: Apache-2.0

import Raster
import Scanout
import Linux

/// The memory files in which snapshots are passed to clients.
///
/// At most four, used in turn: a client that keeps its descriptors cannot make the daemon's memory grow.
/// An image stays valid until four later ones have been drawn. Requests for the same frame get the same
/// file.
struct SnapshotStore: ~Copyable {
  private var files = InlineArray<4, MemoryFile?> { _ in nil }
  private var latest = 0
  private var latestFrame: Int64 = -1

  /// Whether the last image shows a frame.
  func holds(frame: Int64) -> Bool { frame == latestFrame }

  /// The file of a frame if it was drawn last.
  func file(ofFrame frame: Int64) throws(SystemError) -> FileDescriptor? {
    frame == latestFrame ? try duplicate(latest) : nil
  }

  /// Draws an image into the next file, and returns the file.
  mutating func makeFile(
    ofFrame frame: Int64, size: PixelSize, _ draw: (inout PixelBuffer) -> Void
  ) throws(SystemError) -> FileDescriptor? {
    latest = (latest + 1) % files.count
    latestFrame = -1
    let stride = 4 * size.width
    if files[latest]?.size != stride * size.height {
      files[latest] = nil
      files[latest] = try MemoryFile(name: "flipbook-snapshot", size: stride * size.height)
    }
    if var file = files[latest].take() {
      var pixels = PixelBuffer(
        file.mutableElements(as: UInt32.self), width: size.width, height: size.height,
        strideInBytes: stride, format: .xrgb8888)
      draw(&pixels)
      file.releasePages()
      files[latest] = consume file
    }
    latestFrame = frame
    return try duplicate(latest)
  }

  private func duplicate(_ index: Int) throws(SystemError) -> FileDescriptor? {
    switch files[index] {
    case .some(let file): try file.descriptor.duplicated()
    case .none: nil
    }
  }
}
