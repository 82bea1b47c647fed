// SPDX-License-Identifier: Apache-2.0

import CDRM
import CLinux
import Linux
import Raster
import Testing

@testable import KMS

/// On a file that is no card every call fails with the kernel's own errno, and nothing is left behind.
@Suite struct LibDRMTests {
  @Test func `what is no card is not opened`() {
    #expect(throws: KMSError(.notDisplay, .capability, errno: ENOTTY)) {
      _ = try Card(opening: Path("/dev/null"))
    }
    #expect(throws: KMSError(.noDevice, .open, errno: ENOENT)) {
      _ = try Card(opening: Path("/dev/dri/none"))
    }
  }

  @Test func `lists are empty or thrown for`() throws {
    let kernel = try noCard()
    #expect(throws: KMSError(.other, .resources, errno: ENOTTY)) { try kernel.resources() }
    #expect(throws: KMSError(.other, .plane, errno: ENOTTY)) { try kernel.planes() }
    #expect(throws: KMSError(.other, .setCRTC, errno: ENOTTY)) {
      try kernel.configuration(of: CRTCID(rawValue: 1))
    }
    for forcesProbe in [true, false] {
      #expect(throws: KMSError(.other, .connector, errno: ENOTTY)) {
        try kernel.connector(ConnectorID(rawValue: 1), forcesProbe: forcesProbe)
      }
    }
    let properties = kernel.properties(["FB_ID", "CRTC_ID"], of: 1, type: DRM_MODE_OBJECT_PLANE)
    #expect(properties.count == 2 && !properties[0].exists && !properties[1].exists)
    #expect(kernel.blob(1).isEmpty)
  }

  @Test func `calls return minus the errno`() throws {
    let kernel = try noCard()
    var (value, id, memory) = (UInt64(0), UInt32(0), DumbMemory())
    let mode = ScriptedCard.mode(640, 480)
    #expect(kernel.capability(DRM_CAP_DUMB_BUFFER, &value) == -ENOTTY)
    #expect(kernel.enable(UInt64(DRM_CLIENT_CAP_ATOMIC)) == -ENOTTY)
    #expect(kernel.setMaster() == -ENOTTY && kernel.dropMaster() < 0)
    let isSimple = kernel.isDriver("simpledrm")
    #expect(!isSimple)
    #expect(kernel.sequence(of: CRTCID(rawValue: 1)) == -ENOTTY)
    #expect(kernel.createBlob(of: mode, &id) == -ENOTTY)
    #expect(kernel.createDumb(width: 8, height: 8, bitsPerPixel: 32, &memory) == -ENOTTY)
    #expect(throws: KMSError(.other, .mapBuffer, errno: ENOTTY)) { _ = try kernel.map(memory) }
    #expect(kernel.addFramebuffer(memory, width: 8, height: 8, .xrgb8888, &id) == -ENOTTY)
    #expect(AtomicRequest().commit(on: kernel, .testOnly, userData: 0) == -ENOTTY)
    let change = PropertyChange(id: PropertyID(rawValue: 1), value: 1)
    let plane = PlaneID(rawValue: 1)
    #expect(kernel.flip(plane, change, clips: change, userData: 0) == -ENOTTY)
    #expect(kernel.flip(plane, change, clips: nil, userData: 0) == -ENOTTY)
    let (crtc, framebuffer) = (CRTCID(rawValue: 1), FramebufferID(rawValue: 1))
    #expect(kernel.turnOff(crtc) == -ENOTTY)
    let connectors = [ConnectorID(rawValue: 1)]
    let answer = kernel.setCRTC(crtc, framebuffer, x: 0, y: 0, connectors: connectors, mode: mode)
    #expect(answer == -ENOTTY)
    #expect(kernel.pageFlip(crtc, to: framebuffer, userData: 0) == -ENOTTY)
    let rectangles: [Int32] = [0, 0, 8, 8]
    #expect(kernel.flush(framebuffer, rectangles.span) == -ENOTTY)
    // These have nothing to report.
    kernel.hideCursor(on: crtc)
    kernel.release(.blob(1))
    kernel.release(.dumbBuffer(1))
    kernel.release(.framebuffer(1))
    kernel.closeFramebuffer(framebuffer)
  }

  @Test func `a second handle is of the same file`() throws {
    let kernel = try noCard()
    let second = try kernel.duplicated()
    #expect(second.pollNumber != kernel.pollNumber && second.pollNumber >= 0)
    var reader = EventReader()
    #expect(try reader.next(from: second) == nil)
  }

  private func noCard() throws -> LibDRM {
    LibDRM(
      adopting: try FileDescriptor(
        opening: Path("/dev/null"), for: .readWrite, nonblocking: true))
  }
}
