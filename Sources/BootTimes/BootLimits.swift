// SPDX-License-Identifier: Apache-2.0

internal import Text

/// What the files about boots may contain; whatever exceeds a limit is refused or left out.
package enum BootLimits {
  /// The largest number of remembered boots.
  package static var boots: Int { 8 }

  /// The largest number of units of which the times are remembered.
  package static var units: Int { 48 }

  /// The largest size in bytes of the file with the remembered boots.
  package static var memorySize: Int { 4096 }

  /// The largest size in bytes of the record of one boot; later units are left out.
  package static var recordSize: Int { 16_384 }

  /// The longest time in milliseconds, an hour.
  ///
  /// A boot that takes longer is not remembered.
  package static var longestTime: Int64 { 3_600_000 }

  /// The largest number of bytes in a unit's name; units with longer names do not count.
  package static var nameSize: Int { 128 }

  /// Whether a name has the characters of a unit's name in systemd, and is not too long.
  ///
  /// Services of other init systems have such names, too.
  package static func isName(_ name: Span<UInt8>) -> Bool {
    guard 1...nameSize ~= name.count else { return false }
    for index in name.indices {
      switch name[index] {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: continue
      case UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
        UInt8(ascii: "\\"), UInt8(ascii: "@"):
        continue
      default: return false
      }
    }
    return true
  }
}

/// A file about boots.
package enum BootFile {
  /// The remembered boots.
  case memory
  /// The record of the present boot.
  case record

  /// Its name in a folder.
  package var name: StaticString {
    switch self {
    case .memory: "boot-times"
    case .record: "boot-record"
    }
  }

  /// Its path on the machine.
  package var machinePath: StaticString {
    switch self {
    case .memory: "/var/lib/flipbook/boot-times"
    case .record: "/run/flipbook/boot-record"
    }
  }
}

/// The fault of a file about boots.
package struct BootFileError: Error, Equatable {
  /// The number of the wrong line, from 1; 0 for the whole file.
  package let line: Int
  /// The problem, for a line of a log.
  package let problem: StaticString

  /// A problem of a line.
  init(_ problem: StaticString, line: Int = 0) { (self.problem, self.line) = (problem, line) }

  /// Compares lines and problems by their bytes.
  package static func == (a: BootFileError, b: BootFileError) -> Bool {
    a.line == b.line && a.problem.bytes.isEqual(to: b.problem)
  }
}
