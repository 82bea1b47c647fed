// SPDX-License-Identifier: Apache-2.0

internal import DisplayList
internal import FixedPoint
internal import Stage
internal import Theme

/// The areas that a prompt above the on-screen keyboard takes, and the keyboard itself.
struct CoveredAreas {
  private let panel: Rectangle
  private let top: Fixed
  /// The opacity of the elements that overlap them: 0 when the prompt has appeared.
  let opacity: Fraction

  init(panel: Rectangle, top: Fixed, opacity: Fraction) {
    (self.panel, self.top, self.opacity) = (panel, top, opacity)
  }

  /// Whether an element would be below the keyboard or behind the prompt.
  ///
  /// A stack's own area is the background of its elements, and may be.
  func overlaps(_ element: ThemeLayout.Element) -> Bool {
    let box = element.box
    return element.kind != .stack
      && (box.y + box.height > top
        || box.x < panel.x + panel.width && panel.x < box.x + box.width
          && box.y < panel.y + panel.height && panel.y < box.y + box.height)
  }
}

extension ThemePainter {
  /// The areas of the prompt and the keyboard while there is one; nil without.
  func coveredAreas(
    of model: borrowing StageModel<some Animation>, in situation: Int
  ) -> CoveredAreas? {
    guard let keyboard = OnScreenPainter(model.onScreenFace, on: layout),
      case let opacity = model.promptOpacity(at: time), opacity > 0 || model.isAsking,
      let element = theme.prompt(in: situation)
    else { return nil }
    let panel = placedPrompt(element, of: model, over: .black).panel
    return CoveredAreas(
      panel: panel, top: keyboard.freeHeight, opacity: .one - Fraction(opacity))
  }
}
