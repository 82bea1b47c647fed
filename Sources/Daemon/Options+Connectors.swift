// SPDX-License-Identifier: Apache-2.0

import OutputConfiguration
import Animations
import KMS
import Scanout
import Text

extension Options {
  /// The configuration of a display's stage: the rule for its connector's name, and the panel's
  /// orientation property.
  func configuration(for pipe: DisplayPipe) -> StageConfiguration {
    configuration(
      for: pipe.size, pipe.connector.sizeInMillimetres, on: pipe.connector.name,
      mounted: pipe.connector.panelOrientation)
  }

  /// Logs that a display does not have a rule's mode, or that the driver refused its best mode.
  func logMissingMode(on pipe: DisplayPipe) {
    let text: StaticString
    if pipe.isReduced {
      text = "the driver refused the best mode, perhaps beside other displays; using a lower one"
    } else if let asked = rules.rule(for: pipe.connector.name).mode,
      Mode.best(of: pipe.connector.modes, for: asked) == nil
    {
      text = "the display has no mode such as was asked for, using its best"
    } else {
      return
    }
    let name = pipe.connector.name
    Log.write(name.bytes, text.bytes)
  }
}
