// SPDX-License-Identifier: Apache-2.0

import BootTimes
import CLinux
import FixedPoint
import Linux
import Motion
import Stage
import Text

/// The progress of a boot where no client reports it: estimated by earlier boots, and recorded for later ones.
///
/// `flipbookctl remember-boot` adds the record to the remembered boots, after the boot. The daemon itself only reads
/// them: it cannot create files once it is confined, and the root may not be writable yet.
struct BootEstimation: ~Copyable {
  private let memoryPath: Path?
  private var progress: BootProgress
  private var record: FileDescriptor?
  private var recordSize = 0
  private var hasFailed = false

  /// Starts with the remembered boots, if the machine boots and the options allow it.
  init(_ options: borrowing Options, at now: Instant) {
    progress = BootProgress(from: now)
    guard options.protocols.mode == .bootUp, let paths = BootTimesPaths(options) else {
      memoryPath = nil
      return
    }
    memoryPath = paths.memory
    open(paths.record, at: now)
    readMemory()
  }

  /// The command that shows the present progress; nil where it is unknown or shown already.
  ///
  /// It is suppressed where a client reports the progress, or the look shows none. While a person is asked, the boot
  /// waits.
  mutating func command(isSuppressed: Bool, isAsking: Bool, at now: Instant) -> Command? {
    progress.isSuppressed = isSuppressed
    progress.set(isAsking: isAsking, at: now)
    return progress.report(at: now).flatMap(BootEstimation.command)
  }

  /// When the progress changes next; nil for never.
  var deadline: Instant? {
    mutating get { progress.deadline }
  }

  /// Follows a command that did not come from here.
  mutating func follow(_ command: Command) {
    switch command {
    case .progress, .progressUnknown, .start, .done, .reset: progress.repeatReport()
    case .fail: hasFailed = true
    case .message, .slot, .shake, .prompt, .remaining, .quit: break
    }
  }

  /// Records that a unit has been started.
  mutating func record(_ unit: Span<UInt8>, at now: Instant) {
    guard BootLimits.isName(unit), !progress.isOver else { return }
    // The end needs room, too.
    write(BootRecordLine.line(at: progress.elapsed(at: now), unit), keeping: 16)
    progress.record(unit, at: now)
  }

  /// Reads the remembered boots again: those of an initramfs are as old as the initramfs.
  mutating func recordRootChange() {
    if !progress.isOver && !progress.isSuppressed { readMemory() }
  }

  /// Ends the boot with the hand-over, and closes the record.
  ///
  /// A boot that has failed, or has become an update, has no end.
  ///
  /// - Returns: The command that shows the end; nil where the progress is unknown.
  mutating func end(at now: Instant, inMode mode: MachineMode) -> Command? {
    guard !progress.isOver else { return nil }
    if !hasFailed, mode == .bootUp {
      write(BootRecordLine.line(at: max(progress.elapsed(at: now), 1), Span()))
    }
    record = nil
    return progress.end().flatMap(BootEstimation.command)
  }

  private static func command(_ hundredths: Int) -> Command? {
    Percent(Fixed(hundredths, over: 100)).map { .progress(channel: 1, percent: $0) }
  }
}

extension BootEstimation {
  private mutating func readMemory() {
    guard let memoryPath else { return }
    do throws(SystemError) {
      let bytes = try AtomicFile.read(memoryPath, upTo: BootLimits.memorySize)
      do throws(BootFileError) {
        progress.remember(try BootMemory(bytes.span))
      } catch {
        var line = BootEstimation.line(memoryPath)
        if error.line > 0 {
          line.append(error.line)
          line.append(":")
        }
        line.append(" ")
        line.append(error.problem)
        line.append("; the boot has no percentage by it")
        Log.write(line.bytes)
      }
    } catch {
      // There is no such file before the second boot.
      if error.errno != ENOENT { BootEstimation.log(error, memoryPath) }
    }
  }

  /// Opens the record: that of an earlier daemon of the same boot is continued, with its start.
  private mutating func open(_ path: Path, at now: Instant) {
    let time = now.nanoseconds / 1_000_000
    let earlier = try? AtomicFile.read(path, upTo: BootLimits.recordSize)
    if let earlier, let start = BootRecordLine.start(earlier.span),
      0...BootLimits.longestTime ~= time - start
    {
      progress = BootProgress(from: Instant(nanoseconds: start * 1_000_000))
      recordSize = earlier.count
      record = try? FileDescriptor(opening: path, for: .append, nonblocking: true)
      if record != nil { return }
    }
    AtomicFile.makeDirectory(of: path)
    AtomicFile.remove(path)
    do throws(SystemError) {
      record = try FileDescriptor(opening: path, for: .create)
      recordSize = 0
    } catch {
      return BootEstimation.log(error, path)
    }
    write(BootRecordLine.first(start: time))
  }

  /// Writes a line of the record, as long as it has room and that many bytes stay.
  private mutating func write(_ line: InlineText<192>, keeping rest: Int = 0) {
    guard recordSize + line.count + rest <= BootLimits.recordSize else { return }
    var hasFailed = false
    switch record {
    case .some(let file):
      do throws(SystemError) {
        try file.writeAll(line.bytes)
        recordSize += line.count
      } catch {
        Log.write(BootstrapError("the boot is not recorded", error).line.bytes)
        hasFailed = true
      }
    case .none: break
    }
    if hasFailed { record = nil }
  }

  private static func line(_ path: borrowing Path) -> InlineText<512> {
    var line = InlineText<512>()
    line.append(path.bytes)
    line.append(":")
    return line
  }

  private static func log(_ error: SystemError, _ path: borrowing Path) {
    var line = BootEstimation.line(path)
    line.append(" ")
    line.append(error.reason)
    line.append("; the boot is not recorded or has no percentage")
    Log.write(line.bytes)
  }
}

/// Where the remembered boots and the record of this boot are.
struct BootTimesPaths {
  let memory: Path
  let record: Path

  /// The paths of the options; nil for none.
  init?(_ options: borrowing Options) {
    switch options.bootTimes {
    case .none: return nil
    case .machine:
      guard options.memoryCount == 0 else { return nil }
      memory = Path(BootFile.memory.machinePath)
      record = Path(BootFile.record.machinePath)
    case .folder(let folder):
      guard let memory = try? Path(BootFile.memory.name, in: folder),
        let record = try? Path(BootFile.record.name, in: folder)
      else { return nil }
      (self.memory, self.record) = (memory, record)
    }
  }
}
