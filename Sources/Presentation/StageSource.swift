// SPDX-License-Identifier: Apache-2.0

package import Animations
import KMS
package import Motion
package import OutputConfiguration
package import Scanout
package import Stage

/// What the outputs show, beside the model: the layout for each of them, and the log of their failures.
///
/// The module is generic over it, so that an animation of one's own is drawn by the code that draws the daemon's.
package protocol StageSource: ~Copyable {
  associatedtype Content: Animation
  associatedtype OutputLog: DeviceLog

  /// Where failures of outputs are reported.
  var log: OutputLog { get }

  /// Whether endless animations run at a lower rate.
  var pacesEndless: Bool { get }

  /// Lays the stage out for an output.
  ///
  /// - Throws: Why it cannot be drawn there.
  mutating func layout(
    of model: borrowing StageModel<Content>, on output: OutputDescription,
    _ options: borrowing OutputOptions
  ) throws(StageError) -> StageLayout

  /// The slow motion of the frame at an instant; nil where other parts may move, too.
  static func shownMotion(
    of model: borrowing StageModel<Content>, at time: Instant
  ) -> ShownMotion?

  /// When the frame at an instant may change next; the displayed frame may be an earlier one.
  static func nextChange(
    of model: borrowing StageModel<Content>, after time: Instant, on layout: StageLayout,
    since shown: ShownMotion?
  ) -> NextChange

  /// When a frame will differ visibly after a later command.
  static func nextChange(
    of model: borrowing StageModel<Content>, by command: Command, after time: Instant,
    on layout: StageLayout, since shown: ShownMotion?
  ) -> NextChange
}

/// The facts about an output that its layout depends on.
package struct OutputDescription {
  /// The size in pixels.
  package let size: PixelSize
  /// The physical size, where it is known.
  package let millimetres: PhysicalSize?
  /// The connector's name, for rules.
  package let name: ConnectorName
  /// How the panel is mounted, where the driver reports it.
  package let mounted: PanelOrientation?

  /// An output.
  package init(
    size: PixelSize, millimetres: PhysicalSize?, name: ConnectorName,
    mounted: PanelOrientation? = nil
  ) {
    (self.size, self.millimetres) = (size, millimetres)
    (self.name, self.mounted) = (name, mounted)
  }

  /// The display of a pipe.
  init(_ pipe: DisplayPipe) {
    self.init(
      size: pipe.size, millimetres: pipe.connector.sizeInMillimetres, name: pipe.connector.name,
      mounted: pipe.connector.panelOrientation)
  }
}

/// Any animation: it reports its changes itself.
extension StageSource where Self: ~Copyable {
  package static func shownMotion(
    of model: borrowing StageModel<Content>, at time: Instant
  ) -> ShownMotion? { nil }

  package static func nextChange(
    of model: borrowing StageModel<Content>, after time: Instant, on layout: StageLayout,
    since shown: ShownMotion?
  ) -> NextChange { model.nextChange(after: time, on: layout) }

  package static func nextChange(
    of model: borrowing StageModel<Content>, by command: Command, after time: Instant,
    on layout: StageLayout, since shown: ShownMotion?
  ) -> NextChange { .now }
}

/// The animations that come with Flipbook: their bound of speed leaves out frames without a visible difference.
extension StageSource where Self: ~Copyable, Content == BuiltInAnimation {
  package static func shownMotion(
    of model: borrowing StageModel<Content>, at time: Instant
  ) -> ShownMotion? { model.shownMotion(at: time) }

  package static func nextChange(
    of model: borrowing StageModel<Content>, after time: Instant, on layout: StageLayout,
    since shown: ShownMotion?
  ) -> NextChange { model.nextChange(after: time, on: layout, since: shown) }

  package static func nextChange(
    of model: borrowing StageModel<Content>, by command: Command, after time: Instant,
    on layout: StageLayout, since shown: ShownMotion?
  ) -> NextChange { model.nextChange(by: command, after: time, on: layout, since: shown) }
}
