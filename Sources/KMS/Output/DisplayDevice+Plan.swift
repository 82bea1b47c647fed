// SPDX-License-Identifier: Apache-2.0

import OutputConfiguration
import CLinux
import Raster
import Scanout

extension DisplayDevice where Kernel: ~Copyable {
  /// How many plans are tested at most.
  private static var testLimit: Int { 48 }

  /// Makes a plan whose outputs can be on together, as far as the driver can be asked about that.
  ///
  /// All are tested in one commit before the first of them is committed by itself. Where their sum is refused, as for
  /// want of bandwidth, each gets, the most important first, the best mode of those in question that is accepted
  /// beside the outputs before it, and one without any is left out.
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
    guard isMaster, whole.pipes.count > 1, let planes, let test = JointTest(whole, on: card.kernel)
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
    makeWay(from: whole, for: scan, planes, by: test)
    return scan
  }

  /// Switches off what has more than the plan gives it, so that the outputs may come in any order.
  private func makeWay(
    from whole: DisplayScan, for scan: DisplayScan, _ planes: [Plane],
    by test: borrowing JointTest<Kernel>
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
  /// Does something for the first pipes, with those of all parts of their displays.
  fileprivate func forAllPipes(first count: Int = .max, _ body: (DisplayPipe) -> Void) {
    for index in 0..<min(count, pipes.count) {
      var part: DisplayPipe? = pipes[index]
      while let pipe = part {
        body(pipe)
        part = pipe.next
      }
    }
  }
}

/// Asks a driver whether outputs can be on together, without changing anything.
///
/// One framebuffer, as large as the largest output, stands for all of theirs.
private struct JointTest<Kernel: KernelHandle & ~Copyable>: ~Copyable {
  /// What a driver says.
  enum Answer { case accepted, refused, unknown }

  /// Those of the first pipe: properties of the core have the same numbers on all objects of a card.
  private let properties: PipeProperties
  private let buffer: ScanoutBuffer<Kernel>?
  /// The plan for all displays, which are off in a test unless it lights them.
  private let whole: DisplayScan
}

extension JointTest where Kernel: KernelInterface & ~Copyable {
  /// Without memory for the framebuffer the modes alone are tested; nil where the driver cannot be asked.
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

  /// Tests a plan's first outputs, with all others of its displays off.
  func answer(
    _ scan: DisplayScan, first count: Int, _ planes: [Plane], on kernel: borrowing Kernel
  ) -> Answer {
    var request = AtomicRequest()
    // As many as a card has CRTCs, and plans have pipes.
    var (blobs, blobCount) = (InlineArray<32, UInt32>(repeating: 0), 0)
    // First all is off; of two changes of a property the second counts.
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
      properties.light(pipe, modeBlob: blobs[blobCount], in: &request)
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

  /// Adds what switches a CRTC off, with its planes.
  @inline(never)
  func turnOff(
    _ crtc: CRTCID, _ connectors: [Connector], _ planes: [Plane], in request: inout AtomicRequest
  ) {
    for connector in connectors where connector.crtc == crtc {
      request.set(properties.connector.crtcID, of: connector.id.rawValue, to: 0)
      request.set(properties.crtc.modeID, of: crtc.rawValue, to: 0)
      request.set(properties.crtc.active, of: crtc.rawValue, to: 0)
    }
    for plane in planes where plane.crtc == crtc {
      request.set(properties.plane.fbID, of: plane.id.rawValue, to: 0)
      request.set(properties.plane.crtcID, of: plane.id.rawValue, to: 0)
    }
  }
}
