// SPDX-License-Identifier: Apache-2.0

package import Control
internal import ToolSupport
internal import Text

extension CommandError {
  /// The error's one line.
  package var line: String {
    String(copying: text.bytes)
  }
}
