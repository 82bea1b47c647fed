// SPDX-License-Identifier: Apache-2.0

import OutputConfiguration
import Animations
import CLinux
import Control
import Fbdev
import KMS
import Motion
import Scanout
import Linux

extension DeviceManager {
  /// How many framebuffer devices are tried.
  private static var searchedFramebufferCount: UInt32 { 8 }

  /// Adds an output stage on a framebuffer device while there is no card.
  ///
  /// The kernel emulates one for each card too: drawing to that of a card without a monitor would be
  /// invisible.
  func fitFramebuffer(
    _ outputs: inout OutputStages, _ options: borrowing Options, at now: Instant
  ) {
    let isWanted = options.framebuffer != nil || devices.isEmpty && options.device == nil
    if let output = outputs.onFramebuffer {
      if isWanted && output.presenter.output.framebuffer?.isCurrent() == true {
        if output.isSuspended { output.restart() }
        return
      }
      outputs.remove(output)
    }
    guard isWanted else { return }
    if let path = options.framebuffer {
      do throws(SystemError) {
        try outputs.add(FramebufferOutput(opening: path), name: path.bytes, options)
      } catch {
        retryLater(at: now)
        logFailure(of: path, error)
      }
      return
    }
    for number in 0..<DeviceManager.searchedFramebufferCount {
      var path = Path("/dev/fb")
      guard (try? path.append(decimal: number)) != nil else { return }
      do throws(SystemError) {
        try outputs.add(FramebufferOutput(opening: path), name: path.bytes, options)
        return
      } catch {
        // Most machines have none.
        if error.errno == ENOENT { continue }
        retryLater(at: now)
        if error.errno == ENODEV { continue }
        logFailure(of: path, error)
      }
    }
  }

  /// Logs why a framebuffer device cannot be used, once per error.
  private func logFailure(of path: borrowing Path, _ error: SystemError) {
    if loggedFramebufferFailure == error { return }
    loggedFramebufferFailure = error
    Log.write(path.bytes, .framebuffer(error))
  }
}

extension OutputStages {
  /// The output stage on a framebuffer device.
  var onFramebuffer: OutputStage? {
    for output in list where output.presenter.output.framebuffer != nil { return output }
    return nil
  }

  /// Adds an output stage on a framebuffer device, named by the last component of its path.
  fileprivate mutating func add(
    _ output: consuming FramebufferOutput, name path: Span<UInt8>, _ options: borrowing Options
  ) {
    var start = path.count
    while start > 0, path[start - 1] != UInt8(ascii: "/") { start -= 1 }
    let name = path.extracting(start..<path.count)
    let configuration = options.configuration(
      for: output.sizeInPixels, output.sizeInMillimetres,
      on: ConnectorName(name) ?? ConnectorName("fb", number: 0))
    do throws(StageError) {
      list.append(try makeOutputStage(AnyOutput(output), configuration, name: name, options))
    } catch {
      log(name, error)
    }
  }
}
