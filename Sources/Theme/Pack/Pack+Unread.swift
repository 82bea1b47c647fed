// SPDX-License-Identifier: Apache-2.0

#if !hasFeature(Embedded)
  // The checks of what the daemon does not read yet: vector images.
  extension Pack {
    /// Whether a shape has its paint and its outline.
    func isVector(at p: Int) -> Bool {
      let hasPaint = byte(p + 9) == 0 || reference(p + 12) != nil
      return hasPaint && isOutline(u32(p), u32(p + 4), box: p + 24)
    }
  }
#endif
