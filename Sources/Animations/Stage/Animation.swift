// SPDX-License-Identifier: Apache-2.0

public import FixedPoint
public import Motion
public import Raster

/// What moves on a stage: a value that commands change, and that can be drawn at any later instant.
///
/// It is pure in history and time: what it draws at an instant follows from the commands with their
/// times and from that instant, and not from how often, when or where frames are drawn. So it keeps
/// no frame, no count of frames and no clock. The same value is drawn on every output, for
/// each at an instant of its own, and a copy of it goes on like the original.
///
/// Instants are those of the animation's own clock, which stands still while a person is asked for
/// something. Each command comes at or after the one before it; what is asked of a value is about
/// the instant of its last command or `advance(to:)` or about a later one, in any order. Lengths are in points,
/// progress is from 0 to 1.
///
/// A conformer is a struct without references to what others may change; nothing of it allocates. What
/// has a default below is what most animations can do without.
public protocol Animation {
  /// Applies a command at an instant, or keeps it until the animation can carry it out.
  ///
  /// The stage sees to messages, prompts and what reads back in the status; an animation ignores
  /// what does not move it, such as `.message`, and channels that it does not have.
  ///
  /// - Parameters:
  ///   - command: any command to the stage.
  ///   - time: when it came; it takes part in every frame from there on.
  mutating func apply(_ command: Command, at time: Instant)

  /// Passes through what happens by itself up to an instant, before which nothing will be asked for.
  ///
  /// Not seen from outside: it only makes later questions cheaper, where a state follows from the one
  /// before it. The default does nothing, as suits what is computed from the last command and the time.
  mutating func advance(to time: Instant)

  /// Adds the shapes of the frame at an instant to a scene, back to front.
  ///
  /// Changes nothing that can be observed, as `nextChange` does not; either may keep intermediate results. Both are
  /// mutating because a copy of the animation would take as long as a part of the frame (compiler-workarounds.md: immutable-self).
  ///
  /// - Parameters:
  ///   - time: of the vblank that shows the frame.
  ///   - box: its place on the stage; shapes may reach over it, see `overhang(of:)`.
  ///   - scene: has the stage's background already.
  mutating func draw(at time: Instant, in box: AnimationBox, into scene: inout Scene)

  /// When the frame may change next if no command comes.
  ///
  /// A display costs nothing between changes: `.never` for what is at rest, an instant for what
  /// waits, `.now` for what moves: it gets every frame. An animation that knows how fast it is at most can
  /// leave frames out in which nobody would see a difference, and say `.visibly`; up to that instant no edge
  /// may have moved by 1/16 pixel from where it is now, and no colour have changed by two levels of 255.
  ///
  /// - Parameters:
  ///   - time: of the frame that is shown.
  ///   - box: where the animation is drawn.
  /// - Returns: When the next frame is due.
  mutating func nextChange(after time: Instant, in box: AnimationBox) -> NextChange

  /// What the animation is doing, as the status reports it.
  func state(at time: Instant) -> StageState

  /// The displayed progress of a channel, from 0 to 1; 0 for one that it does not have.
  func progress(at time: Instant, channel: Int) -> Fixed

  /// Whether that is a progress that was reported, or is on its way there: not so while progress is
  /// unknown. The default is yes.
  func showsProgress(at time: Instant, channel: Int) -> Bool

  /// How many channels it has, counted from 1; those beyond 8 get no command. The default is one.
  var channelCount: Int { get }

  /// Whether all that moves goes on for ever, such as a light that runs along a bar. The default is no.
  ///
  /// Of unknown progress the stage knows by itself.
  func isEndless(at time: Instant) -> Bool

  /// Whether it shows a failure, at which a new message waits for the reset. The default is no.
  func holdsMessage(at time: Instant) -> Bool

  /// How many resets have been carried out, where they can wait to be; else 0, the default.
  ///
  /// A message is let through by a reset even if another failure follows before the next frame.
  func resetCount(at time: Instant) -> Int

  /// The stage's colour where none is asked for. The default is black.
  var background: Color { get }

  /// The message's colour on that background. The default is a light grey.
  var messageColor: Color { get }

  /// The box that it has where no size is asked for, in points.
  ///
  /// - Parameter stageWidth: the width of the unrotated stage.
  /// - Returns: Width and height, above 0.
  func defaultBox(stageWidth: Fixed) -> (width: Fixed, height: Fixed)

  /// Checks that it can be drawn in a box. The default accepts any with an area.
  ///
  /// - Throws: Why it cannot.
  func check(_ box: AnimationBox) throws(StageError)

  /// How far it paints beside and above its box at the most, and as far below. The default is a point, for
  /// the last part of a pixel.
  ///
  /// That much is dimmed while a person is asked for something.
  func overhang(of box: AnimationBox) -> (beside: Fixed, above: Fixed)
}

extension Animation {
  /// Does nothing.
  public mutating func advance(to time: Instant) {}

  /// Yes.
  public func showsProgress(at time: Instant, channel: Int) -> Bool { true }

  /// One.
  public var channelCount: Int { 1 }

  /// No.
  public func isEndless(at time: Instant) -> Bool { false }

  /// No.
  public func holdsMessage(at time: Instant) -> Bool { false }

  /// None.
  public func resetCount(at time: Instant) -> Int { 0 }

  /// Black.
  public var background: Color { Color(hex: 0x000000) }

  /// Light grey.
  public var messageColor: Color { Color(hex: 0xB9BDC4) }

  /// Accepts it.
  public func check(_ box: AnimationBox) throws(StageError) {}

  /// A point on each side.
  public func overhang(of box: AnimationBox) -> (beside: Fixed, above: Fixed) { (1, 1) }
}
