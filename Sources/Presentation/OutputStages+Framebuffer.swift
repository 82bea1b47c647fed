// SPDX-License-Identifier: Apache-2.0

import Animations
import CLinux
import Fbdev
import KMS
import Linux
import Motion
import OutputConfiguration
import Scanout

extension OutputStages where Source: ~Copyable {
  /// The number of framebuffer devices that are tried.
  private static var searchedFramebufferCount: UInt32 { 8 }

  /// Adds an output stage on a framebuffer device while one `isWanted`, which means that there is no
  /// card.
  ///
  /// Returns false where the caller must try again.
  ///
  /// The kernel emulates a framebuffer device for each card. Those are not used: their content is
  /// invisible while the card has no monitor or another DRM master. When one driver replaces another, the
  /// framebuffer device of the first still exists for a moment after its card. In Linux 6.12
  /// (drm_fbdev_shmem with deferred I/O) a process that has mapped it then never returns from closing the
  /// last descriptor.
  package mutating func fitFramebuffer(isWanted: Bool, _ options: borrowing OutputOptions) -> Bool {
    if let output = onFramebuffer {
      if isWanted && output.presenter.output.framebuffer?.isCurrent() == true {
        if output.isSuspended { output.restart() }
        return true
      }
      remove(output)
    }
    guard isWanted else { return true }
    if let path = options.framebuffer {
      do throws(SystemError) {
        try add(FramebufferOutput(opening: path, time: .monotonic), name: path.bytes, options)
        return true
      } catch {
        logFailure(of: path, error)
        return false
      }
    }
    var isGood = true
    for number in 0..<Self.searchedFramebufferCount {
      var path = Path("/dev/fb")
      guard (try? path.append(decimal: number)) != nil else { return isGood }
      if Self.isEmulated(number) { continue }
      do throws(SystemError) {
        try add(FramebufferOutput(opening: path, time: .monotonic), name: path.bytes, options)
        return isGood
      } catch {
        // Most machines have none.
        if error.errno == ENOENT { continue }
        isGood = false
        if error.errno == ENODEV { continue }
        logFailure(of: path, error)
      }
    }
    return isGood
  }

  /// Whether a framebuffer device belongs to a card.
  private static func isEmulated(_ number: UInt32) -> Bool {
    do throws(SystemError) {
      var path = Path("/sys/class/graphics/fb")
      try path.append(decimal: number)
      try path.append("/device/drm")
      _ = try FileDescriptor(opening: path, for: .readOnly)
      return true
    } catch {
      return false
    }
  }

  /// Logs why a framebuffer device cannot be used, once per error.
  private mutating func logFailure(of path: borrowing Path, _ error: SystemError) {
    if loggedFramebufferFailure == error { return }
    loggedFramebufferFailure = error
    source.log.write(path.bytes, .framebuffer(error))
  }

  /// The output stage on a framebuffer device.
  package var onFramebuffer: OutputStage<Source.Content>? {
    for output in list where output.presenter.output.framebuffer != nil { return output }
    return nil
  }

  /// Adds an output stage on a framebuffer device, named by the last component of its path.
  private mutating func add(
    _ output: consuming FramebufferOutput, name path: Span<UInt8>,
    _ options: borrowing OutputOptions
  ) {
    var start = path.count
    while start > 0, path[start - 1] != UInt8(ascii: "/") { start -= 1 }
    let name = path.extracting(start..<path.count)
    let description = OutputDescription(
      size: output.sizeInPixels, millimetres: output.sizeInMillimetres,
      name: ConnectorName(name) ?? ConnectorName("fb", number: 0))
    do throws(StageError) {
      list.append(try makeOutputStage(AnyOutput(output), description, name: name, options))
    } catch {
      source.log.write(name, error)
    }
  }
}
