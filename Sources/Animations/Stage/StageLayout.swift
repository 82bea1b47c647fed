// SPDX-License-Identifier: Apache-2.0

package import FixedPoint
package import DisplayList
internal import Theme

/// The layout of a stage: the box in its middle if the parts below have room, and the mapping of points to
/// pixels.
///
/// The content is a `StageModel`'s; each output has a layout of its own. The layout is unrotated; only the
/// transforms depend on the rotation.
package struct StageLayout: Equatable {
  /// The longest side of a stage or a box, in pixels.
  private static var limit: Int { 16384 }

  /// Pixels per point.
  package let scale: Fixed

  /// The rotation from the layout to the pixels.
  package let rotation: Rotation

  /// The output in pixels, as they lie in memory.
  let widthInPixels, heightInPixels: Int

  /// The stage in points.
  let width, height: Fixed

  /// The transform from points of the stage to pixels.
  let stageTransform: Transform

  /// The animation's box in points, with its transform to pixels.
  let box: AnimationBox

  /// The position of the box on the stage.
  let boxPlacement: BoxPlacement

  /// How far the animation draws above its box, in the box's points.
  let overhang: Fixed

  /// The layout of texts, in the fonts of a theme, too.
  let text: TextLayout

  /// The layout of a theme's elements; nil for the built-in look.
  package private(set) var theme: ThemeLayout?

  /// The firmware's logo, if there is one and the look shows it.
  let logo: StageLogo?

  /// The output, where the on-screen keyboard is on it.
  package var keyboardDisplay: OnScreenDisplay?

  /// The layout of the outgoing look during a transition to this layout.
  private(set) var outgoing: OutgoingLayout?

  /// Lays out a stage for an animation.
  ///
  /// - Parameters:
  ///   - pixels: width and height as they lie in memory.
  ///   - scale: pixels per point.
  ///   - rotation: from the layout to those pixels.
  ///   - points: the unrotated stage's sides in points, if rounded up to whole pixels; nil means pixels
  ///     divided by scale.
  ///   - box: the sides of the animation's box in points; nil means its default.
  ///   - model: its animation provides that default, and checks its box.
  ///   - showsMessage: whether a message must have room below the box.
  ///   - choice: a theme, which has boxes of its own; nil for the built-in look.
  ///   - logo: the firmware's logo on the output.
  ///   - showsLogo: whether the look shows it.
  /// - Throws: Why it cannot be drawn.
  init<Content: Animation>(
    pixels: (width: Int, height: Int), scale: Fixed, rotation: Rotation,
    points: (width: Fixed?, height: Fixed?), box: (width: Fixed?, height: Fixed?),
    for model: borrowing StageModel<Content>, showsMessage: Bool, choice: ThemeSelection? = nil,
    logo: PlacedImage? = nil, showsLogo: Bool = false
  ) throws(StageError) {
    guard scale > 0 && pixels.width > 0 && pixels.height > 0 else { throw .emptyStage }
    // From 1/256 to 256: no value computed from the limits overflows.
    guard scale.raw >= 1 << 24 && scale <= 256 else { throw .tooLarge }
    guard max(pixels.width, pixels.height) <= StageLayout.limit else { throw .tooLarge }
    (self.scale, self.rotation) = (scale, rotation)
    (widthInPixels, heightInPixels) = pixels
    self.logo = showsLogo ? logo.map(StageLogo.init) : nil
    let unrotated = rotation.turned(width: pixels.width, height: pixels.height)
    width = points.width ?? Fixed(unrotated.width) / scale
    height = points.height ?? Fixed(unrotated.height) / scale
    guard width > 0 && height > 0 else { throw .emptyStage }
    let defaultBox = model.animation.defaultBox(stageWidth: width)
    let boxWidth = box.width ?? defaultBox.width
    let boxHeight = box.height ?? defaultBox.height
    guard boxWidth > 0 && boxHeight > 0 else { throw .emptyBox }
    let longest = Fixed(StageLayout.limit) / scale
    guard max(max(width, height), max(boxWidth, boxHeight)) <= longest else { throw .tooLarge }
    stageTransform = rotation.transform(width: pixels.width, height: pixels.height)
      .scaled(by: scale)
    let box = AnimationBox(width: boxWidth, height: boxHeight)
    let capHeight = BuiltInLook.messageCapHeight(
      stageWidth: width, stageHeight: height, scale: scale)
    overhang = max(model.animation.overhang(of: box).above, capHeight)
    // A gap, the message and a margin, one cap height each.
    let room = showsMessage ? capHeight * 3 : 0
    boxPlacement = BoxPlacement(
      height: boxHeight, on: height, overhang: overhang, below: room, least: room,
      isBelowLogo: choice == nil && self.logo != nil)
    self.box = box.placed(boxPlacement, on: width, stageTransform)
    if let choice {
      let theme = ThemeLayout(choice, width: width, height: height, scale: scale)
      (self.theme, text) = (theme, theme.text)
      guard text.hasMemory else { throw .outOfMemory }
      return
    }
    text = TextLayout(nil)
    guard text.hasMemory else { throw .outOfMemory }
    try model.animation.check(self.box, style: model.style)
  }

  /// The box of the first line of a message in the built-in look.
  var messageLine: Rectangle {
    BuiltInLook.messageLine(
      stageWidth: width, stageHeight: height,
      boxBottom: boxPlacement.top + box.height * boxPlacement.factor, scale: scale)
  }

  /// Lays out a stage without a theme on an output, with the animation's default box or one that fills the stage.
  ///
  /// - Throws: Why it cannot be drawn.
  package init<Content: Animation>(
    width: Int, height: Int, scale: Fixed, rotation: Rotation, fillsStage: Bool,
    showsMessage: Bool, for model: borrowing StageModel<Content>
  ) throws(StageError) {
    guard scale > 0 else { throw .emptyStage }
    let unrotated = rotation.turned(width: width, height: height)
    let whole = (Fixed(unrotated.width) / scale, Fixed(unrotated.height) / scale)
    try self.init(
      pixels: (width, height), scale: scale, rotation: rotation, points: (nil, nil),
      box: fillsStage ? whole : (nil, nil), for: model, showsMessage: showsMessage)
  }

  /// Lays out a stage for a configuration.
  ///
  /// - Throws: Why it cannot be drawn.
  package init<Content: Animation>(
    _ configuration: StageConfiguration, for model: borrowing StageModel<Content>
  ) throws(StageError) {
    try self.init(
      pixels: (configuration.widthInPixels, configuration.heightInPixels),
      scale: configuration.scale, rotation: configuration.rotation,
      points: (configuration.width, configuration.height),
      box: (configuration.boxWidth, configuration.boxHeight), for: model,
      showsMessage: configuration.showsMessage, choice: configuration.theme,
      logo: configuration.firmwareLogo, showsLogo: configuration.wantsFirmwareLogo)
  }

  /// Lays out another look on a layout's output, which has a firmware's logo if `logo` is one.
  ///
  /// - Throws: Why it cannot be drawn.
  package init<Content: Animation>(
    _ configuration: StageConfiguration, on other: StageLayout, logo: PlacedImage? = nil,
    for model: borrowing StageModel<Content>
  ) throws(StageError) {
    try self.init(
      pixels: (other.widthInPixels, other.heightInPixels), scale: other.scale,
      rotation: other.rotation, points: (other.width, other.height),
      box: (configuration.boxWidth, configuration.boxHeight), for: model,
      showsMessage: configuration.showsMessage, choice: configuration.theme,
      logo: logo, showsLogo: configuration.wantsFirmwareLogo)
  }

  /// Sets the layout of the outgoing look: `layout`, or if that keeps its outgoing look, the layout of that.
  package mutating func setOutgoing(_ layout: StageLayout, keepsOutgoing: Bool) {
    outgoing = layout.outgoing
    if keepsOutgoing { return }
    var layout = layout
    layout.outgoing = nil
    outgoing = OutgoingLayout(layout)
  }

  /// Removes it with its memory.
  ///
  /// The scenes of buffers may use its pixmaps, too. These are freed only if they are not visible any more.
  package mutating func removeOutgoing(isUnseen: Bool) {
    if isUnseen { outgoing?.layout.pixmaps?.removeAll() }
    outgoing = nil
  }

  /// The pixmaps of its scenes, once they are reserved.
  var pixmaps: PixmapSet? { theme?.pixmaps ?? logo?.pixmaps }

  /// Makes the firmware's logo, and reserves a theme's pixmaps for the output; their work counts for a budget.
  ///
  /// - Throws: The reason why there is no memory or time for a pixmap, which is then left out.
  package func reservePixmaps(_ budget: PixmapBudget) throws(StageError) {
    let set = PixmapSet(budget)
    logo?.reserve(in: set)
    guard let theme else { return }
    theme.reservePixmaps(
      in: set, scale: scale, rotation: rotation, width: widthInPixels, height: heightInPixels)
    if let shortage = theme.shortage { throw shortage }
  }

  /// Reserves the pixmaps and makes them all, which takes a while.
  package func makePixmaps() {
    do throws(StageError) { try reservePixmaps(PixmapBudget()) } catch {}
    var work = Int.max
    _ = theme?.makePixmaps(&work, in: 0)
  }

  /// Whether pixmaps are still to be made.
  package var isMaking: Bool { theme?.isMaking ?? false }

  /// The number of a theme's images that could not be made.
  package var missingImages: Int { theme?.missingImages ?? 0 }

  /// Whether all positions are equal.
  package static func == (a: StageLayout, b: StageLayout) -> Bool {
    a.scale == b.scale && a.rotation == b.rotation && a.widthInPixels == b.widthInPixels
      && a.heightInPixels == b.heightInPixels && a.width == b.width && a.height == b.height
      && a.box == b.box && a.theme?.choice == b.theme?.choice
  }
}
