// SPDX-License-Identifier: Apache-2.0

package import Fbdev
package import KMS
package import Motion
package import DisplayList
package import Raster
package import Scanout
package import Linux
package import Text

/// The output of an output stage: memory, a KMS pipe or a framebuffer device.
///
/// The loop handles all of them alike.
///
/// A struct of optionals, exactly one of which is set. An enumeration's payload cannot be mutated
/// in place (compiler-workarounds.md: payload-in-place). One type for all kinds avoids specialising
/// the presenter and the loop for each.
package struct AnyOutput: ~Copyable {
  /// Memory that behaves like a display.
  package private(set) var memory: MemoryOutput?
  /// A KMS pipe.
  package var kms: KMSOutput<LibDRM>?
  /// A framebuffer device.
  package var framebuffer: FramebufferOutput?

  // The facts of `Output`, which do not change.
  package let sizeInPixels: PixelSize
  package let sizeInMillimetres: PhysicalSize?
  package let refreshMillihertz: Int
  package let pacing: FrameClock.Pacing
  package let format: PixelFormat
  package let bufferCount: Int

  /// An output in memory.
  package init(_ output: consuming MemoryOutput) {
    self.init(Facts(output))
    memory = consume output
  }

  /// A display.
  package init(_ output: consuming KMSOutput<LibDRM>) {
    self.init(Facts(output))
    kms = consume output
  }

  /// A framebuffer device.
  package init(_ output: consuming FramebufferOutput) {
    self.init(Facts(output))
    framebuffer = consume output
  }

  private init(_ facts: Facts) {
    sizeInPixels = facts.sizeInPixels
    sizeInMillimetres = facts.sizeInMillimetres
    refreshMillihertz = facts.refreshMillihertz
    pacing = facts.pacing
    format = facts.format
    bufferCount = facts.bufferCount
  }

  /// Properties that do not change during the output's life.
  private struct Facts {
    let sizeInPixels: PixelSize
    let sizeInMillimetres: PhysicalSize?
    let refreshMillihertz: Int
    let pacing: FrameClock.Pacing
    let format: PixelFormat
    let bufferCount: Int

    init<Target: Output & ~Copyable>(_ output: borrowing Target) {
      sizeInPixels = output.sizeInPixels
      sizeInMillimetres = output.sizeInMillimetres
      refreshMillihertz = output.refreshMillihertz
      pacing = output.pacing
      format = output.format
      bufferCount = output.bufferCount
    }
  }
}

/// Why an output failed.
package enum OutputFailure: Error {
  /// A KMS pipe, with the error of the kernel's.
  case kms(KMSError)
  /// A framebuffer device.
  case framebuffer(SystemError)
  /// A strict memory output found a violation of its contract, which is a bug in the program.
  case memory
}

extension AnyOutput: Output {
  package var nextReportTime: Instant? {
    mutating get {
      kms?.nextReportTime ?? framebuffer?.nextReportTime ?? memory?.nextReportTime ?? nil
    }
  }

  package mutating func acquire() -> AcquiredBuffer? {
    kms?.acquire() ?? framebuffer?.acquire() ?? memory?.acquire()
  }

  @_lifetime(&self)
  package mutating func pixels(of buffer: AcquiredBuffer) -> PixelBuffer {
    // Optional chaining cannot return a value that depends on a part of the output; exactly one
    // part is set.
    // swift-format-ignore: NeverForceUnwrap
    if kms != nil { return kms!.pixels(of: buffer) }
    // swift-format-ignore: NeverForceUnwrap
    if framebuffer != nil { return framebuffer!.pixels(of: buffer) }
    // swift-format-ignore: NeverForceUnwrap
    return memory!.pixels(of: buffer)
  }

  package mutating func commit(
    _ frame: FrameInfo, drawn: borrowing DamageRegion, changed: borrowing DamageRegion,
    at now: Instant
  ) throws(OutputFailure) -> CommitOutcome {
    do throws(KMSError) {
      let outcome = try kms?.commit(frame, drawn: drawn, changed: changed, at: now)
      if let outcome { return outcome }
    } catch {
      throw .kms(error)
    }
    do throws(SystemError) {
      let outcome = try framebuffer?.commit(frame, drawn: drawn, changed: changed, at: now)
      if let outcome { return outcome }
    } catch {
      throw .framebuffer(error)
    }
    do throws(MemoryOutput.Failure) {
      return try memory?.commit(frame, drawn: drawn, changed: changed, at: now) ?? .busy
    } catch {
      throw .memory
    }
  }

  package mutating func takeReport(at now: Instant) throws(OutputFailure) -> OutputReport? {
    do throws(KMSError) {
      if let report = try kms?.takeReport(at: now) ?? nil { return report }
    } catch {
      throw .kms(error)
    }
    do throws(SystemError) {
      if let report = try framebuffer?.takeReport(at: now) ?? nil { return report }
    } catch {
      throw .framebuffer(error)
    }
    do throws(MemoryOutput.Failure) {
      return try memory?.takeReport(at: now) ?? nil
    } catch {
      throw .memory
    }
  }
}

extension OutputFailure {
  /// The priority in the log.
  ///
  /// During boot the graphics driver appears after the splash starts, and replaces the firmware's
  /// driver.
  package var priority: LogPriority {
    guard case .kms(let error) = self else { return .warning }
    return error.kind == .noDevice || error.kind == .lostDevice ? .info : .warning
  }

  /// The failure as text for a log line.
  package var line: InlineText<384> {
    var line = InlineText<384>()
    switch self {
    case .memory: line.append("the memory output was drawn to incorrectly; please report this")
    case .framebuffer(let error):
      line.append("the framebuffer device cannot be used (")
      line.append(error.operationName)
      line.append(": ")
      line.append(error.reason)
      line.append(")")
    case .kms(let error):
      line.append(error.advice)
      line.append(" (")
      line.append(error.operationName)
      if error.errno != 0 {
        line.append(": ")
        line.append(ErrorNumber.name(of: error.errno))
      }
      line.append(")")
    }
    return line
  }
}
