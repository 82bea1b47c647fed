// SPDX-License-Identifier: Apache-2.0

import DisplayList
import Scanout
package import Linux
import Text

/// The output settings on the kernel's command line.
///
/// `flipbook.output=NAME:SETTINGS` is Flipbook's own word and may occur any number of times. The
/// kernel's word `fbcon=` gives the rotation of the console, and `video=` gives the orientation of
/// the panel. The mode in `video=` needs no attention here: the connector lists it among its modes,
/// marked as the user's.
package enum KernelOutputWords {
  /// Adds the settings of one word.
  ///
  /// Other words add nothing. `fbcon=` and `video=` words that the kernel would not understand add
  /// nothing either.
  package static func add(
    _ word: KernelCommandLine.Word, of line: borrowing KernelCommandLine,
    to rules: inout OutputRules
  ) throws(OutputRuleError) {
    guard let range = word.value else { return }
    let (name, value) = (line.bytes(word.name), line.bytes(range))
    switch name.position(among: "flipbook.output fbcon video") {
    case 0: try OutputRuleReader.add(value, to: &rules, from: .kernel)
    case 1: addConsole(value, to: &rules)
    case 2: addVideo(value, to: &rules)
    default: break
    }
  }

  /// Reads `rotate:N` from options between commas: N quarters of a turn, clockwise.
  private static func addConsole(_ value: Span<UInt8>, to rules: inout OutputRules) {
    var start = 0
    while start <= value.count {
      let end = value.firstPosition(of: UInt8(ascii: ","), from: start)
      let option = value.extracting(start..<end)
      if let quarters = option.position(among: "rotate:0 rotate:1 rotate:2 rotate:3") {
        rules.consoleRotation = Rotation(degrees: 90 * quarters)
      }
      start = end + 1
    }
  }

  /// Reads `NAME:MODE,OPTIONS`, or without the name for all; see the kernel's `fb/modedb.rst`.
  private static func addVideo(_ value: Span<UInt8>, to rules: inout OutputRules) {
    let colon = value.firstPosition(of: UInt8(ascii: ":"))
    var name: ConnectorName?
    var start = 0
    if colon < value.count {
      name = ConnectorName(value.extracting(0..<colon))
      // A driver's options, such as those of vesafb, have another form.
      if name == nil { return }
      start = colon + 1
    }
    var orientation: PanelOrientation?
    var rotation: Rotation?
    while start <= value.count {
      let end = value.firstPosition(of: UInt8(ascii: ","), from: start)
      let option = value.extracting(start..<end)
      orientation = panelOrientation(option) ?? orientation
      rotation = turn(option) ?? rotation
      start = end + 1
    }
    guard orientation != nil || rotation != nil else { return }
    // Entries from the ninth on are lost: no machine has that many panels.
    _ = rules.addVideo(orientation: orientation, rotation: rotation, for: name)
  }

  private static func panelOrientation(_ option: Span<UInt8>) -> PanelOrientation? {
    switch option.position(
      among: """
        panel_orientation=normal panel_orientation=upside_down \
        panel_orientation=left_side_up panel_orientation=right_side_up
        """)
    {
    case 0: .normal
    case 1: .upsideDown
    case 2: .leftSideUp
    case 3: .rightSideUp
    default: nil
    }
  }

  /// `rotate=` counts counter-clockwise here, as the `rotation` property of DRM's planes does.
  private static func turn(_ option: Span<UInt8>) -> Rotation? {
    option.position(among: "rotate=0 rotate=270 rotate=180 rotate=90").flatMap {
      Rotation(degrees: 90 * $0)
    }
  }
}
