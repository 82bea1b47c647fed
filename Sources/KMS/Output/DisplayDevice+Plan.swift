// SPDX-License-Identifier: Apache-2.0

import OutputConfiguration
import CLinux
import Raster
import Scanout

extension DisplayDevice where Kernel: ~Copyable {
  /// The most plans that are tested.
  private static var testLimit: Int { 48 }

  /// Plans outputs that can be on together, as far as the driver can test that.
  ///
  /// All outputs are tested in one commit before the first of them is committed by itself. The driver may
  /// refuse them together, as for lack of bandwidth. Then each output, the most important first, gets the
  /// best of its modes that is accepted beside the outputs before it. An output without such a mode is left
  /// out.
  func plan(
    _ connectors: [Connector], _ planes: [Plane], _ rules: borrowing OutputRules
  ) -> DisplayScan {
    let planes: [Plane]? = card.isAtomic ? planes : nil
    var limits = limits
    func plan() -> DisplayScan {
      DisplayScan(
        connectors: connectors, crtcs: card.crtcs, planes: planes, rules: rules, limits: limits)
    }
    let whole = plan()
    // One output is tested by its own first commit.
    guard isMaster, whole.pipes.count > 1, let planes,
      let test = CombinedTest(whole, on: card.kernel)
    else { return whole }
    if test.answer(whole, first: .max, planes, on: card.kernel) != .refused {
      return whole
    }
    var (scan, count) = (whole, 1)
    for _ in 1..<DisplayDevice.testLimit where count <= scan.pipes.count {
      switch test.answer(scan, first: count, planes, on: card.kernel) {
      case .accepted: count += 1
      case .unknown: return whole
      case .refused:
        let last = scan.pipes[count - 1]
        _ = limits.refuse(last.mode, of: last.connector, otherwise: 0)
        scan = plan()
      }
    }
    while scan.pipes.count >= count, let last = scan.pipes.last,
      limits.limit(last.connector, to: 0)
    { scan = plan() }
    if scan.pipes.isEmpty { return whole }
    freeBandwidth(from: whole, for: scan, planes, by: test)
    return scan
  }

  /// Switches off displays that use more than the plan gives them, so that the outputs may be set up in any
  /// order.
  private func freeBandwidth(
    from whole: DisplayScan, for scan: DisplayScan, _ planes: [Plane],
    by test: borrowing CombinedTest<Kernel>
  ) {
    var request = AtomicRequest()
    whole.forAllPipes { before in
      guard let crtc = before.connector.crtc, let mode = before.connector.currentMode else {
        return
      }
      var rate: Int64 = 0
      scan.forAllPipes { pipe in
        if pipe.connector.id == before.connector.id { rate = pipe.mode.pixelRate }
      }
      if rate < mode.pixelRate { test.turnOff(crtc, whole.connectors, planes, in: &request) }
    }
    if request.propertyCount > 0 { _ = request.turnOff(on: card.kernel, waits: false) }
  }
}

extension DisplayScan {
  /// Calls a function for the first pipes, and for the pipes of all tiles of their displays.
  fileprivate func forAllPipes(first count: Int = .max, _ body: (DisplayPipe) -> Void) {
    for index in 0..<min(count, pipes.count) {
      body(pipes[index])
      for tile in pipes[index].otherTiles { body(tile) }
    }
  }
}

/// Tests whether a driver accepts outputs together, without changing anything.
///
/// One framebuffer, as large as the largest output, represents those of all outputs.
private struct CombinedTest<Kernel: KernelHandle & ~Copyable>: ~Copyable {
  /// The driver's answer.
  enum Answer { case accepted, refused, unknown }

  /// The first pipe's properties: core properties have the same IDs on all objects of a card.
  private let properties: PipeProperties
  private let buffer: ScanoutBuffer<Kernel>?
  /// The plan for all displays; a test switches off those that it does not include.
  private let whole: DisplayScan
}

extension CombinedTest where Kernel: KernelInterface & ~Copyable {
  /// Without memory for the framebuffer only the modes are tested.
  ///
  /// Nil where the driver cannot be tested.
  init?(_ scan: DisplayScan, on kernel: borrowing Kernel) {
    guard let plane = scan.pipes[0].plane,
      let properties = try? PipeProperties.find(kernel, scan.pipes[0], plane: plane)
    else { return nil }
    var (width, height) = (0, 0)
    scan.forAllPipes { pipe in
      (width, height) = (max(width, pipe.size.width), max(height, pipe.size.height))
    }
    self.properties = properties
    whole = scan
    buffer = try? ScanoutBuffer(
      on: kernel, size: PixelSize(width: width, height: height), format: plane.format ?? .xrgb8888)
  }

  /// Tests a plan's first outputs, with the other displays off.
  func answer(
    _ scan: DisplayScan, first count: Int, _ planes: [Plane], on kernel: borrowing Kernel
  ) -> Answer {
    var request = AtomicRequest()
    // A card has at most this many CRTCs, and so a plan at most this many pipes.
    var (blobs, blobCount) = (InlineArray<32, UInt32>(repeating: 0), 0)
    // First everything is off; of two changes of a property the second counts.
    whole.forAllPipes {
      if let crtc = $0.connector.crtc { turnOff(crtc, scan.connectors, planes, in: &request) }
    }
    scan.forAllPipes(first: count) {
      if !isOn($0.crtc) { turnOff($0.crtc, scan.connectors, planes, in: &request) }
    }
    var shown: FramebufferID?
    switch buffer {
    case .some(let buffer): shown = buffer.framebuffer.id
    case .none: break
    }
    scan.forAllPipes(first: count) { pipe in
      _ = kernel.createBlob(of: pipe.mode, &blobs[blobCount])
      properties.enable(pipe, modeBlob: blobs[blobCount], in: &request)
      blobCount += 1
      if let shown, let plane = pipe.plane {
        properties.plane.show(shown, on: pipe, isPart: false, of: plane.id, in: &request)
      }
    }
    let answer = request.commit(on: kernel, [.testOnly, .allowModeset], userData: 0)
    for index in 0..<blobCount { kernel.release(.blob(blobs[index])) }
    switch answer {
    case 0: return .accepted
    case -EINVAL, -ENOSPC, -ERANGE: return .refused
    default: return .unknown
    }
  }

  /// Whether a CRTC drives a display now.
  private func isOn(_ crtc: CRTCID) -> Bool {
    var isOn = false
    whole.forAllPipes { if $0.connector.crtc == crtc { isOn = true } }
    return isOn
  }

  /// Adds the changes that switch a CRTC off, with its planes.
  func turnOff(
    _ crtc: CRTCID, _ connectors: [Connector], _ planes: [Plane], in request: inout AtomicRequest
  ) {
    for connector in connectors where connector.crtc == crtc {
      request.set(properties.connector[.crtcID], of: connector.id.rawValue, to: 0)
      request.set(properties.crtc[.modeID], of: crtc.rawValue, to: 0)
      request.set(properties.crtc[.active], of: crtc.rawValue, to: 0)
    }
    for plane in planes where plane.crtc == crtc {
      request.set(properties.plane[.fbID], of: plane.id.rawValue, to: 0)
      request.set(properties.plane[.crtcID], of: plane.id.rawValue, to: 0)
    }
  }
}
