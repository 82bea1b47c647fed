// SPDX-License-Identifier: Apache-2.0

package import Followers
import Text
import ToolSupport

/// Interprets the messages of `sd_notify`: lines `KEY=VALUE`.
package struct NotifyProgress {
  package init() {}

  /// The events of a message.
  package func events(for message: some Collection<UInt8>) -> [ProgressEvent] {
    String(decoding: message, as: UTF8.self).split(separator: "\n").compactMap { line in
      guard let equals = line.firstIndex(of: "=") else { return nil }
      let value = String(line[line.index(after: equals)...]).trimmed
      switch line[..<equals] {
      case "STATUS": return .message(LongText(value))
      case "X_SYSUPDATE_PROGRESS": return Percentage(value).map { .overall($0) }
      default: return nil
      }
    }
  }
}
