// SPDX-License-Identifier: Apache-2.0

import OutputConfiguration
import Animations
import Control
import KMS
import Scanout
import Linux

extension Options {
  /// The configuration of a display's stage: the rule for its connector's name, and the panel's
  /// orientation property.
  func configuration(for pipe: DisplayPipe) -> StageConfiguration {
    configuration(
      for: pipe.mode.size, pipe.connector.sizeInMillimetres, on: pipe.connector.name,
      mounted: pipe.connector.panelOrientation)
  }

  /// Logs that a rule's mode is not among the display's modes.
  func logMissingMode(on pipe: DisplayPipe) {
    guard let asked = rules.rule(for: pipe.connector.name).mode,
      Mode.best(of: pipe.connector.modes, for: asked) == nil
    else { return }
    let name = pipe.connector.name
    Log.write(
      name.bytes,
      ("the display has no mode such as was asked for, using its best" as StaticString).bytes)
  }
}
