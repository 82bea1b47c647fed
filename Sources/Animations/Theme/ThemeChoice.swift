// SPDX-License-Identifier: Apache-2.0

package import Theme

/// A theme's pack, and which part of it a stage shows.
package struct ThemeChoice: Equatable, Sendable {
  package let pack: Pack
  /// 0 for the base.
  package let variant: Int
  /// What the machine does, as the situations of a pack count it, from 0 for a boot.
  package private(set) var mode: Int
  /// Another number for each pack that is shown in the place of another: the same number of an image is another
  /// image then.
  package private(set) var version: Int
  /// The first text of the language, of which the pack has as many as of every other.
  private(set) var firstText = 0

  /// Chooses a variant of a pack, and the language of a locale such as `de_AT.UTF-8`: that of `de_AT`, or
  /// else of `de`, or the pack's first one.
  package init(
    _ pack: Pack, variant: Int = 0, mode: Int = 0, locale: Span<UInt8> = Span(), version: Int = 0
  ) {
    (self.pack, self.version) = (pack, version)
    self.variant = min(max(variant, 0), pack.count(.variants))
    self.mode = min(max(mode, 0), Situation.modes - 1)
    firstText = pack.firstText(of: locale)
  }

  /// How many bytes of the heap a stage's model, or its layout on one output, takes at most, its pixmaps left out.
  ///
  /// An element is in 45 situations, with prompts of all rooms, and has 168 bytes in each.
  package var heapSize: Int { 128 << 10 + pack.count(.nodes) << 13 + pack.count(.records) << 10 }

  /// Whether both are the same part of the same pack in memory.
  package static func == (a: ThemeChoice, b: ThemeChoice) -> Bool {
    a.pack === b.pack && a.variant == b.variant && a.mode == b.mode && a.firstText == b.firstText
  }

  /// The same with what it shows in another mode; nil where that is no different.
  @inline(never)
  package func changed(toMode mode: Int, version: Int) -> ThemeChoice? {
    let perMode = 2 * Situation.phases
    for node in 0..<pack.count(.nodes) {
      for aspect in 0..<Situation.aspects {
        let first = perMode * Situation.modes * aspect
        for index in 0..<perMode
        where record(ofNode: node, first + perMode * mode + index)
          != record(ofNode: node, first + perMode * self.mode + index)
        {
          var other = self
          (other.mode, other.version) = (mode, version)
          return other
        }
      }
    }
    return nil
  }

  /// The position of a node's record in a situation; nil where it is hidden.
  func record(ofNode node: Int, _ situation: Int) -> Int? {
    let p = pack.position(.nodes, node)
    let row = Int(pack.u16(p + NodeField.selectors + 2 * variant))
    let record = pack.byte(pack.position(.selectors, row) + situation)
    if record == Situation.hidden { return nil }
    return pack.position(.records, Int(pack.u16(p + NodeField.firstRecord)) + Int(record))
  }

  /// Whether an animation's record is one of frames.
  func isSequence(_ record: Int) -> Bool {
    pack.byte(record + RecordField.Animation.kind) == Theme.AnimationKind.frames.rawValue
  }

  func kind(ofNode node: Int) -> NodeKind {
    NodeKind(rawValue: pack.byte(pack.position(.nodes, node))) ?? .background
  }
}
