import Animations
import Control
import FixedPoint
import Scanout

/// The answer to `status`: `key=value` words, a value with blanks in double quotes.
struct StatusLine {
  /// The answer.
  private(set) var text = InlineText<1000>()

  /// Begins the answer with what the stage shows.
  init(_ status: StageStatus, _ configuration: StageConfiguration) {
    text.append("ok state=")
    text.append(status.state.name)
    text.append(" animation=")
    switch configuration.animation {
    case .flow: text.append("flow")
    case .download: text.append("download")
    case .ring: text.append("ring")
    }
    text.append(" target=")
    text.append(StatusLine.rounded(status.percent.value), decimals: 2)
    if status.isUnknown { text.append(" unknown=yes") }
    text.append(" shown=")
    text.append(StatusLine.percent(status.shown), decimals: 2)
    if status.isFailed { text.append(" failed=yes") }
  }

  /// A part of the whole in percent, to the nearest hundredth, but 100 only for the whole.
  static func percent(_ shown: WideFixed) -> WideFixed {
    shown >= 1 ? 100 : min(rounded(max(shown, 0) * 100), almostAll)
  }

  /// A number whose first two decimals, cut off, are those of the nearest hundredth.
  private static func rounded(_ number: WideFixed) -> WideFixed {
    let half = WideFixed(1, over: 200)
    return number < WideFixed.max - half ? number + half : number
  }

  // Rounded up, so that cutting it off to hundredths gives 99.99.
  private static var almostAll: WideFixed { WideFixed(99991, over: 1000) }

  /// Adds what the output tells.
  mutating func append(frames: Int, missed: Int, size: PixelSize, refreshMillihertz: Int) {
    text.append(" frames=")
    text.append(frames)
    text.append(" missed=")
    text.append(missed)
    text.append(" size=")
    text.append(size.width)
    text.append("x")
    text.append(size.height)
    text.append(" refresh=")
    text.append(WideFixed(refreshMillihertz, over: 1000), decimals: 3)
  }

  /// Adds a number of pixels per point.
  mutating func append(scale: WideFixed) {
    text.append(" scale=")
    text.append(scale, decimals: 2)
  }

  /// Adds what the inlet tells.
  mutating func append(clients: Int, dropped: Int) {
    text.append(" clients=")
    text.append(clients)
    text.append(" dropped=")
    text.append(dropped)
  }

  /// Adds the message, in quotes; a quote or a backslash in it has a backslash before it.
  mutating func append(message: borrowing Message) {
    text.append(" message=\"")
    for index in 0..<message.count {
      let byte = message.utf8[index]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { text.append("\\") }
      text.append(byte: byte)
    }
    text.append("\"")
  }
}
