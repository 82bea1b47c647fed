// SPDX-License-Identifier: Apache-2.0

internal import Motion
package import Theme
package import Stage

/// A theme's pack with the selected variant, mode and language.
package struct ThemeSelection: Equatable, Sendable {
  package let pack: Pack
  /// 0 for the base.
  package let variant: Int
  package private(set) var mode: MachineMode
  /// A version for each pack that replaces another: the same image number then has another image.
  package private(set) var version: Int
  /// The first text of the language; each language has equally many.
  private(set) var firstText = 0
  /// Whether clocks have 12 hours in the locale's territory.
  let has12Hours: Bool
  /// Whether the theme has a clock.
  package let hasClock: Bool
  /// Whether it shows how far a boot is: without that a percentage would only cost frames.
  package private(set) var showsBootProgress = false

  /// Whether a message names the first unit that fails.
  package let showsFailure: Bool
  /// The font of the console; nil for the built-in one.
  package var consoleFont: PackFont? { stage.consoleFont.map { PackFont(pack, $0) } }

  /// Selects a variant of a pack, and the language of a locale such as `de_AT.UTF-8`: that of `de_AT`, else
  /// that of `de`, else the pack's first.
  package init(
    _ pack: Pack, variant: Int = 0, mode: MachineMode = .bootUp, locale: Span<UInt8> = Span(),
    version: Int = 0
  ) {
    (self.pack, self.version, self.mode) = (pack, version, mode)
    self.variant = min(max(variant, 0), pack.count(.variants))
    firstText = pack.firstText(of: locale)
    has12Hours = HourCycle.has12Hours(locale)
    hasClock = pack.has(.clock)
    showsFailure = pack[StageRecord.self, self.variant].showsFailure
    showsBootProgress = findsBootProgress
  }

  /// The most bytes of heap that a stage's model, or its layout on one output, needs without its pixmaps.
  ///
  /// An element is in 45 situations, with prompts of all sizes, and has 168 bytes in each.
  package var heapSize: Int { 128 << 10 + pack.count(.nodes) << 13 + pack.count(.records) << 10 }

  /// Whether both are the same selection of the same pack in memory.
  package static func == (a: ThemeSelection, b: ThemeSelection) -> Bool {
    a.pack === b.pack && a.variant == b.variant && a.mode == b.mode && a.firstText == b.firstText
      && a.has12Hours == b.has12Hours
  }

  /// The same theme in another mode; nil if the mode changes nothing.
  package func changed(toMode mode: MachineMode, version: Int) -> ThemeSelection? {
    let perMode = 2 * Situation.phases
    for node in 0..<pack.count(.nodes) {
      for aspect in 0..<Situation.aspects {
        let first = perMode * Situation.modes * aspect
        for index in 0..<perMode
        where record(ofNode: node, first + perMode * mode.rawValue + index)
          != record(ofNode: node, first + perMode * self.mode.rawValue + index)
        {
          var other = self
          (other.mode, other.version) = (mode, version)
          return other
        }
      }
    }
    return nil
  }

  /// What the theme says of the whole stage.
  var stage: StageRecord { pack[StageRecord.self, variant] }

  /// The index of a node's record in a situation; nil where it is hidden.
  func record(ofNode node: Int, _ situation: Int) -> Int? {
    record(of: pack[NodeRecord.self, node], situation)
  }

  func record(of node: NodeRecord, _ situation: Int) -> Int? {
    if !node.isKnown { return nil }
    return pack.selected(Int(node.selectors[variant]), situation)
      .map { node.records.lowerBound + $0 }
  }

  /// Whether an animation's record is a frame sequence.
  func isSequence(_ record: Int) -> Bool { pack[AnimationElement.self, record].kind == .frames }

  func kind(ofNode node: Int) -> NodeKind { pack[NodeRecord.self, node].kind }
}

extension TimeSpan {
  /// A duration of a pack.
  init(microseconds: UInt32) { self.init(nanoseconds: 1000 * Int64(microseconds)) }
}
