// SPDX-License-Identifier: Apache-2.0

package import Followers
import Text
package import ToolSupport

extension Percentage {
  /// Parses a number; more than 100 becomes 100.
  ///
  /// Nil for anything else.
  package init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    self.init(bytes.span)
  }
}

extension StageWeights {
  /// Parses whole numbers of 0 to 1000000, separated by commas; nil for anything else.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    self.init(bytes.span)
  }
}

extension ToolError {
  /// Runs a part of a follower; its error is one of usage.
  package static func following<Result: ~Copyable>(
    _ body: () throws(FollowError) -> Result
  ) throws(ToolError) -> Result {
    do throws(FollowError) {
      return try body()
    } catch {
      throw .usage(String(copying: error.line.bytes))
    }
  }
}
