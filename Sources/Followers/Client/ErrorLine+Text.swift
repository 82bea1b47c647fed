// SPDX-License-Identifier: Apache-2.0

import ControlClient
import Text

extension ErrorLine {
  /// Writes a warning on standard error, in a form that a terminal can print.
  static func warn(_ program: StaticString, _ text: LongText) {
    var line = ErrorLine(program)
    line.append(text.bytes)
    line.write()
  }
}
