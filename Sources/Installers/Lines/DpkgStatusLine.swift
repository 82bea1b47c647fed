// SPDX-License-Identifier: Apache-2.0

import ToolSupport

/// One line that dpkg writes to its `--status-fd`.
package enum DpkgStatusLine: Equatable {
  /// dpkg starts an operation on a package: `install`, `configure`, `remove` and so on.
  case processing(operation: String, package: String)
  /// A package has reached a state, such as `half-installed`.
  case state(package: String, state: String)
  /// Something failed with a package.
  case error(package: String, text: String)
  /// dpkg waits for a decision on the version of a configuration file.
  case configurationFile(path: String)

  /// Parses a line without its end; nil for an unknown line, which is ignored.
  ///
  /// Names may contain colons (`libc6:amd64`); the separator is a colon with a blank after it.
  package init?(_ line: some Collection<UInt8>) {
    let text = String(decoding: line, as: UTF8.self).printable
    if let rest = text.after("processing: ") {
      guard let (operation, package) = rest.halves(around: ": ") else { return nil }
      self = .processing(operation: operation, package: package)
    } else if let rest = text.after("status: ") {
      if let (package, reason) = rest.halves(around: " : error : ") {
        self = .error(package: package, text: reason)
      } else if let (path, _) = rest.halves(around: " : conffile-prompt : ") {
        self = .configurationFile(path: path)
      } else if let (package, state) = rest.halves(around: ": ") {
        self = .state(package: package, state: state)
      } else {
        return nil
      }
    } else {
      return nil
    }
  }
}

extension String {
  /// The rest of the text after a prefix; nil without the prefix.
  fileprivate func after(_ beginning: String) -> String? {
    hasPrefix(beginning) ? String(dropFirst(beginning.count)) : nil
  }

  /// The texts before and after the first separator, without blanks at their ends.
  fileprivate func halves(around separator: String) -> (String, String)? {
    guard let range = firstRange(of: separator) else { return nil }
    let before = String(self[..<range.lowerBound]).trimmed
    let behind = String(self[range.upperBound...]).trimmed
    return before.isEmpty ? nil : (before, behind)
  }
}
