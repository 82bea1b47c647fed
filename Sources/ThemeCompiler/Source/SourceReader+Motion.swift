// SPDX-License-Identifier: Apache-2.0

internal import Theme

/// Keys of a motion among those of its image.
enum MotionKey {
  /// The table in an image's table.
  static let table = "motion"
  private static let prefix = "motion."

  /// The name of a motion's key in the settings of its image.
  static func name(_ key: String) -> String { prefix + key }

  /// The settings of a motion among those of its image.
  static func settings(of image: Settings) -> Settings {
    var found: Settings = [:]
    for (name, setting) in image where name.hasPrefix(prefix) {
      found[String(name.dropFirst(prefix.count))] = setting
    }
    return found
  }
}

/// `[image.NAME.motion]`.
extension SourceReader {
  /// Reads a motion into the settings of its image.
  mutating func readMotion(_ table: TOMLValue, _ path: String, into image: inout Settings) {
    guard table.isTable else {
      parser.diagnostics.error(
        path, at: table.position, "\(table.kind) does not fit", expected: "a table")
      return
    }
    for (key, setting) in settings(table, of: .motion, path) {
      image[MotionKey.name(key)] = setting
    }
  }

  /// The keyframes of a motion; nil after a diagnostic.
  mutating func keyframes(_ value: TOMLValue, _ path: String) -> SettingValue? {
    guard case .array(let items) = value.content else {
      parser.diagnostics.error(
        path, at: value.position, "\(value.kind) does not fit",
        expected: ValueType.keyframes.expected)
      return nil
    }
    guard items.count <= PackLimit.keyframes else {
      parser.diagnostics.error(
        path, at: items[PackLimit.keyframes].position, "\(items.count) keyframes",
        expected: "at most \(PackLimit.keyframes)")
      return nil
    }
    let errors = parser.diagnostics.errorCount
    let found = items.map { keyframe($0, path) }
    guard parser.diagnostics.errorCount == errors else { return nil }
    let given = found.count { $0.hasPosition }
    var keyframes: [KeyframeSource] = []
    for (index, (keyframe, hasPosition)) in found.enumerated() {
      if given > 0, !hasPosition {
        parser.diagnostics.error(
          path, at: items[index].position, "a keyframe without a position",
          expected: "at = … in all keyframes, or in none")
        return nil
      }
      if given > 0, let last = keyframes.last, keyframe.position < last.position {
        parser.diagnostics.error(
          path, at: items[index].position, "the position is before that of the last keyframe",
          expected: "keyframes in their order")
        return nil
      }
      keyframes.append(keyframe)
      if given == 0, found.count > 1 {
        keyframes[index].position = Int32(65536 * index / (found.count - 1))
      }
    }
    return .keyframes(keyframes)
  }

  /// A keyframe, and whether it says its position.
  private mutating func keyframe(
    _ value: TOMLValue, _ path: String
  ) -> (keyframe: KeyframeSource, hasPosition: Bool) {
    var keyframe = KeyframeSource(position: 0)
    guard value.isTable else {
      parser.diagnostics.error(
        path, at: value.position, "\(value.kind) does not fit",
        expected: "a table such as { opacity = 0.5 }")
      return (keyframe, false)
    }
    let errors = parser.diagnostics.errorCount
    let found = settings(value, of: .keyframe, path)
    let properties = found.keys.filter { $0 != "at" && $0 != "easing" }
    if parser.diagnostics.errorCount == errors, properties.isEmpty {
      parser.diagnostics.error(
        path, at: value.position, "a keyframe without a property",
        expected: "opacity, offset, scale or rotation")
    }
    func number(_ key: String) -> Int32? {
      if case .number(let number) = found[key]?.value { number } else { nil }
    }
    keyframe.position = number("at") ?? 0
    (keyframe.opacity, keyframe.scale) = (number("opacity"), number("scale"))
    keyframe.rotation = number("rotation")
    if case .choice(let index) = found["easing"]?.value { keyframe.easing = index }
    if case .lengths(let x, let y) = found["offset"]?.value { keyframe.offset = [x, y] }
    return (keyframe, found["at"] != nil)
  }
}
