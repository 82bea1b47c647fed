// SPDX-License-Identifier: Apache-2.0

/// The offsets of a pack header's fields, and the header's limits.
package enum PackHeader {
  package static var size: Int { 64 }
  package static var entrySize: Int { 16 }
  package static var major: UInt16 { 1 }
  package static var minor: UInt16 { 0 }

  package static var version: Int { 8 }
  package static var fileSize: Int { 12 }
  package static var hash: Int { 16 }
  package static var sectionCount: Int { 24 }
  package static var shapes: Int { 28 }
  package static var placedGlyphs: Int { 30 }
  package static var elements: Int { 32 }
  package static var stops: Int { 36 }
  package static var edges: Int { 40 }
  package static var roomWidth: Int { 44 }
  package static var roomHeight: Int { 46 }

  package static var smallestFile: Int { 128 }
  package static var largestFile: Int { 64 << 20 }
  package static var sectionLimit: Int { 64 }
}

/// The largest numbers that a pack may contain.
package enum PackLimit {
  package static var variants: Int { 3 }
  package static var nodes: Int { 64 }
  package static var selectors: Int { 256 }
  package static var records: Int { 1024 }
  package static var texts: Int { 512 }
  package static var pieces: Int { 256 }
  package static var locales: Int { 64 }
  package static var images: Int { 64 }
  package static var stillSide: Int { 4096 }
  /// Pixels of a frame, frames of a pack, and the largest distance between key frames.
  package static var framePixels: Int { 1 << 22 }
  package static var frames: Int { 2048 }
  package static var keyDistance: Int { 16 }
  package static var stackDepth: Int { 3 }
  /// The largest width of a word in font units.
  package static var textWidth: UInt32 { 1 << 20 }
  /// The most glyphs of a word; more than a line has.
  package static var wordGlyphs: Int { 512 }
  /// The most stops of a gradient; a scene has no more.
  package static var stops: Int { 512 }
  /// The number of bytes that known texts are sorted by; messages are shorter.
  package static var textBytes: Int { 512 }
}

/// An index in a 16-bit field.
package enum PackIndex {
  /// The value for no index.
  package static var none: UInt16 { 65535 }
}

/// The kind of an element of a pack; the raw values are those of `NODE`.
package enum NodeKind: UInt8, Sendable {
  case background, stack, image, text, animation, prompt
}

/// Offsets of the fields of a `NODE`.
package enum NodeField {
  package static var kind: Int { 0 }
  package static var parent: Int { 1 }
  package static var firstRecord: Int { 2 }
  package static var recordCount: Int { 4 }
  /// Four indices of 2 bytes: the base and three variants.
  package static var selectors: Int { 6 }
  package static var channel: Int { 14 }
  package static var flags: Int { 15 }
  package static var name: Int { 16 }
  /// The parent value for elements directly on the stage.
  package static var stage: UInt8 { 255 }
  package static var held: UInt8 { 1 }
}

/// Offsets of the fields of a `STAG`.
package enum StageField {
  package static var textSize: Int { 0 }
  package static var margin: Int { 12 }
  package static var textColor: Int { 24 }
  package static var leaveColor: Int { 32 }
  package static var fade: Int { 40 }
  package static var appear: Int { 44 }
  package static var leave: Int { 48 }
  package static var dissolve: Int { 52 }
  package static var farewell: Int { 56 }
  package static var font: Int { 60 }
  package static var hoursText: Int { 62 }
  package static var minutesText: Int { 64 }
  package static var secondsText: Int { 66 }
}

/// The unit of a `LEN`; the raw values are those of the file.
package enum LengthUnit: UInt8, Sendable {
  /// Points.
  case point
  /// Hundredths of the stage's shorter side, of its width, of its height.
  case percent, percentOfWidth, percentOfHeight
  /// Cap heights of the stage's text.
  case cap
  /// The natural size of the content.
  case automatic
}

