// SPDX-License-Identifier: Apache-2.0

package import Stage
package import Theme

/// The keyboard on the display: its layers, made of a keymap pack's layout, and what each tap types.
///
/// Each character that the layout has on any level is on a layer, and so is all of ASCII.
package struct OnScreenKeyboard: Sendable {
  private enum Kind: Equatable {
    case letters
    case symbols(UInt8)
    case alternates(UInt8)
  }

  private var translator: KeyTranslator
  private var plan: OnScreenPlan
  private var kind = Kind.letters
  private var shift = OnScreenLayer.Shift.off
  private let showsReveal: Bool
  /// Whether a password is shown as it is.
  package private(set) var isRevealing = false

  /// The layer that is shown.
  package private(set) var layer: OnScreenLayer

  /// The keyboard of a pack's first layout, or of a US layout.
  ///
  /// - Parameters:
  ///   - pack: a pack with keymaps; nil for the US layout.
  ///   - showsReveal: whether a key shows a password as it is.
  package init(_ pack: Pack?, showsReveal: Bool = false) {
    self.showsReveal = showsReveal
    translator = KeyTranslator(pack)
    plan = OnScreenPlan(translator)
    layer = plan.letters(shift: .off, showsReveal: showsReveal, isRevealing: false)
  }

  /// Shows the letters without Shift, and forgets a pending dead key.
  package mutating func reset() {
    translator.releaseAll()
    (kind, shift, isRevealing) = (.letters, .off, false)
    update()
  }

  /// The short name of the layout, as `KeyTranslator` has it.
  package var layoutName: UInt64 { translator.layoutName }

  /// Taps the key of an index; returns the bytes that it types, the first in the lowest, 0 for none.
  package mutating func tap(_ index: Int) -> UInt64 {
    guard layer.keys.indices.contains(index) else { return 0 }
    switch layer.keys[index].action {
    case .type(let value):
      if shift == .once {
        shift = .off
        update()
      }
      return translator.bytes(typing: value)
    case .backspace: return translator.bytes(for: 14, action: 1)
    case .enter: return translator.bytes(for: 28, action: 1)
    case .shift:
      shift =
        switch shift {
        case .off: .once
        case .once: .locked
        case .locked: .off
        }
    case .letters: kind = .letters
    case .symbols(let page): kind = .symbols(page)
    case .alternates(let page): kind = .alternates(page)
    case .nextLayout:
      translator.changeToNextLayout()
      plan = OnScreenPlan(translator)
      kind = .letters
    case .reveal: isRevealing.toggle()
    }
    update()
    return 0
  }

  private mutating func update() {
    switch kind {
    case .letters:
      layer = plan.letters(shift: shift, showsReveal: showsReveal, isRevealing: isRevealing)
    case .symbols(let page):
      layer = plan.symbols(page, showsReveal: showsReveal, isRevealing: isRevealing)
    case .alternates(let page):
      layer = plan.alternates(page, showsReveal: showsReveal, isRevealing: isRevealing)
    }
  }
}
