// SPDX-License-Identifier: Apache-2.0

/// The `desc.txt` of an Android boot animation.
///
/// The format is that of AOSP's `frameworks/base/cmds/bootanimation/FORMAT.md`.
package struct BootanimationDescription: Equatable, Sendable {
  /// A part: a folder of frames.
  package struct Part: Equatable, Sendable {
    /// When a part ends.
    package enum Kind: Equatable, Sendable {
      /// Ends as soon as the boot is complete.
      case interrupted
      /// Is completed in any case.
      case complete
      /// Ends as soon as the boot is complete, and fades out during some frames.
      case fading(frames: Int)
    }

    /// When it ends.
    package let kind: Kind
    /// Passes; 0 until the boot is complete.
    package private(set) var count: Int
    /// Frames for which the last one stays after a pass.
    package let pause: Int
    /// The folder of its frames.
    package let folder: String
    /// The background `0xRRGGBB`; nil for black.
    package let background: UInt32?
    /// Whether a clock is drawn.
    package let hasClock: Bool

    /// The same part, until the boot is complete.
    var repeated: Part {
      var part = self
      part.count = 0
      return part
    }
  }

  /// The animation's width in pixels.
  package private(set) var width = 0
  /// The animation's height in pixels.
  package private(set) var height = 0
  /// Frames per second.
  package private(set) var rate = 0
  /// Whether the progress is shown as a number.
  package private(set) var hasProgress = false
  /// Whether the system's colours replace those of the frames.
  package private(set) var hasDynamicColors = false
  /// The parts in their order.
  package private(set) var parts: [Part] = []
  /// Lines that are none of the format's, by number.
  package private(set) var unknownLines: [Int] = []

  private static let mostParts = 256
  /// The numbers of passes and frames that are computed with.
  private static let largest = 0...1_000_000

  /// Parses the file.
  ///
  /// - Throws: `unusable` with the line where the size, the rate or all parts are missing.
  package init(_ text: String, path: String) throws(ImportError) {
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let words = line.split { $0 == " " || $0 == "\t" || $0 == "\u{FEFF}" }.map(String.init)
      guard let first = words.first else { continue }
      if rate == 0 {
        guard words.count >= 3, let width = Int(words[0]), let height = Int(words[1]),
          let rate = Int(words[2]), 1...ImportLimit.side ~= width,
          1...ImportLimit.side ~= height, 1...1000 ~= rate
        else { throw .unusable("\(path):\(index + 1): expected WIDTH HEIGHT FPS") }
        (self.width, self.height, self.rate) = (width, height, rate)
        hasProgress = words.count > 3 && words[3] == "1"
      } else if first == "dynamic_colors" {
        hasDynamicColors = true
      } else if let part = Self.part(words) {
        parts.append(part)
        guard parts.count <= Self.mostParts else {
          throw .unusable("\(path): more than \(Self.mostParts) parts")
        }
      } else {
        unknownLines.append(index + 1)
      }
    }
    guard rate > 0 else { throw .unusable("\(path): it is empty; expected WIDTH HEIGHT FPS") }
    guard !parts.isEmpty else { throw .nothing("\(path): it has no part") }
  }

  /// `TYPE COUNT PAUSE PATH [FADE] [#RRGGBB [CLOCK1 [CLOCK2]]]`; nil for anything else.
  private static func part(_ words: [String]) -> Part? {
    guard words.count >= 4, let count = Int(words[1]), let pause = Int(words[2]),
      largest ~= count, largest ~= pause
    else { return nil }
    var rest = words[4...]
    let kind: Part.Kind
    switch words[0] {
    case "p": kind = .interrupted
    case "c": kind = .complete
    case "f":
      guard let frames = rest.first.flatMap({ Int($0) }), largest ~= frames else { return nil }
      rest = rest.dropFirst()
      kind = .fading(frames: frames)
    default: return nil
    }
    var background: UInt32?
    if let word = rest.first, word.hasPrefix("#"), word.utf8.count == 7,
      let color = UInt32(word.dropFirst(), radix: 16)
    {
      background = color
      rest = rest.dropFirst()
    }
    return Part(
      kind: kind, count: count, pause: pause, folder: words[3], background: background,
      hasClock: !rest.isEmpty)
  }
}
