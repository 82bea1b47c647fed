// SPDX-License-Identifier: Apache-2.0

package import DisplayList
package import Motion
internal import Stage
package import Theme

/// The elements of a theme in the frame of an instant, for an editor: where a click is, and what a drag moves.
///
/// They are those of the layout that draws the frame.
package struct ShownElements {
  /// The situation, as `Situation.index` counts.
  package let situation: Int
  /// The stage's size and its margin, in points.
  package let stage: PackStage
  private let layout: ThemeLayout
  private let choice: ThemeSelection
  /// The layout's number of the situation with the prompt's room.
  private let number: Int

  /// An element that is shown.
  package struct Item {
    package let kind: NodeKind
    /// The number of its node in the pack, and that of its stack; nil for the stage itself.
    package let node: Int
    package let parent: Int?
    /// Whether its stack is put at its anchor by this element.
    package let isHeld: Bool
    /// The box in points of the stage.
    package let box: Rectangle
  }

  /// Nil without a theme.
  package init?(
    of model: borrowing StageModel<some Animation>, at time: Instant, on layout: StageLayout
  ) {
    guard let theme = layout.theme else { return nil }
    (self.layout, stage, choice) = (theme, theme.stage, theme.choice)
    number = model.elements(on: layout, at: time)
    let shown = model.situation(at: time).incoming
    situation = Situation.index(
      aspect: theme.aspect, mode: theme.choice.mode.rawValue, phase: shown / 2,
      isAsking: shown % 2 == 1)
  }

  /// An element, back to front; nil after the last.
  package func item(_ index: Int) -> Item? {
    guard let element = layout.element(index, in: number) else { return nil }
    let node = choice.pack[NodeRecord.self, element.node]
    return Item(
      kind: element.kind, node: element.node, parent: node.parent, isHeld: node.isHeld,
      box: element.box)
  }

  /// The name of an element in the theme, as UTF-8; empty for the column in the middle.
  @_lifetime(borrow self)
  package func name(of item: Item) -> Span<UInt8> {
    choice.pack.string(choice.pack[NodeRecord.self, item.node].name)
  }
}
