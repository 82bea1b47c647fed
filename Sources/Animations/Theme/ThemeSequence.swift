// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Motion
internal import Raster
internal import Theme

/// A sequence of a pack's images on one output.
final class ThemeSequence {
  /// The number of its pixmap.
  let number: Int
  private let pack: Pack
  /// The position of its image's record.
  private let image: Int
  private let images: PixmapSequence
  /// What its versions count from, as other packs have other images.
  private let firstVersion: Int
  /// The frame that is shown; -1 for none.
  private var shown = -1
  private var isBroken = false

  /// Decodes the first frame; nil where its stream is broken.
  init?(
    _ pack: Pack, image: Int, size: (width: Int, height: Int), fit: PixmapFit, version: Int,
    addingTo set: PixmapSet
  ) {
    (self.pack, self.image) = (pack, image)
    firstVersion = version << 12
    images = PixmapSequence(size: size, fit: fit)
    number = set.nextNumber
    show(0)
    if isBroken { return nil }
    _ = set.add(images.pixmap)
  }

  /// Has the pixmap show a frame, and returns the pixmap's version.
  ///
  /// Of a broken frame, and of all after it, it goes on to show the one before.
  @discardableResult
  func show(_ frame: Int) -> Int {
    if frame != shown && !isBroken {
      let pack = pack
      let first = Int(pack.u32(image + ImageField.first))
      func isKey(_ frame: Int) -> Bool {
        pack.u32(pack.position(.frames, first + frame) + 4) >> 31 != 0
      }
      var next = frame
      while next > 0 && next != shown + 1 && !isKey(next) { next -= 1 }
      while next <= frame && !isBroken {
        let p = pack.position(.frames, first + next)
        let isWhole = isKey(next)
        let part = PixelRectangle(
          x: isWhole ? 0 : Int(pack.u16(p + 8)), y: isWhole ? 0 : Int(pack.u16(p + 10)),
          width: Int(pack.u16(isWhole ? image + ImageField.width : p + 12)),
          height: Int(pack.u16(isWhole ? image + ImageField.height : p + 14)))
        let stream = pack.bytes(
          .pixels, Int(pack.u32(p)), count: Int(pack.u32(p + 4) & 0x7FFF_FFFF))
        isBroken = !images.decode(stream, in: part, isWhole: isWhole)
        next += 1
      }
      if !isBroken {
        shown = frame
        images.update(version: firstVersion + frame)
      }
    }
    return images.pixmap.version
  }
}

/// Which frame of a sequence is shown when: through the intro, round the loop, and when it is done to the outro.
struct FrameTimes {
  let count: Int
  private let intro, outro: Int
  /// Frames a second: a fraction.
  private let rate: (frames: Int64, seconds: Int64)
  /// Whether it goes by progress, in place of time.
  let isBound: Bool
  private let endsAtOnce: Bool

  /// Those of an animation's record.
  init(_ pack: Pack, _ record: Int) {
    typealias Field = RecordField.Animation
    let image = pack.position(.images, Int(pack.u16(record + Field.image)))
    count = Int(pack.u32(image + ImageField.count))
    intro = Int(pack.u16(record + Field.parts))
    outro = Int(pack.u16(record + Field.outro))
    rate = (
      Int64(pack.u16(image + ImageField.rate)), Int64(pack.u16(image + ImageField.rate + 2))
    )
    isBound = pack.byte(record + Field.style) & 32 != 0
    endsAtOnce = pack.byte(record + Field.style) & 64 != 0
  }

  private var loop: Int64 { Int64(count - intro - outro) }

  /// How many frames have begun by a time.
  private func steps(at time: Duration) -> Int64 {
    // Two years; and every product below fits.
    let time = min(max(time.nanoseconds, 0), 1 << 56)
    let (seconds, rest) = (time / 1_000_000_000 * rate.frames, time % 1_000_000_000 * rate.frames)
    return seconds / rate.seconds
      + (seconds % rate.seconds * 1_000_000_000 + rest) / (rate.seconds * 1_000_000_000)
  }

  /// When a step begins.
  private func begin(ofStep step: Int64) -> Duration {
    let units = step * rate.seconds
    let (seconds, rest) = (units / rate.frames, units % rate.frames)
    return Duration(
      nanoseconds: seconds * 1_000_000_000 + (rest * 1_000_000_000 + rate.frames - 1) / rate.frames)
  }

  /// The step with which the outro begins; nil where none does.
  private func end(_ done: Duration?) -> Int64? {
    guard let done, outro > 0 else { return nil }
    let step = steps(at: done) - Int64(intro)
    if step < 0 { return Int64(intro) }
    if endsAtOnce || loop == 0 { return step + Int64(intro) }
    return Int64(intro) + (step / loop + 1) * loop
  }

  /// The frame at a time, when all has been done since another one.
  func frame(at time: Duration, done: Duration?) -> Int {
    let step = steps(at: time)
    if let end = end(done), step >= end {
      return count - outro + Int(min(step - end, Int64(outro - 1)))
    }
    if step < intro || loop == 0 { return Int(min(step, Int64(max(intro - 1, 0)))) }
    return intro + Int((step - Int64(intro)) % loop)
  }

  /// When another frame follows; nil where none does.
  func change(after time: Duration, done: Duration?) -> Duration? {
    let step = steps(at: time)
    if let end = end(done) {
      if step >= end + Int64(outro) - 1 { return nil }
    } else if loop <= 1 && step >= max(intro - (loop == 0 ? 1 : 0), 0) {
      return nil
    }
    return begin(ofStep: step + 1)
  }

  /// The frame for a progress.
  func frame(at progress: Fixed) -> Int {
    (progress.clamped(to: 0...1) * Fixed(count - 1) + .half).floor
  }
}
