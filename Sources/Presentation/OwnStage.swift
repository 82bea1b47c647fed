// SPDX-License-Identifier: Apache-2.0

package import Animations
package import Linux
import FixedPoint
import OutputConfiguration
import Scanout
package import Text

/// What the displays of a library's user show beside the model: the layout of an animation of their own.
package struct OwnStage: StageSource, ~Copyable {
  package typealias Content = AnyAnimation

  package let log: ReportingLog
  private let fillsDisplay: Bool
  private let showsMessage: Bool

  /// A machine that shows nothing else has the time for it.
  package var pacesEndless: Bool { false }

  /// A stage of which the animation's box fills the display, or has its default size.
  package init(fillsDisplay: Bool, showsMessage: Bool, log: ReportingLog) {
    self.log = log
    (self.fillsDisplay, self.showsMessage) = (fillsDisplay, showsMessage)
  }

  package mutating func layout(
    of model: borrowing StageModel<AnyAnimation>, on output: OutputDescription,
    _ options: borrowing OutputOptions
  ) throws(StageError) -> StageLayout {
    let fit = options.rules.fit(
      output.size, output.millimetres, on: output.name, mounted: output.mounted,
      minimumSize: DisplayScale.MinimumSize(width: 1, height: 1))
    return try StageLayout(
      width: output.size.width, height: output.size.height, scale: fit.scale,
      rotation: fit.rotation, fillsStage: fillsDisplay, showsMessage: showsMessage, for: model)
  }
}

/// The log of a library: a function gets each warning.
package struct ReportingLog: DeviceLog {
  private let report: (_ name: Span<UInt8>, _ text: Span<UInt8>) -> Void

  package var isVerbose: Bool { false }

  /// A log that reports an object, such as a connector, and a line about it.
  package init(report: @escaping (_ name: Span<UInt8>, _ text: Span<UInt8>) -> Void) {
    self.report = report
  }

  package func write(_ name: Span<UInt8>, _ text: Span<UInt8>, _ priority: LogPriority) {
    if priority.rawValue <= LogPriority.warning.rawValue { report(name, text) }
  }

  package func text(of error: StageError) -> LongText {
    let text: StaticString =
      switch error {
      case .emptyStage, .tooLarge: "the display is too small or too large for the stage"
      case .outOfMemory: "not enough memory"
      case .tooMuchWork: "the stage's images take too long on this display"
      case .emptyBox, .ringNotSquare, .ringTooSmall, .ringCount, .durationOutOfRange,
        .dotOutOfRange, .axisOfLengthZero, .flowDoesNotFitPalette:
        "the animation cannot be drawn in its box on this display"
      }
    var line = LongText()
    line.append(text)
    return line
  }
}

/// Nobody watches the steps of a library's loop.
package struct NoObserver: StepObserver, ~Copyable {
  /// Watches nothing.
  package init() {}
  package mutating func beginStep() {}
  package mutating func beginModeset() {}
}
