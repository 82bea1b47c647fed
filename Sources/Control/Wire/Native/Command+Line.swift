// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Stage
internal import Text

extension Command {
  /// The line that `CommandParser` reads as an equal command, without its end; nil for what no client sends.
  var line: LongText? {
    switch self {
    case .progress(let channel, let percent):
      var line = Command.progress(channel)
      line.append(percent.value)
      return line
    case .progressUnknown(let channel): return "\(Command.progress(channel))unknown"
    case .message(let text):
      return text.isEmpty ? "message" : "message \(LongText(onOneLine: text.utf8))"
    case .slot(let slot, let text):
      return text.isEmpty ? "message/\(slot)" : "message/\(slot) \(LongText(onOneLine: text.utf8))"
    case .remaining(let seconds?): return "eta \(seconds)"
    case .remaining(nil): return "eta unknown"
    case .start: return "start"
    case .done: return "done"
    case .fail: return "fail"
    case .reset: return "reset"
    case .quit: return "quit"
    case .shake, .prompt: return nil
    }
  }

  private static func progress(_ channel: Int) -> LongText {
    channel == 1 ? "progress " : "progress/\(channel) "
  }
}
