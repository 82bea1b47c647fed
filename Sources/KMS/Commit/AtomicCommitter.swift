// SPDX-License-Identifier: Apache-2.0

import CLinux
import DisplayList
import Raster
import Scanout

/// Commits framebuffers atomically to one display pipe, or to the pipes of all tiles of a display.
///
/// Owns the modes' property blobs.
@usableFromInline
struct AtomicCommitter<Kernel: KernelHandle & ~Copyable>: ~Copyable {
  private let kernel: Kernel
  private let plane: PlaneID
  /// The pixel format of the plane's framebuffers.
  let format: PixelFormat
  /// The pipes of the display's tiles; one where it has no tiles.
  private let pipes: [CommittedPipe]
  private let properties: PipeProperties

  deinit {
    for pipe in pipes { kernel.release(.blob(pipe.modeBlob)) }
  }
}

/// A pipe with its plane, mode blob and properties for commits.
///
/// A class: its properties take some 300 bytes.
final class CommittedPipe: Sendable {
  let pipe: DisplayPipe
  let plane: PlaneID
  let modeBlob: UInt32
  let properties: PipeProperties

  private init(
    _ pipe: DisplayPipe, _ plane: PlaneID, _ modeBlob: UInt32, _ properties: PipeProperties
  ) {
    (self.pipe, self.plane, self.modeBlob) = (pipe, plane, modeBlob)
    self.properties = properties
  }

  /// Looks up the properties of a pipe, and creates a blob of its mode, which the caller releases.
  static func make(
    _ pipe: DisplayPipe, _ kernel: borrowing some KernelInterface & ~Copyable
  ) throws(KMSError) -> CommittedPipe {
    guard let plane = pipe.plane else { throw KMSError(.refused, .plane) }
    let properties = try PipeProperties.find(kernel, pipe, plane: plane)
    var blob: UInt32 = 0
    try check(.modeBlob, kernel.createBlob(of: pipe.mode, &blob))
    return CommittedPipe(pipe, plane.id, blob, properties)
  }
}

extension AtomicCommitter where Kernel: KernelInterface & ~Copyable {
  init(
    on card: borrowing Kernel, _ pipe: DisplayPipe, plane: Plane, _ format: PixelFormat
  ) throws(KMSError) {
    let own = try card.duplicated(for: .modeBlob)
    var pipes: [CommittedPipe] = []
    do throws(KMSError) {
      pipes.append(try .make(pipe, own))
      for tile in pipe.otherTiles { pipes.append(try .make(tile, own)) }
    } catch {
      for pipe in pipes { own.release(.blob(pipe.modeBlob)) }
      throw error
    }
    kernel = own
    properties = pipes[0].properties
    self.pipes = pipes
    self.plane = plane.id
    self.format = format
  }

  /// A frame that configures the display; `clearing` is the present pipe where its obstacles have to be
  /// disabled.
  func frame(_ framebuffer: FramebufferID, clearing pipe: DisplayPipe?) -> FirstFrame {
    FirstFrame(pipes: pipes, framebuffer: framebuffer, clearing: pipe)
  }

  /// Shows frames in their modes, all in one commit; without a mode-set if the driver needs none.
  ///
  /// Unless `commit.waits`, it does not block if the driver allows that: the kernel would wait ten seconds
  /// for an earlier lost flip. `EBUSY` then means that the caller must try again.
  func configure(
    _ frames: [FirstFrame], _ commit: inout ModeCommit, isShown: inout Bool
  ) -> CInt {
    var answer: CInt = 0
    // If the driver refuses to reset properties, they stay as they are: colours may be wrong, but there is a
    // frame. With several outputs each finds that out by itself.
    for isNeutral in [true, false] where isNeutral || frames.count == 1 {
      var request = AtomicRequest()
      // An obstacle of one pipe may be used by another, so the pipes are set after it.
      for frame in frames {
        guard let pipe = frame.clearing else { continue }
        clear(pipe, in: &request)
        for tile in pipe.otherTiles { clear(tile, in: &request) }
      }
      let obstacles = request
      for frame in frames {
        for pipe in frame.pipes { set(frame, pipe, isNeutral: isNeutral, in: &request) }
      }
      for modeset: AtomicRequest.Flags in [[], .allowModeset] {
        commit.isModeset = modeset == .allowModeset
        answer = request.commit(on: kernel, modeset.union(.testOnly), userData: 0)
        if answer != 0 { continue }
        answer = -EINVAL
        if !commit.waits {
          answer = request.commit(
            on: kernel, modeset.union([.event, .nonblocking]), userData: commit.userData)
        }
        if answer != -EINVAL { return answer }
        // The driver refuses the event of a CRTC that loses its display and is and stays off; no test shows
        // that. So the obstacles are disabled first, in a commit without an event.
        if !commit.waits, obstacles.propertyCount > 0,
          obstacles.commit(on: kernel, [.allowModeset, .nonblocking], userData: 0) == 0
        {
          commit.isCleared = true
          return -EBUSY
        }
        // Not all drivers set modes without blocking.
        answer = request.commit(on: kernel, modeset, userData: 0)
        isShown = answer == 0
        return answer
      }
    }
    return answer
  }

