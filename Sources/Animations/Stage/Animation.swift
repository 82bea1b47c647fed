// SPDX-License-Identifier: Apache-2.0

public import FixedPoint
public import Motion
public import DisplayList
public import Stage

/// The moving content of a stage: a value that commands change, and that can be drawn at any later instant.
///
/// It is a pure function of its history and time: a drawing depends only on the commands with their times,
/// and on its instant. It does not depend on how often, when or where frames are drawn. So a conformer keeps
/// no frame, no count of frames and no clock. The same value is drawn on every output, for each at an instant
/// of its own, and a copy continues like the original.
///
/// Instants are those of the animation's own clock, which stands still during a prompt. Each command comes at
/// or after the previous one. Queries are for the instant of the last command or `advance(to:)`, or for later
/// instants, in any order. Lengths are in points, progress is from 0 to 1.
///
/// Colours and measures are a value of their own, its style: the same motion can be drawn in several styles.
///
/// A conformer is a struct without references to mutable objects; it allocates nothing. Methods with a
/// default below are not needed by most animations.
public protocol Animation {
  /// Colours and measures, which have no effect on the motion; `Void` for an animation with only one look.
  associatedtype Style

  /// Applies a command at an instant, or keeps it until the animation can execute it.
  ///
  /// The stage handles messages, prompts and the values that the status reports. An animation ignores
  /// commands without an effect on it, such as `.message`, and channels that it does not have.
  ///
  /// - Parameters:
  ///   - command: any command to the stage.
  ///   - time: when it came; it affects every frame from there on.
  mutating func apply(_ command: Command, at time: Instant)

  /// Handles its own events up to an instant; no earlier instant will be queried.
  ///
  /// It has no visible effect. It only makes later queries cheaper where a state follows from the previous
  /// state. The default does nothing, which suits states computed from the last command and the time.
  mutating func advance(to time: Instant)

  /// Adds the shapes of the frame at an instant to a scene, back to front.
  ///
  /// - Parameters:
  ///   - time: of the vblank that shows the frame.
  ///   - box: its box on the stage; shapes may extend beyond it, see `overhang(of:)`.
  ///   - style: its colours and measures there.
  ///   - scene: has the stage's background already.
  func draw(at time: Instant, in box: AnimationBox, style: Style, into scene: inout Scene)

  /// When the frame may change next if no command comes.
  ///
  /// A display costs nothing between changes: return `.never` at rest, an instant while waiting, and `.now`
  /// while moving, which gives every frame. An animation that knows its largest speed can leave out frames
  /// without a visible difference, and return `.visibly`. Up to that instant no edge may move by 1/16 pixel
  /// from where it is now, and no colour may change by two levels of 255.
  ///
  /// - Parameters:
  ///   - time: of the displayed frame.
  ///   - box: where the animation is drawn.
  ///   - style: in which it is drawn.
  /// - Returns: When the next frame is due.
  func nextChange(after time: Instant, in box: AnimationBox, style: Style) -> NextChange

  /// The state that the status reports.
  func state(at time: Instant) -> StageState

  /// The first instant after a given one at which that state differs if no command comes; nil if it never does.
  func stateChange(after time: Instant) -> Instant?

  /// The displayed progress of a channel, from 0 to 1; 0 for one that it does not have.
  func progress(at time: Instant, channel: Int) -> Fixed

  /// Whether that is a reported progress, or on its way to one; false while progress is unknown.
  ///
  /// The default is true.
  func showsProgress(at time: Instant, channel: Int) -> Bool

  /// The number of channels, counted from 1; channels beyond 8 get no command.
  ///
  /// The default is 1.
  var channelCount: Int { get }

  /// Whether all motion is endless, such as a light that runs along a bar.
  ///
  /// The default is false. The stage handles unknown progress by itself.
  func isEndless(at time: Instant) -> Bool

  /// Whether it shows a failure; a new message then waits for the reset.
  ///
  /// The default is false.
  func holdsMessage(at time: Instant) -> Bool

  /// The number of executed resets, if resets can be pending; else 0, the default.
  ///
  /// A message is let through by a reset even if another failure follows before the next frame.
  func resetCount(at time: Instant) -> Int

  /// The stage's default colour.
  ///
  /// The default is black.
  var background: Color { get }

  /// The message's colour on that background. The default is a light grey.
  var messageColor: Color { get }

  /// The default box, in points.
  ///
  /// - Parameter stageWidth: the width of the unrotated stage.
  /// - Returns: Width and height, above 0.
  func defaultBox(stageWidth: Fixed) -> (width: Fixed, height: Fixed)

  /// Checks that the animation can be drawn in a box and a style. The default accepts any box with an area.
  ///
  /// - Throws: The reason why it cannot be drawn.
  func check(_ box: AnimationBox, style: Style) throws(StageError)

  /// How far it draws beside and above its box at most, and as far below.
  ///
  /// The default is a point, for partial pixels. That area is dimmed during a prompt.
  func overhang(of box: AnimationBox) -> (beside: Fixed, above: Fixed)
}

extension Animation {
  /// Does nothing.
  public mutating func advance(to time: Instant) {}

  /// True.
  public func showsProgress(at time: Instant, channel: Int) -> Bool { true }

  /// 1.
  public var channelCount: Int { 1 }

  /// False.
  public func isEndless(at time: Instant) -> Bool { false }

  /// False.
  public func holdsMessage(at time: Instant) -> Bool { false }

  /// 0.
  public func resetCount(at time: Instant) -> Int { 0 }

  /// Black.
  public var background: Color { Color(hex: 0x000000) }

  /// Light grey.
  public var messageColor: Color { Color(hex: 0xB9BDC4) }

  /// Accepts any box.
  public func check(_ box: AnimationBox, style: Style) throws(StageError) {}

  /// A point on each side.
  public func overhang(of box: AnimationBox) -> (beside: Fixed, above: Fixed) { (1, 1) }
}
