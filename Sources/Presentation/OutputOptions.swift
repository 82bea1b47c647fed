// SPDX-License-Identifier: Apache-2.0

package import Linux
package import OutputConfiguration
package import Raster

/// Which devices are used, and how frames are made on all outputs.
///
/// The struct is large, and is passed without copies.
package struct OutputOptions: ~Copyable {
  /// The largest number of outputs at a time.
  package static var outputLimit: Int { 8 }

  /// The framebuffer device to use instead of cards.
  package var framebuffer: Path?
  /// The only card to use.
  package var device: Path?
  /// Whether `device` is a lessor, or the number of an inherited descriptor.
  package var isLease = false
  /// The rules for outputs.
  package var rules = OutputRules()
  /// The most frames per second of an output; nil for no limit.
  package var frameRateLimit: Int?
  /// Whether frames without a visible difference are drawn.
  package var drawsEveryFrame = false
  /// Which gradients are dithered.
  package var dithering = Dithering.automatic

  /// All displays of the machine.
  package init() {}
}