  /// How the driver gets the damage of a frame.
  func damage() -> DisplaySetup.Damage {
    properties.plane[.damageClips].id.rawValue == 0 ? .wholeFrames : .clips
  }

  /// Shows another framebuffer from the next vblank on; its damage is the union of `changed` and `drawn`.
  func flip(
    to framebuffer: FramebufferID, _ drawn: borrowing DamageRegion,
    _ changed: borrowing DamageRegion,
    userData: UInt64
  ) -> CInt {
    let shown = PropertyChange(
      id: properties.plane[.fbID].id, value: UInt64(framebuffer.rawValue))
    if pipes.count > 1 { return flipAll(to: framebuffer, userData: userData) }
    // Most drivers have no clips, and building the request takes longer than the commit.
    let clips = properties.plane[.damageClips]
    if !clips.exists { return kernel.flip(plane, shown, clips: nil, userData: userData) }
    var blob: UInt32 = 0
    // Without clips the driver assumes that the whole frame has changed, which is always correct.
    let isKnown = ClipList(changed, drawn).makeBlob(on: kernel, &blob)
    let answer = kernel.flip(
      plane, shown, clips: isKnown ? PropertyChange(id: clips.id, value: UInt64(blob)) : nil,
      userData: userData)
    // The commit keeps its own reference.
    if isKnown { kernel.release(.blob(blob)) }
    return answer
  }

  /// Shows another framebuffer on all tiles of the display; without clips the whole frame counts as damaged.
  private func flipAll(to framebuffer: FramebufferID, userData: UInt64) -> CInt {
    var request = AtomicRequest()
    for tile in pipes {
      request.set(
        properties.plane[.fbID], of: tile.plane.rawValue, to: UInt64(framebuffer.rawValue))
    }
    return request.commit(on: kernel, [.event, .nonblocking], userData: userData)
  }

  /// Switches the display off, so that the next configuration sets its mode for certain, and no plane has a
  /// framebuffer.
  ///
  /// Returns 0, or minus an errno. Unless `waits`, it does not block if the driver allows that: `EBUSY` while
  /// a flip is pending.
  func turnOff(waits: Bool) -> CInt {
    var request = AtomicRequest()
    for tile in pipes {
      let (crtc, plane) = (tile.pipe.crtc.rawValue, tile.plane.rawValue)
      request.set(properties.connector[.crtcID], of: tile.pipe.connector.id.rawValue, to: 0)
      request.set(properties.crtc[.modeID], of: crtc, to: 0)
      request.set(properties.crtc[.active], of: crtc, to: 0)
      request.set(properties.plane[.fbID], of: plane, to: 0)
      request.set(properties.plane[.crtcID], of: plane, to: 0)
    }
    return request.turnOff(on: kernel, waits: waits)
  }

  /// Adds the properties that show a framebuffer, and resets those that a compositor may have changed.
  private func set(
    _ frame: FirstFrame, _ part: CommittedPipe, isNeutral: Bool, in request: inout AtomicRequest
  ) {
    let (connector, crtc) = (part.pipe.connector.id.rawValue, part.pipe.crtc.rawValue)
    let (plane, properties) = (part.plane.rawValue, part.properties)
    properties.enable(part.pipe, modeBlob: part.modeBlob, in: &request)
    if isNeutral {
      request.neutralize(properties.connector, of: connector)
      request.neutralize(properties.crtc, of: crtc)
    }
    properties.plane.show(
      frame.framebuffer, on: part.pipe, isPart: frame.pipes.count > 1, of: part.plane,
      in: &request)
    if isNeutral { request.neutralize(properties.plane, of: plane) }
  }

  /// The kernel's core properties have the same IDs on all objects of a card.
  private func clear(_ pipe: DisplayPipe, in request: inout AtomicRequest) {
    let obstacles = pipe.obstacles
    for other in obstacles.connectors {
      request.set(properties.connector[.crtcID], of: other.rawValue, to: 0)
    }
    if let other = obstacles.crtc {
      request.set(properties.connector[.crtcID], of: pipe.connector.id.rawValue, to: 0)
      request.set(properties.crtc[.modeID], of: other.rawValue, to: 0)
      request.set(properties.crtc[.active], of: other.rawValue, to: 0)
    }
    for other in obstacles.planes {
      request.set(properties.plane[.fbID], of: other.rawValue, to: 0)
      request.set(properties.plane[.crtcID], of: other.rawValue, to: 0)
    }
  }
}
