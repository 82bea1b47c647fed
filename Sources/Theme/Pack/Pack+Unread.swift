// SPDX-License-Identifier: Apache-2.0

#if !hasFeature(Embedded)
  // The checks of what the daemon does not read yet: vector images and keymaps.
  extension Pack {
    /// What a layout does not say of such a record.
    func isUnread(_ section: PackSection, at p: Int) -> Bool {
      if section == .vectors {
        let hasPaint = byte(p + 9) == 0 || reference(p + 12) != nil
        return hasPaint && isOutline(u32(p), u32(p + 4), box: p + 24)
      }
      return has(.keys, UInt32(u16(p + 16)), UInt32(u16(p + 18)))
        && has(.pairs, UInt32(u16(p + 20)), UInt32(u16(p + 22)))
    }
  }
#endif
