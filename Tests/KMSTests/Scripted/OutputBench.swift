// SPDX-License-Identifier: Apache-2.0

import Raster
import KMS
import Linux
import Motion
import OutputConfiguration
import DisplayList
import Scanout

extension ScriptedCard {
  /// A device on this card, as its DRM master.
  func open() throws(KMSError) -> DisplayDevice<ScriptedKernel> {
    let path = Path("/dev/dri/card0")
    let device = DisplayDevice(try Card(ScriptedKernel(self)), path, 0)
    _ = try device.becomeMaster()
    return device
  }

  /// The script's clock.
  var clock: TimeSource {
    // The script outlives its outputs.
    TimeSource { [unowned self] in time }
  }
}

/// An output of a scripted card with white frames.
struct OutputBench: ~Copyable {
  let script: ScriptedCard
  let device: DisplayDevice<ScriptedKernel>
  var output: KMSOutput<ScriptedKernel>

  /// The output of the most important display, or of a given display.
  init(
    _ script: ScriptedCard, on device: DisplayDevice<ScriptedKernel>? = nil, pipe index: Int = 0
  ) throws(KMSError) {
    let device = if let device { device } else { try script.open() }
    let scan = try device.scan(OutputRules())
    output = try device.makeOutput(scan.pipes[index], time: script.clock)
    self.script = script
    self.device = device
  }

  /// Draws and commits a frame.
  mutating func commit() throws(KMSError) -> CommitOutcome? {
    guard let buffer = output.acquire() else { return nil }
    let size = output.sizeInPixels
    var damage = DamageRegion(width: size.width, height: size.height)
    damage.insertAll()
    let frame = FrameInfo(target: script.time, pixelsWritten: size.width * size.height)
    precondition(output.pixels(of: buffer).width == size.width, "The buffer has another size.")
    return try output.commit(frame, drawn: damage, changed: damage, at: script.time)
  }

  /// Reads the kernel's events; returns the report.
  mutating func takeReport() throws(KMSError) -> OutputReport? {
    while let event = try device.nextEvent() { _ = output.deliver(event) }
    return try output.takeReport(at: script.time)
  }

  /// Commits a frame and has it shown at the next vblank.
  mutating func show() throws(KMSError) -> OutputReport? {
    guard try commit() == .queued else { return nil }
    script.vblank()
    return try takeReport()
  }
}