/// Offsets of the fields of a `RECD`: the shared fields first, then each kind's own.
package enum RecordField {
  package static var anchor: Int { 0 }
  package static var pivot: Int { 8 }
  package static var offset: Int { 16 }
  package static var width: Int { 40 }
  package static var height: Int { 52 }
  package static var opacity: Int { 64 }
  package static var own: Int { 80 }

  package enum Background {
    package static var color: Int { 80 }
    package static var gradient: Int { 88 }
    package static var image: Int { 90 }
    package static var fit: Int { 92 }
  }

  package enum Stack {
    package static var gap: Int { 80 }
    package static var padding: Int { 92 }
    package static var radius: Int { 104 }
    package static var borderWidth: Int { 116 }
    package static var fill: Int { 128 }
    package static var border: Int { 136 }
    package static var direction: Int { 144 }
    package static var align: Int { 145 }
  }

  package enum Image {
    package static var image: Int { 80 }
    package static var fit: Int { 82 }
    package static var radius: Int { 84 }
  }

  package enum Text {
    /// Four indices of 2 bytes.
    package static var texts: Int { 80 }
    package static var font: Int { 88 }
    package static var align: Int { 90 }
    package static var lines: Int { 91 }
    package static var size: Int { 92 }
    package static var color: Int { 104 }
    package static var lineHeight: Int { 112 }
  }

  package enum Prompt {
    package static var padding: Int { 80 }
    package static var radius: Int { 92 }
    package static var fieldHeight: Int { 104 }
    package static var fieldRadius: Int { 116 }
    package static var gap: Int { 128 }
    package static var borderWidth: Int { 140 }
    package static var panel: Int { 152 }
    package static var field: Int { 160 }
    package static var border: Int { 168 }
    package static var text: Int { 176 }
    package static var icon: Int { 184 }
    package static var bullet: Int { 186 }
    package static var capsText: Int { 188 }
    package static var font: Int { 190 }
    package static var keymap: Int { 192 }
  }

  package enum Animation {
    package static var kind: Int { 80 }
    package static var style: Int { 81 }
    /// The number of rings, or of frames of the intro.
    package static var parts: Int { 82 }
    package static var firstColor: Int { 84 }
    package static var colors: Int { 86 }
    package static var image: Int { 88 }
    package static var font: Int { 90 }
    package static var doneText: Int { 92 }
    package static var failedText: Int { 94 }
    package static var outro: Int { 96 }
    package static var period: Int { 100 }
    package static var spring: Int { 104 }
    package static var axis: Int { 108 }
    package static var failure: Int { 124 }
    package static var track: Int { 132 }
    /// Four colours; their use depends on the kind.
    package static var others: Int { 140 }
    package static var radius: Int { 172 }
    package static var arc: Int { 184 }
    package static var trackWidth: Int { 188 }
    package static var gap: Int { 192 }
    package static var dot: Int { 196 }
  }
}

/// The kind of an animation; the raw values are those of its record.
package enum AnimationKind: UInt8, Sendable {
  case bar, download, ring, frames
}

/// Offsets of the fields of an `IMAG`.
package enum ImageField {
  package static var kind: Int { 0 }
  package static var flags: Int { 1 }
  package static var width: Int { 2 }
  package static var height: Int { 4 }
  package static var first: Int { 8 }
  package static var count: Int { 12 }
  package static var rate: Int { 16 }
  package static var opaque: UInt8 { 1 }
  package static var smooth: UInt8 { 2 }
}

/// Offsets of the fields of a `VECT`.
package enum VectorField {
  package static var outline: Int { 0 }
  package static var length: Int { 4 }
  package static var rule: Int { 8 }
  package static var paint: Int { 9 }
  package static var opacity: Int { 10 }
  package static var gradient: Int { 12 }
  package static var color: Int { 16 }
  package static var box: Int { 24 }
  /// The length of an image's longer side in outline units.
  package static var units: Int { 16384 }
}

/// Offsets of the fields of a `PIEC`, and its flags.
package enum PieceField {
  package static var kind: Int { 0 }
  package static var level: Int { 1 }
  package static var font: Int { 2 }
  package static var flags: Int { 3 }
  package static var first: Int { 4 }
  package static var count: Int { 8 }
  package static var width: Int { 12 }
}

/// The kind of a piece of a text; the raw values are those of `PIEC`.
package enum PieceKind: UInt8, Sendable {
  case word, space, placeholder, plain
}

/// The content of a placeholder; the raw values are those of `PIEC`.
package enum Placeholder: UInt8, Sendable {
  case message, percent, eta, keymap, firstNumber, secondNumber
}

/// The index of a situation in a selector: aspect, mode, phase, and whether a question is asked.
package enum Situation {
  package static var aspects: Int { 3 }
  package static var modes: Int { 7 }
  package static var phases: Int { 5 }
  package static var count: Int { aspects * modes * phases * 2 }
  /// The value for no record: the element is hidden.
  package static var hidden: UInt8 { 255 }

  /// The index of a situation.
  package static func index(aspect: Int, mode: Int, phase: Int, isAsking: Bool) -> Int {
    ((aspect * modes + mode) * phases + phase) * 2 + (isAsking ? 1 : 0)
  }
}
