// SPDX-License-Identifier: Apache-2.0

package import FixedPoint
package import Raster
internal import Theme

/// Where things are on a stage: the box in its middle if what is below it has room, points mapped to pixels.
///
/// What is shown is a `StageModel`'s; each output has a layout of its own. The layout is unrotated; only the
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

  /// From points of the stage to pixels.
  let stageTransform: Transform

  /// The animation's box in points, and from there to pixels.
  let box: AnimationBox

  /// Where that box is on the stage.
  let boxPlace: BoxPlace

  /// How far the animation paints above its box, in the box's points.
  let overhang: Fixed

  /// Where a theme's elements are; nil for the built-in look.
  #if arch(wasm32)
    package var theme: ThemeLayout? { nil }
  #else
    package private(set) var theme: ThemeLayout?
  #endif

  /// Where things are in the look before, while this one takes its place.
  #if arch(wasm32)
    var previous: PreviousLayout? { nil }
  #else
    private(set) var previous: PreviousLayout?
  #endif

  /// Lays a stage out for an animation.
  ///
  /// - Parameters:
  ///   - pixels: width and height as they lie in memory.
  ///   - scale: pixels per point.
  ///   - rotation: from the layout to those pixels.
  ///   - points: the unrotated stage's sides in points, if rounded up to whole pixels; nil means
  ///     pixels divided by scale.
  ///   - box: the sides of the animation's box in points; nil means its default.
  ///   - animation: knows that, and checks its box.
  ///   - showsMessage: whether a message has to have room below the box.
  ///   - choice: a theme, which has boxes of its own; nil for the built-in look.
  /// - Throws: Why it cannot be drawn.
  init(
    pixels: (width: Int, height: Int), scale: Fixed, rotation: Rotation,
    points: (width: Fixed?, height: Fixed?), box: (width: Fixed?, height: Fixed?),
    for animation: borrowing some Animation, showsMessage: Bool, choice: ThemeChoice? = nil
  ) throws(StageError) {
    guard scale > 0 && pixels.width > 0 && pixels.height > 0 else { throw .emptyStage }
    // From 1/256 to 256: nothing that is computed from the limits leaves the range of numbers.
    guard scale.raw >= 1 << 24 && scale <= 256 else { throw .tooLarge }
    guard max(pixels.width, pixels.height) <= StageLayout.limit else { throw .tooLarge }
    (self.scale, self.rotation) = (scale, rotation)
    (widthInPixels, heightInPixels) = pixels
    let unrotated = rotation.turned(width: pixels.width, height: pixels.height)
    width = points.width ?? Fixed(unrotated.width) / scale
    height = points.height ?? Fixed(unrotated.height) / scale
    guard width > 0 && height > 0 else { throw .emptyStage }
    let usual = animation.defaultBox(stageWidth: width)
    let boxWidth = box.width ?? usual.width
    let boxHeight = box.height ?? usual.height
    guard boxWidth > 0 && boxHeight > 0 else { throw .emptyBox }
    let longest = Fixed(StageLayout.limit) / scale
    guard max(max(width, height), max(boxWidth, boxHeight)) <= longest else { throw .tooLarge }
    stageTransform = rotation.transform(width: pixels.width, height: pixels.height)
      .scaled(by: scale)
    let box = AnimationBox(width: boxWidth, height: boxHeight)
    let capHeight = BuiltInTheme.messageCapHeight(
      stageWidth: width, stageHeight: height, scale: scale)
    overhang = max(animation.overhang(of: box).above, capHeight)
    // A gap, the message and a margin, of a cap height each.
    let room = showsMessage ? capHeight * 3 : 0
    boxPlace = BoxPlace(
      height: boxHeight, on: height, overhang: overhang, below: room, least: room)
    self.box = box.placed(boxPlace, on: width, stageTransform)
    #if !arch(wasm32)
      if let choice {
        theme = ThemeLayout(choice, width: width, height: height, scale: scale)
        return
      }
    #endif
    try animation.check(self.box)
  }

  /// Lays a stage out as a configuration asks for it.
  ///
  /// - Throws: Why it cannot be drawn.
  @inline(never)
  package init(
    _ configuration: StageConfiguration, for animation: borrowing some Animation
  ) throws(StageError) {
    try self.init(
      pixels: (configuration.widthInPixels, configuration.heightInPixels),
      scale: configuration.scale, rotation: configuration.rotation,
      points: (configuration.width, configuration.height),
      box: (configuration.boxWidth, configuration.boxHeight), for: animation,
      showsMessage: configuration.showsMessage, choice: configuration.theme)
  }

  /// Lays another look out on the output of a layout.
  ///
  /// - Throws: Why it cannot be drawn.
  @inline(never)
  package init(
    _ configuration: StageConfiguration, on other: StageLayout,
    for animation: borrowing some Animation
  ) throws(StageError) {
    try self.init(
      pixels: (other.widthInPixels, other.heightInPixels), scale: other.scale,
      rotation: other.rotation, points: (other.width, other.height),
      box: (configuration.boxWidth, configuration.boxHeight), for: animation,
      showsMessage: configuration.showsMessage, choice: configuration.theme)
  }

  #if !arch(wasm32)
    /// Takes note of the layout of the look that is to go: another one, or where that goes on, the one before it.
    @inline(never)
    package mutating func take(previous layout: StageLayout, goesOn: Bool) {
      var layout = layout
      previous = layout.previous
      if goesOn { return }
      layout.previous = nil
      previous = PreviousLayout(layout)
    }

    /// Forgets it, and all that it needed.
    ///
    /// The scenes of buffers may have its pixmaps, too. They are freed only where it is not to be seen any more.
    package mutating func forgetPrevious(isUnseen: Bool) {
      if isUnseen { previous?.layout.theme?.pixmaps?.removeAll() }
      previous = nil
    }
  #endif

  /// Reserves the pixmaps that a theme needs on the output; their work is part of a budget.
  ///
  /// - Throws: Why one has no room, which then is missing.
  package func reservePixmaps(_ budget: PixmapBudget) throws(StageError) {
    guard let theme else { return }
    theme.reservePixmaps(
      scale: scale, rotation: rotation, width: widthInPixels, height: heightInPixels, budget)
    if let shortage = theme.shortage { throw shortage }
  }

  /// Reserves the pixmaps and makes them all, which takes a while.
  package func makePixmaps() {
    do throws(StageError) { try reservePixmaps(PixmapBudget()) } catch {}
    var work = Int.max
    _ = theme?.makePixmaps(&work, in: 0)
  }

  /// Whether a pixmap is still to be made.
  package var isMaking: Bool { theme?.isMaking ?? false }

  /// How many images of a theme could not be made.
  package var missingImages: Int { theme?.missingImages ?? 0 }

  /// Whether both put everything in the same places.
  package static func == (a: StageLayout, b: StageLayout) -> Bool {
    a.scale == b.scale && a.rotation == b.rotation && a.widthInPixels == b.widthInPixels
      && a.heightInPixels == b.heightInPixels && a.width == b.width && a.height == b.height
      && a.box == b.box && a.theme?.choice == b.theme?.choice
  }
}
