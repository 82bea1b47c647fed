// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Glibc
import DisplayList
import Raster
import Testing

/// Some bytes between inaccessible pages: a store outside of them kills the process.
@safe
private struct GuardedMemory: ~Copyable {
  /// On which side of the bytes the forbidden page begins at once.
  enum Side: CaseIterable {
    case before, behind
  }

  private let mapping: UnsafeMutableRawPointer
  private let mappingSize: Int
  private let offset: Int
  private let count: Int

  init(count: Int, tightOn side: Side) throws {
    let page = Int(getpagesize())
    let inner = (count + page - 1) / page * page
    mappingSize = inner + 2 * page
    let mapping = unsafe mmap(
      nil, mappingSize, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    let address = try unsafe #require(mapping)
    // Within the mapping that was just made.
    try #require(unsafe mprotect(address + page, inner, PROT_READ | PROT_WRITE) == 0)
    unsafe self.mapping = address
    self.count = count
    offset = page + (side == .before ? 0 : inner - count)
  }

  deinit {
    _ = unsafe munmap(mapping, mappingSize)
  }

  var bytes: MutableRawSpan {
    @_lifetime(&self)
    mutating get {
      // Mapped, and writable, until `deinit`.
      let span = unsafe MutableRawSpan(
        _unsafeStart: mapping + offset, byteCount: count)
      return unsafe _overrideLifetime(span, mutating: &self)
    }
  }
}

/// Nothing is stored outside of a frame, not even where vectors are wider than what is left.
@Suite struct GuardedMemoryTests {
  private static let formats: [PixelFormat] = [
    .xrgb8888, .xbgr8888, .argb8888, .rgb565, .xrgb2101010, .rgb888,
  ]

  /// Of everything something: runs of one colour, gradients along and across, edges at all places.
  private func scene(width: Int, height: Int) -> Scene {
    var scene = Scene(background: Color(hex: 0x8ECEED))
    let stops = scene.addStops(Color(hex: 0xEBD6AB), Color(hex: 0x105D9F))
    let (w, h) = (Fixed(width), Fixed(height))
    if let gradient = LinearGradient(from: .zero, to: Point(w, 0), stops: stops) {
      scene.add(
        .rectangle(Rectangle(x: -1, y: 0, width: w + 2, height: h)), paint: .linear(gradient))
    }
    scene.add(
      .rectangle(Rectangle(x: w / 3, y: h / 4, width: w, height: h)), paint: .solid(.white),
      opacity: .half)
    if let gradient = LinearGradient(from: .zero, to: Point(w, h * 3), stops: stops) {
      scene.add(
        .circle(center: Point(w / 2, h / 2), radius: w * Fixed(2, over: 5)),
        paint: .linear(gradient))
    }
    scene.add(
      .ring(center: Point(w, h / 2), radius: w / 2, width: 3), paint: .solid(Color(hex: 0xD0312D)))
    return scene
  }

  private func draw(
    _ format: PixelFormat, width: Int, height: Int, tightOn side: GuardedMemory.Side
  ) throws {
    let stride = width * format.bytesPerPixel
    var memory = try GuardedMemory(count: stride * height, tightOn: side)
    let scene = scene(width: width, height: height)
    var renderer = Renderer(maximumWidth: width, maximumHeight: height)
    var buffer = PixelBuffer(
      memory.bytes, width: width, height: height, strideInBytes: stride, format: format)
    renderer.draw(scene, damage: DamageRegion(allOfWidth: width, height: height), into: &buffer)
    var damage = DamageRegion(width: width, height: height)
    damage.insert(PixelRectangle(x: width - 1, y: height - 1, width: 9, height: 9))
    damage.insert(PixelRectangle(x: -2, y: 0, width: 3, height: 1))
    renderer.draw(scene, damage: damage, into: &buffer)
  }

  @Test(arguments: formats)
  func `a row of any length is stored within its bytes`(format: PixelFormat) throws {
    for width in 1...130 {
      for side in GuardedMemory.Side.allCases {
        try draw(format, width: width, height: 1, tightOn: side)
      }
    }
  }

  @Test(arguments: formats)
  func `a frame is stored within its bytes`(format: PixelFormat) throws {
    for width in [1, 2, 7, 33, 64, 331] {
      for side in GuardedMemory.Side.allCases {
        try draw(format, width: width, height: 41, tightOn: side)
      }
    }
  }

  @Test func `who stores outside is killed`() async {
    await #expect(processExitsWith: .failure) {
      let memory = try GuardedMemory(count: 100, tightOn: .behind)
      try memory.storeBehind()
    }
  }
}

extension GuardedMemory {
  /// Stores a byte where none may be stored.
  fileprivate func storeBehind() throws {
    // Outside on purpose: the page is there, and protected.
    unsafe mapping.storeBytes(of: 1, toByteOffset: offset + count, as: UInt8.self)
  }
}
