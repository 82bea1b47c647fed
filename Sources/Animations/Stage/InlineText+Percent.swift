// SPDX-License-Identifier: Apache-2.0

internal import Text

extension InlineText<4> {
  /// A whole percentage from 0 to 100, such as `42%`.
  init(percent: Int) {
    self.init()
    append(percent)
    append("%")
  }
}
