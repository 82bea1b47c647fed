// SPDX-License-Identifier: Apache-2.0

import Animations
import DisplayList
import FixedPoint
import Linux
import OutputConfiguration
import Presentation
import Scanout
import Text

/// The outputs of the daemon, each a display with a stage in its theme.
typealias OutputStages = Presentation.OutputStages<ThemedStage>

/// An output of the daemon.
typealias OutputStage = Presentation.OutputStage<BuiltInAnimation>

/// The device manager of the daemon.
typealias DisplayManager = DeviceManager<DisplayMachine<DaemonLog>, OutputStages>

/// What the daemon's outputs show beside the model: a theme or the options' look, and the firmware's logo.
struct ThemedStage: StageSource, ~Copyable {
  typealias Content = BuiltInAnimation

  let log = DaemonLog()
  let pacesEndless: Bool
  /// The search for themes.
  let themes: ThemeSearch
  /// The firmware's logo, for looks that show it.
  let firmwareLogo: FirmwareLogo
  /// The stage of the options; its size and scale come from an output.
  private let stage: StageConfiguration

  init(_ options: borrowing Options) {
    pacesEndless = options.pacesEndless
    themes = options.theme
    firmwareLogo = FirmwareLogo(options.firmwareLogoFolder)
    stage = options.stage
  }

  mutating func layout(
    of model: borrowing StageModel<BuiltInAnimation>, on output: OutputDescription,
    _ options: borrowing OutputOptions
  ) throws(StageError) -> StageLayout {
    var configuration = stage
    configuration.showsMessage = true
    let size = output.size
    (configuration.widthInPixels, configuration.heightInPixels) = (size.width, size.height)
    let minimumSize = configuration.minimumSize
    let fit = options.rules.fit(
      size, output.millimetres, on: output.name, mounted: output.mounted,
      minimumSize: DisplayScale.MinimumSize(width: minimumSize.width, height: minimumSize.height))
    (configuration.rotation, configuration.scale) = (fit.rotation, fit.scale)
    themes.adapt(&configuration)
    if configuration.wantsFirmwareLogo {
      configuration.firmwareLogo = firmwareLogo.placed(
        on: PixelSize(width: configuration.widthInPixels, height: configuration.heightInPixels),
        rotation: configuration.rotation)
    }
    try ThemedStage.checkRoom(for: configuration)
    return try StageLayout(configuration, for: model)
  }

  /// Throws where the heap has no room for what Swift allocates for a look, or for it on one output.
  static func checkRoom(for look: borrowing StageConfiguration) throws(StageError) {
    guard OwnProcess.hasRoom(for: look.theme?.heapSize ?? 128 << 10) else { throw .outOfMemory }
  }
}

/// The daemon's log, for its devices and outputs.
struct DaemonLog: DeviceLog {
  var isVerbose: Bool { Log.isVerbose }

  func write(_ name: Span<UInt8>, _ text: Span<UInt8>, _ priority: LogPriority) {
    Log.write(name, text, priority)
  }

  func text(of error: StageError) -> LongText { BootstrapError(error).line }
}
