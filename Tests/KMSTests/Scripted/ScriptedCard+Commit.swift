// SPDX-License-Identifier: Apache-2.0

import CDRM
import CLinux
import KMS
import Motion
import Scanout

extension ScriptedCard {
  /// An object's property by its number.
  struct Change {
    let object: UInt32
    let name: String
    let value: UInt64
  }

  /// Makes all changes together, or none of them; 0, or minus an errno.
  func commit(_ changes: [Change], _ flags: AtomicRequest.Flags, userData: UInt64) -> CInt {
    let (isTest, hasEvent) = (flags.contains(.testOnly), flags.contains(.event))
    let isNonblocking = flags.contains(.nonblocking)
    let allowsModeset = flags.contains(.allowModeset)
    calls.append(
      isTest
        ? .test(modeset: allowsModeset)
        : .commit(modeset: allowsModeset, event: hasEvent, nonblocking: isNonblocking))
    let scripted = answer(isTest ? "test" : "commit")
    if scripted != 0 { return scripted }
    if !isMaster { return -EACCES }
    if isTest && hasEvent { return -EINVAL }
    var wanted = values
    for change in changes {
      guard wanted[change.object]?[change.name] != nil else { return -ENOENT }
      if refusedChanges.contains(change.name), values[change.object]?[change.name] != change.value {
        return -EINVAL
      }
      if needsModeset.contains(change.name), !allowsModeset,
        values[change.object]?[change.name] != change.value
      {
        return -EINVAL
      }
      wanted[change.object]?[change.name] = change.value
    }
    let touched = touchedCRTCs(changes, wanted)
    let refusal = check(wanted, touched, allowsModeset: allowsModeset)
    if refusal != 0 { return refusal }
    if allowsModeset && isNonblocking && refusesNonblockingModesets { return -EINVAL }
    if isTest { return 0 }
    if hasEvent {
      // "Reject event generation for when a CRTC is off and stays off."
      for crtc in touched where !isActive(crtc, values) && !isActive(crtc, wanted) {
        return -EINVAL
      }
    }
    let busy = passLostFlips(touched, changes, isNonblocking: isNonblocking)
    if busy != 0 { return busy }
    for crtc in touched where pending[crtc] != nil {
      if isNonblocking { return -EBUSY }
      // The longest wait of the kernel for a flip that does not complete.
      time += losesFlips ? .milliseconds(10_000) : .milliseconds(16)
      finish(crtc)
    }
    values = wanted
    for crtc in touched { pending[crtc] = .some(hasEvent ? userData : nil) }
    if !isNonblocking { time += .milliseconds(16) }
    if !isNonblocking && !hasEvent { for crtc in touched { finish(crtc) } }
    return 0
  }

  /// Completes the pending commit of a CRTC, with its event.
  private func finish(_ crtc: CRTCID) {
    if let userData = pending[crtc] ?? nil, !losesFlips { report(userData, crtc) }
    pending[crtc] = nil
  }

  /// The CRTCs in a commit: a plane or connector adds its new CRTC and its present one.
  private func touchedCRTCs(_ changes: [Change], _ wanted: [UInt32: [String: UInt64]]) -> [CRTCID] {
    var touched: [CRTCID] = []
    for change in changes {
      var numbers = [UInt64(change.object)]
      numbers += [values, wanted].compactMap { $0[change.object]?["CRTC_ID"] }
      for crtc in crtcs where numbers.contains(UInt64(crtc.rawValue)) && !touched.contains(crtc) {
        touched.append(crtc)
      }
    }
    return touched
  }

  private func isActive(_ crtc: CRTCID, _ state: [UInt32: [String: UInt64]]) -> Bool {
    state[crtc.rawValue]?["ACTIVE"] == 1
  }

  private func check(
    _ wanted: [UInt32: [String: UInt64]], _ touched: [CRTCID], allowsModeset: Bool
  ) -> CInt {
    var clock = 0
    for crtc in crtcs {
      let object = wanted[crtc.rawValue] ?? [:]
      let before = values[crtc.rawValue] ?? [:]
      let feeds = plugs.filter { wanted[$0.id.rawValue]?["CRTC_ID"] == UInt64(crtc.rawValue) }
      let fed = plugs.filter { values[$0.id.rawValue]?["CRTC_ID"] == UInt64(crtc.rawValue) }
      let mode = modes[UInt32(object["MODE_ID"] ?? 0)]
      if touched.contains(crtc) {
        if object["ACTIVE"] == 1 && mode == nil { return -EINVAL }
        if (mode == nil) != feeds.isEmpty { return -EINVAL }
        let isSame =
          mode.map { new in
            modes[UInt32(before["MODE_ID"] ?? 0)].map { new.hasSameTimings(as: $0) } ?? false
          } ?? (before["MODE_ID"] == 0)
        let isModeset =
          !isSame || object["ACTIVE"] != before["ACTIVE"] || feeds.map(\.id) != fed.map(\.id)
        if isModeset && !allowsModeset { return -EINVAL }
        if let mode, refusedSizes.contains(mode.size) { return -EINVAL }
      }
      if object["ACTIVE"] == 1, let mode {
        clock += mode.size.width * mode.size.height * mode.refreshMillihertz / 1_000_000
      }
    }
    for plane in planes {
      let object = wanted[plane.id.rawValue] ?? [:]
      if (object["FB_ID"] == 0) != (object["CRTC_ID"] == 0) { return -EINVAL }
      if let id = object["FB_ID"], id != 0, framebuffers[UInt32(id)] == nil { return -ENOENT }
      // The source must lie within the framebuffer.
      if let id = object["FB_ID"], let memory = framebuffers[UInt32(id)], memory.size > 0 {
        let (stride, height) = (
          UInt64(memory.strideInBytes), memory.size / UInt64(memory.strideInBytes)
        )
        let right = (object["SRC_X"] ?? 0) + (object["SRC_W"] ?? 0)
        let bottom = (object["SRC_Y"] ?? 0) + (object["SRC_H"] ?? 0)
        if right >> 16 > stride / 4 || bottom >> 16 > height { return -ENOSPC }
      }
    }
    if let bandwidth, clock > bandwidth { return -ENOSPC }
    return 0
  }
}
