// SPDX-License-Identifier: Apache-2.0

/// The keys that are commands of the daemon.
enum PlayKeys {
  /// Messages for the key `t`: none, a usual one, and a long one.
  private static let messages = [
    "", "Unpacking linux-image-amd64",
    "Installing a package with a name that is much longer than most displays are wide, so that "
      + "it has to be cut off or broken",
  ]

  /// The command of a key; nil for a key that is none.
  static func command(of key: UInt8, _ messageNumber: inout Int) -> String? {
    switch key {
    case UInt8(ascii: "0"): return "progress 100"
    case UInt8(ascii: "1")...UInt8(ascii: "9"):
      return "progress \(10 * Int(key - UInt8(ascii: "0")))"
    case UInt8(ascii: "u"): return "progress unknown"
    case UInt8(ascii: "f"): return "fail"
    case UInt8(ascii: "d"): return "done"
    case UInt8(ascii: "r"): return "reset"
    case UInt8(ascii: "t"):
      messageNumber = (messageNumber + 1) % messages.count
      return "message \(messages[messageNumber])"
    default: return nil
    }
  }
}
