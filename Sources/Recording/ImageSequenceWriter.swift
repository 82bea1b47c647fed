// SPDX-License-Identifier: Apache-2.0

package import Images
package import ToolSupport

/// Writes each frame to a file of its own, numbered from 0.
package struct ImageSequenceWriter: FrameWriter {
  private let name: NumberedName
  private var count = 0

  /// Records for files with names such as `frame-%05d.png`.
  package init(_ name: NumberedName) { self.name = name }

  package mutating func add(_ frame: Image) throws(ToolError) {
    try frame.write(to: name.name(count))
    count += 1
  }

  package mutating func finish() throws(ToolError) {}
}
