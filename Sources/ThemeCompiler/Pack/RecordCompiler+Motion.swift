// SPDX-License-Identifier: Apache-2.0

internal import DisplayList
internal import FixedPoint
internal import Theme

/// Motions of images.
extension RecordCompiler {
  /// The motion of an image under a condition; nil for an image at rest.
  mutating func motion(of element: ElementSource, _ condition: Condition) -> MotionElement? {
    guard let keys = resolver.motion(element, condition) else { return nil }
    guard case .keyframes(let keyframes) = keys["keyframes"] else {
      let first = keys.layers.joined().map(\.value.position).min()
      diagnostics.error(
        "\(element.key).\(MotionKey.table)", at: first ?? element.position, "no keyframes",
        expected: "keyframes = [{ opacity = 0 }, { opacity = 1 }]")
      return nil
    }
    if keyframes.isEmpty { return nil }
    var record = MotionElement()
    keys.write(.motion, to: &record)
    if record.binding == .progress { checkChannel(Int(record.channel), of: element, keys) }
    // Without a repetition it has no effect, and needs no newer version.
    if record.binding == .progress || record.repetition == .once { record.repeatStart = 0 }
    if record.repeatStart > 0 { hasMotionIntro = true }
    if let origin = point(keys["origin"]) {
      record.origin = Point(Fixed(q16: origin.0), Fixed(q16: origin.1))
    }
    let easing = Int(keys.choice("easing"))
    func track(_ value: (KeyframeSource) -> Length?) -> Range<Int> {
      builder.keyframes(
        keyframes.compactMap { keyframe in
          value(keyframe).map { Self.record(keyframe, $0, easing) }
        })
    }
    func number(_ value: Int32?) -> Length? { value.map { Length(value: $0, unit: .point) } }
    record.opacity = track { number($0.opacity) }
    record.offsetX = track { $0.offset?[0] }
    record.offsetY = track { $0.offset?[1] }
    record.scale = track { number($0.scale) }
    record.rotation = track { number($0.rotation) }
    return record
  }

  private static func record(
    _ keyframe: KeyframeSource, _ value: Length, _ easing: Int
  ) -> KeyframeRecord {
    var record = KeyframeRecord()
    (record.position, record.value) = (Fixed(q16: keyframe.position), value)
    guard let curve = Easing(rawValue: UInt8(clamping: keyframe.easing ?? easing)) else {
      preconditionFailure("The schema has more curves than a record.")
    }
    record.easing = curve
    return record
  }

  /// Warns of a motion that follows a channel without a progress, once for each element.
  ///
  /// Channel 1 has a progress without an animation, too.
  private mutating func checkChannel(_ channel: Int, of element: ElementSource, _ keys: Resolved) {
    let key = "\(element.key).\(MotionKey.table).channel"
    guard channel > 1, !showsProgress(of: channel), warned.insert(key).inserted else { return }
    diagnostics.warning(
      key, at: keys.setting("channel")?.position ?? element.position,
      "no animation shows channel \(channel): the image stays at position 0")
  }

  /// Whether an animation of the theme shows a channel.
  private func showsProgress(of channel: Int) -> Bool {
    // Overrides change neither its channel nor, so far, its rings.
    let base = Condition(overrides: [], mode: 0, isAsking: false)
    return resolver.theme.elements.contains { element in
      guard element.kind.isAnimation else { return false }
      let keys = resolver.element(element, base)
      let first = keys.integer("channel") ?? 1
      return first..<first + (keys.integer("rings") ?? 1) ~= channel
    }
  }

  /// Warns of an image that would keep a small processor busy while it moves, once for each element.
  ///
  /// `side` is its longer side at rest on the reference stage, in 1/65536 of a pixel. The largest scale counts.
  mutating func checkMotion(
    of element: ElementSource, _ side: Int64, _ file: ImageFile, _ keys: Resolved
  ) {
    let key = "\(element.key).\(MotionKey.table)"
    guard let motion = resolver.motion(element, keys.condition), !cut.contains(key),
      case .keyframes(let keyframes) = motion["keyframes"], !keyframes.isEmpty
    else { return }
    // Both sides are scaled.
    let scaled = (side * Int64(keyframes.compactMap(\.scale).max() ?? 65536)) >> 32
    let (long, short) = (max(file.width, file.height, 1), min(file.width, file.height))
    let pixels = Int(scaled) * Int(scaled * Int64(short) / Int64(long)) * 60
    guard pixels > 20_000_000 else { return }
    cut.insert(key)
    diagnostics.warning(
      key, at: motion.layers.joined().map(\.value.position).min() ?? element.position,
      "\(pixels / 1_000_000) million pixels a second are many; up to 20 do not slow down a start")
  }

  /// Reports a theme with more motions than a frame has time for.
  mutating func check(_ motions: [ElementSource]) {
    guard motions.count > PackLimit.motions else { return }
    let element = motions[PackLimit.motions]
    diagnostics.error(
      "\(element.key).\(MotionKey.table)", at: element.position,
      "\(motions.count) images move", expected: "at most \(PackLimit.motions)")
  }
}
