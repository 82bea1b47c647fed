// SPDX-License-Identifier: Apache-2.0

import CDRM
import CLinux
import KMS
import Linux
import Motion
import OutputConfiguration
import Raster
import Scanout

/// A handle of a scripted card: it counts how many there are.
struct ScriptedKernel: ~Copyable {
  let card: ScriptedCard

  init(_ card: ScriptedCard) {
    self.card = card
    card.handleCount += 1
  }

  deinit { card.handleCount -= 1 }

  private func check(_ call: String, _ operation: KMSError.Operation) throws(KMSError) {
    let answer = card.answer(call)
    if answer < 0 { throw KMSError(operation, errno: -answer) }
  }
}

extension ScriptedKernel: KernelHandle {
  func release(_ object: KernelObject) {
    switch object {
    case .dumbBuffer(let handle): card.dumbBuffers.remove(handle)
    case .framebuffer(let id): card.framebuffers[id] = nil
    // A mode in use stays, as with the kernel's own references.
    case .blob(let id):
      card.restored[id] = card.blobs[id]
      card.blobs[id] = nil
    }
  }
}

extension ScriptedKernel: KernelInterface {
  var pollNumber: CInt { -1 }

  func duplicated() throws(SystemError) -> ScriptedKernel {
    let answer = card.answer("duplicate")
    if answer < 0 { throw SystemError(.duplicate, errno: -answer) }
    return ScriptedKernel(card)
  }

  func capability(_ capability: Int32, _ value: inout UInt64) -> CInt {
    value = capability == DRM_CAP_DUMB_BUFFER && card.hasDumbBuffers ? 1 : 0
    return card.answer("capability")
  }

  func enable(_ capability: UInt64) -> CInt {
    capability == DRM_CLIENT_CAP_ATOMIC && !card.isAtomic ? -EOPNOTSUPP : card.answer("enable")
  }

  var isMaster: Bool { card.isMaster }

  func setMaster() -> CInt {
    let answer = card.answer("setMaster")
    if answer != 0 { return answer }
    if card.hasOtherMaster { return -EBUSY }
    card.isMaster = true
    return 0
  }

  func dropMaster() -> CInt {
    card.isMaster = false
    return 0
  }

  func isDriver(_ name: StaticString) -> Bool { "\(name)" == card.driver }

  func resources() throws(KMSError) -> CardObjects {
    try check("resources", .resources)
    return CardObjects(connectors: card.plugs.map(\.id), crtcs: card.crtcs)
  }

  func connector(_ id: ConnectorID, forcesProbe: Bool) throws(KMSError) -> Connector {
    try check(forcesProbe ? "probe" : "connector", .connector)
    guard let index = card.plugs.firstIndex(where: { $0.id == id }) else {
      throw KMSError(.connector, errno: ENOENT)
    }
    let plug = card.plugs[index]
    let number = UInt32(card.values[id.rawValue]?["CRTC_ID"] ?? 0)
    let crtc = number == 0 ? nil : CRTCID(rawValue: number)
    return Connector(
      id: id, kind: plug.kind, number: UInt32(index + 1), connection: plug.connection,
      isNonDesktop: plug.isNonDesktop, modes: plug.modes, possibleCRTCs: plug.possibleCRTCs,
      crtc: crtc, currentMode: crtc.flatMap { card.mode(of: $0) },
      isLinkBad: card.values[id.rawValue]?["link-status"] == 1, tile: plug.tile)
  }

  func planes() throws(KMSError) -> [Plane] {
    try check("planes", .plane)
    return card.planes.map { plane in
      let number = UInt32(card.values[plane.id.rawValue]?["CRTC_ID"] ?? 0)
      return Plane(
        id: plane.id, kind: plane.kind, possibleCRTCs: plane.possibleCRTCs,
        crtc: number == 0 ? nil : CRTCID(rawValue: number), format: plane.format)
    }
  }

  func configuration(of crtc: CRTCID) throws(KMSError) -> CRTCConfiguration {
    try check("configuration", .setCRTC)
    let plane = card.planes.first {
      $0.kind == .primary && card.values[$0.id.rawValue]?["CRTC_ID"] == UInt64(crtc.rawValue)
    }
    let framebuffer = plane.flatMap { card.values[$0.id.rawValue]?["FB_ID"] } ?? 0
    return CRTCConfiguration(
      framebuffer: FramebufferID(rawValue: UInt32(framebuffer)), mode: card.mode(of: crtc))
  }

  func properties(_ names: [StaticString], of object: UInt32, type: UInt32) -> [Property] {
    let isFailing = card.answer("properties") != 0
    return names.map { "\($0)" }.map { name in
      guard !isFailing, let value = card.values[object]?[name] else { return Property() }
      return Property(id: card.propertyID(name), value: value)
    }
  }

  func sequence(of crtc: CRTCID) -> CInt { card.countsVblanks ? 0 : -EOPNOTSUPP }

  func createBlob(_ bytes: RawSpan, _ id: inout UInt32) -> CInt {
    let answer = card.answer("createBlob")
    if answer != 0 { return answer }
    id = card.makeID()
    // The bytes are borrowed.
    card.blobs[id] = unsafe bytes.withUnsafeBytes { unsafe Array($0) }
    return 0
  }

  func createBlob(of mode: Mode, _ id: inout UInt32) -> CInt {
    let answer = card.answer("createModeBlob")
    if answer != 0 { return answer }
    id = card.makeID()
    card.modes[id] = mode
    card.blobs[id] = []
    return 0
  }

