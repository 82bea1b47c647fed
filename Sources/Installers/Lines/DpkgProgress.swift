// SPDX-License-Identifier: Apache-2.0

package import Followers
import Text
import ToolSupport

/// Interprets dpkg's status lines, which have no percentages: states are counted over the packages
/// seen so far, or over the expected number of packages.
package struct DpkgProgress: LineInterpreter {
  /// The progress of one package.
  private struct Package {
    package var isConfiguring = false
    package var isRemoving = false
    package var isUnpacking = false
    package var done = Percentage.zero
  }

  private let expected: Int
  private var packages: [String: Package] = [:]
  private var sum = 0

  /// No line has been read; at least `expected` packages will follow, if known.
  package init(expected: Int = 0) {
    self.expected = expected
  }

  package mutating func events(for line: Span<UInt8>) -> [ProgressEvent] {
    DpkgStatusLine([UInt8](copying: line)).map { events(for: $0) } ?? []
  }

  /// The events of a line.
  package mutating func events(for line: DpkgStatusLine) -> [ProgressEvent] {
    switch line {
    case .processing(let operation, let package):
      guard let words = begin(operation, package) else { return [] }
      return [.message("\(words) \(package)"), .step(packages[package]?.done ?? .zero)]
    case .state(let package, let state):
      guard let done = move(package, to: state) else { return [] }
      let whole = Int64(max(packages.count, expected) * Percentage.hundred.tenThousandths)
      return [.overall(Percentage(Int64(sum), of: whole)), .step(done)]
    case .error(let package, let text):
      if text.isEmpty { return [.failed("\(package) failed")] }
      return [.failed(text.contains(package) ? LongText(text) : "\(package): \(text)")]
    case .configurationFile(let path):
      return [.message("Waiting for a decision about \(path)")]
    }
  }

  /// Records the start of an operation, and returns its message; nil for one without a message.
  private mutating func begin(_ operation: String, _ package: String) -> String? {
    switch operation {
    case "install", "upgrade":
      packages[package, default: Package()].isUnpacking = false
      return operation == "install" ? "Unpacking" : "Upgrading"
    case "configure":
      packages[package, default: Package()].isConfiguring = true
      return "Configuring"
    case "remove", "purge", "disappear":
      packages[package, default: Package()].isRemoving = true
      return operation == "purge" ? "Purging" : "Removing"
    // Triggers run again and again for packages that are done.
    case "trigproc": return "Processing triggers for"
    default: return nil
    }
  }

  /// Records a package's state, and returns the package's progress; nil for a package without a
  /// started operation.
  private mutating func move(_ name: String, to state: String) -> Percentage? {
    guard var package = packages[name] else { return nil }
    if state == "half-installed" { package.isUnpacking = true }
    let done = max(package.done, Percentage(whole: DpkgProgress.percent(of: package, in: state)))
    sum += done.tenThousandths - package.done.tenThousandths
    package.done = done
    packages[name] = package
    return done
  }

  /// An upgrade goes through the old version's states first; these are not counted.
  private static func percent(of package: Package, in state: String) -> Int {
    if package.isRemoving {
      switch state {
      case "half-configured": return 30
      case "half-installed": return 60
      case "config-files", "not-installed": return 100
      default: return 0
      }
    }
    switch state {
    case "half-installed": return 25
    case "unpacked": return package.isUnpacking ? 50 : 10
    case "half-configured": return package.isConfiguring ? 75 : 5
    case "installed", "triggers-awaited", "triggers-pending":
      return package.isConfiguring ? 100 : 0
    default: return 0
    }
  }
}
