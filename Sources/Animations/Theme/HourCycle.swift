// SPDX-License-Identifier: Apache-2.0

/// Whether clocks of a locale show 12 hours or 24.
enum HourCycle {
  /// The territories that prefer 12 hours by the Unicode CLDR 44, two letters each.
  private static var territories: StaticString {
    """
    AEAGALARASAUBBBDBHBMBNBOBSBTCACLCOCRCUCYDJDMDODZECEGEHERETFJFMGDGHGMGRGTGUGYHKHN\
    INIQJMJOKHKIKNKPKRKWKYLBLCLRLSLYMHMOMPMRMWMXMYNANINZOMPAPEPGPHPKPRPSPWPYQASASBSD\
    SGSLSOSSSVSYSZTCTDTNTOTTTWUMUSUYVCVEVGVIVUWSYEZM
    """
  }

  /// Whether a locale such as `en_US.UTF-8` is of such a territory; false for a language alone.
  static func has12Hours(_ locale: Span<UInt8>) -> Bool {
    var start = 0
    while start < locale.count, !isSeparator(locale[start]) { start += 1 }
    start += 1
    let end = start + 2
    guard end <= locale.count, end == locale.count || !isLetter(locale[end]) else { return false }
    // The French of Canada has 24 hours, its English has 12.
    if start == 3, locale[0] == UInt8(ascii: "f"), locale[1] == UInt8(ascii: "r") { return false }
    let names = territories
    for index in 0..<names.utf8CodeUnitCount / 2 {
      // Both letters are within a literal, which lives as long as the program.
      let first = unsafe names.utf8Start[2 * index]
      let second = unsafe names.utf8Start[2 * index + 1]
      if first == locale[start], second == locale[start + 1] { return true }
    }
    return false
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
  }

  private static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte | 0x20 }
}
