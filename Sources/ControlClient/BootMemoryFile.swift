// SPDX-License-Identifier: Apache-2.0

internal import BootTimes
internal import CLinux
internal import Linux

/// The command `remember-boot`: adds the record of this boot to the remembered boots, once.
///
/// Both files are input that may be wrong: a wrong record is not added, and wrong remembered boots are replaced.
enum BootMemoryFile {
  /// Updates the file in a folder; without one, that of the machine.
  static func update(_ folder: Span<UInt8>) -> NativeStatus {
    do throws(SystemError) {
      return update(try path(.memory, in: folder), try path(.record, in: folder))
    } catch {
      report(folder, error.reason)
      return .usage
    }
  }

  private static func path(
    _ file: BootFile, in folder: Span<UInt8>
  ) throws(SystemError) -> Path {
    folder.isEmpty ? Path(file.machinePath) : try Path(file.name, in: try Path(folder))
  }

  private static func update(_ memoryPath: Path, _ recordPath: Path) -> NativeStatus {
    guard let record = read(recordPath, upTo: BootLimits.recordSize) else { return .refused }
    let boot: RecordedBoot
    do throws(BootFileError) {
      boot = try RecordedBoot(record.span)
    } catch {
      report(recordPath, error)
      return .refused
    }
    var memory = BootMemory()
    if let bytes = read(memoryPath, upTo: BootLimits.memorySize, isExpected: false) {
      do throws(BootFileError) {
        memory = try BootMemory(bytes.span)
      } catch {
        report(memoryPath, error, "; starting with this boot")
      }
    }
    memory.add(boot)
    do throws(SystemError) {
      try AtomicFile.write(memory.bytes.span, to: memoryPath)
    } catch {
      report(memoryPath.bytes, error.reason)
      return .refused
    }
    // A boot is added once, and a soft reboot begins a record of its own.
    AtomicFile.remove(recordPath)
    return .success
  }

  /// Reads a file; nil where that fails, which is reported unless a missing file is nothing unusual.
  private static func read(_ path: Path, upTo limit: Int, isExpected: Bool = true) -> [UInt8]? {
    do throws(SystemError) {
      return try AtomicFile.read(path, upTo: limit)
    } catch {
      if isExpected || error.errno != ENOENT { report(path.bytes, error.reason) }
      return nil
    }
  }

  private static func report(
    _ path: Path, _ error: BootFileError, _ consequence: StaticString = ""
  ) {
    var line = ErrorLine("flipbookctl")
    line.append(path.bytes)
    line.append(":")
    if error.line > 0 {
      line.append(error.line)
      line.append(":")
    }
    line.append(" ")
    line.append(error.problem)
    line.append(consequence)
    line.write()
  }

  private static func report(_ path: Span<UInt8>, _ reason: StaticString) {
    var line = ErrorLine("flipbookctl")
    line.append(path)
    line.append(": ")
    line.append(reason)
    line.write()
  }
}