  func blob(_ id: UInt32) -> [UInt8] { card.blobs[id] ?? [] }

  func createDumb(
    width: Int, height: Int, bitsPerPixel: Int, _ memory: inout DumbMemory
  ) -> CInt {
    let answer = card.answer("createDumb")
    if answer != 0 { return answer }
    memory.handle = card.makeID()
    memory.strideInBytes = UInt32(width * bitsPerPixel / 8)
    memory.size = UInt64(memory.strideInBytes) * UInt64(height)
    card.dumbBuffers.insert(memory.handle)
    return 0
  }

  func map(_ memory: DumbMemory) throws(KMSError) -> Mapping {
    try check("map", .mapBuffer)
    do throws(SystemError) {
      let file = try MemoryFile(name: "dumb buffer", size: Int(memory.size))
      return file.takePages()
    } catch {
      throw KMSError(.mapBuffer, errno: error.errno)
    }
  }

  func addFramebuffer(
    _ memory: DumbMemory, width: Int, height: Int, _ format: PixelFormat, _ id: inout UInt32
  ) -> CInt {
    let answer = card.answer("addFramebuffer")
    if answer != 0 { return answer }
    id = card.makeID()
    card.framebuffers[id] = memory
    return 0
  }

  func closeFramebuffer(_ id: FramebufferID) { card.framebuffers[id.rawValue] = nil }

  func commit(
    _ request: borrowing AtomicRequest, _ flags: AtomicRequest.Flags, userData: UInt64
  ) -> CInt {
    var changes: [ScriptedCard.Change] = []
    for index in 0..<request.propertyCount {
      let (object, property, value) = request.change(at: index)
      changes.append(change(object, property, value))
    }
    return card.commit(changes, flags, userData: userData)
  }

  func flip(
    _ plane: PlaneID, _ framebuffer: PropertyChange, clips: PropertyChange?, userData: UInt64
  ) -> CInt {
    var changes = [change(plane.rawValue, framebuffer.id, framebuffer.value)]
    if let clips { changes.append(change(plane.rawValue, clips.id, clips.value)) }
    return card.commit(
      changes, [.event, .nonblocking], userData: userData)
  }

  private func change(
    _ object: UInt32, _ property: PropertyID, _ value: UInt64
  ) -> ScriptedCard.Change {
    let index = Int(property.rawValue) - 500
    let name = card.names.indices.contains(index) ? card.names[index] : "?"
    return ScriptedCard.Change(object: object, name: name, value: value)
  }

  func setCRTC(
    _ crtc: CRTCID, _ framebuffer: FramebufferID, x: UInt32, y: UInt32,
    connectors: [ConnectorID], mode: Mode?
  ) -> CInt {
    card.calls.append(mode == nil ? .turnOff : .setCRTC)
    let answer = card.answer("setCRTC")
    if answer != 0 { return answer }
    if !card.isMaster { return -EACCES }
    if let mode, card.refusedSizes.contains(mode.size) { return -EINVAL }
    if mode != nil && card.framebuffers[framebuffer.rawValue] == nil { return -ENOENT }
    let number = UInt64(crtc.rawValue)
    var blob: UInt32 = 0
    if let mode {
      blob = card.makeID()
      card.modes[blob] = mode
    }
    card.values[crtc.rawValue]?["MODE_ID"] = UInt64(blob)
    card.values[crtc.rawValue]?["ACTIVE"] = mode == nil ? 0 : 1
    for plug in card.plugs {
      if card.values[plug.id.rawValue]?["CRTC_ID"] == number {
        card.values[plug.id.rawValue]?["CRTC_ID"] = 0
      }
      if connectors.contains(plug.id) { card.values[plug.id.rawValue]?["CRTC_ID"] = number }
    }
    for (index, own) in card.crtcs.enumerated() where own == crtc {
      let plane = card.planes.first {
        $0.kind == .primary && $0.possibleCRTCs.contains(index: index)
      }
      guard let plane else { continue }
      card.values[plane.id.rawValue]?["FB_ID"] = UInt64(framebuffer.rawValue)
      card.values[plane.id.rawValue]?["CRTC_ID"] = mode == nil ? 0 : number
    }
    card.time += .milliseconds(16)
    return 0
  }

  func pageFlip(_ crtc: CRTCID, to framebuffer: FramebufferID, userData: UInt64) -> CInt {
    card.calls.append(.pageFlip)
    let answer = card.answer("pageFlip")
    if answer != 0 { return answer }
    if !card.isMaster { return -EACCES }
    if card.mode(of: crtc) == nil { return -EINVAL }
    if card.pending[crtc] != nil { return -EBUSY }
    card.pending[crtc] = .some(userData)
    return 0
  }

  func hideCursor(on crtc: CRTCID) { card.calls.append(.hideCursor) }

  func flush(_ framebuffer: FramebufferID, _ rectangles: Span<Int32>) -> CInt {
    card.calls.append(.flush)
    return card.answer("flush")
  }

  func readEvents(into bytes: inout MutableSpan<UInt8>) throws(SystemError) -> Int {
    let answer = card.answer("readEvents")
    if answer < 0 { throw SystemError(.read, errno: -answer) }
    let count = min(card.events.count, bytes.count)
    for index in 0..<count { bytes[index] = card.events[index] }
    card.events.removeFirst(count)
    return count
  }
}
