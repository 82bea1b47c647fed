// SPDX-License-Identifier: Apache-2.0

import Stage
import Text

/// The last reported values, as given by clients, whether they are visible or not.
struct ReportedState {
  /// The reported values of one channel.
  struct Channel {
    var percent = Percent.zero
    var isUnknown = false
  }

  private var channels: InlineArray<8, Channel> = InlineArray(repeating: Channel())

  /// The last messages.
  private(set) var messages = Messages()

  /// The last message of the first slot.
  var message: Message { messages.first }

  /// The last reported remaining time; nil before the first report and at the end.
  private(set) var remainingSeconds: Int?

  /// Whether a failure was reported, and no reset since.
  private(set) var isFailed = false

  /// Whether work has begun, or is done, and no reset since.
  private(set) var hasBegun = false
  private(set) var isDone = false

  /// Whether quitting was requested.
  private(set) var isQuitting = false

  /// The reported values of a channel, from 1 to 8; nil for others.
  subscript(channel: Int) -> Channel? {
    Stage.channels.contains(channel) ? channels[channel - 1] : nil
  }

  /// Records a command; a command for a channel beyond the last has no effect.
  mutating func record(_ command: Command) {
    switch command {
    case .progress, .progressUnknown, .start, .done, .fail: hasBegun = true
    case .message, .slot, .shake, .prompt, .remaining, .reset, .quit: break
    }
    switch command {
    case .progress(let channel, let percent):
      set(Channel(percent: percent), at: channel)
      isDone = false
    case .progressUnknown(let channel):
      guard let before = self[channel] else { return }
      set(Channel(percent: before.percent, isUnknown: true), at: channel)
    case .done:
      channels = InlineArray(repeating: Channel(percent: .hundred))
      isDone = true
      remainingSeconds = nil
    case .reset:
      channels = InlineArray(repeating: Channel())
      (hasBegun, isDone, isFailed) = (false, false, false)
      remainingSeconds = nil
    case .fail:
      isFailed = true
      remainingSeconds = nil
    case .remaining(let seconds): remainingSeconds = seconds
    case .message(let message): messages.first = message
    case .slot(let slot, let message):
      messages[slot] = message
    case .quit: isQuitting = true
    case .start, .shake, .prompt: break
    }
  }

  private mutating func set(_ report: Channel, at channel: Int) {
    if Stage.channels.contains(channel) { channels[channel - 1] = report }
  }
}
