// SPDX-License-Identifier: Apache-2.0

package import Images
package import ToolSupport

/// Takes the frames of a recording, one for each tick of its rate.
package protocol FrameWriter: ~Copyable {
  /// Adds the next frame, which has the size of the first.
  mutating func add(_ frame: Image) throws(ToolError)
  /// Writes what is left; the recording is complete then.
  mutating func finish() throws(ToolError)
}
