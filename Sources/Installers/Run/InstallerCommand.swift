// SPDX-License-Identifier: Apache-2.0

import ToolSupport

/// A command to run, with its way of reporting progress.
package struct InstallerCommand: Equatable {
  /// The program and its arguments, as given.
  package let words: [String]

  /// A program and its arguments; at least the program.
  package init(_ words: [String]) {
    precondition(!words.isEmpty, "A command needs a program.")
    self.words = words
  }

  /// Whether it is one of APT's front ends, which report on a descriptor.
  package var isApt: Bool { ["apt", "apt-get"].contains(program) }

  /// Whether it is dpkg itself, which reports on a descriptor as well.
  package var isDpkg: Bool { program == "dpkg" }

  /// The number of package files among dpkg's arguments: the least number of packages.
  package var packageFiles: Int {
    Set(words.dropFirst().filter { $0.hasSuffix(".deb") && !$0.hasPrefix("-") }).count
  }

  /// Whether APT only downloads: then no work of dpkg follows.
  package var downloadsOnly: Bool {
    guard isApt else { return false }
    let options = words.dropFirst()
    return options.contains("update") || options.contains("download")
      || options.contains("--download-only") || options.contains("-d")
  }

  /// The arguments that make it report on a descriptor.
  package func arguments(reportingOn descriptor: Int32) -> [String] {
    let option =
      isDpkg ? ["--status-fd", "\(descriptor)"] : ["-o", "APT::Status-Fd=\(descriptor)"]
    return [words[0]] + option + words.dropFirst()
  }

  /// The command in readable form: for APT its operation and the packages.
  ///
  /// Other commands' arguments are left out: they may contain secrets.
  package var title: String {
    guard isApt else { return program.printable }
    var title = [program]
    var isValue = false
    for word in words.dropFirst() {
      if !isValue, !word.hasPrefix("-") { title.append(word) }
      isValue = !isValue && InstallerCommand.optionsWithValue.contains(word)
    }
    return title.joined(separator: " ").printable
  }

  /// The message for an exit status other than 0.
  package func failure(status: Int32) -> String {
    if status > 128, let signal = InstallerCommand.signalNames[status - 128] {
      return "\(program) was stopped by \(signal)"
    }
    return "\(program) ended with status \(status)"
  }

  /// The file's name without its directory.
  package var program: String {
    words[0].split(separator: "/").last.map(String.init) ?? words[0]
  }

  /// APT's options with a value as a separate word.
  private static let optionsWithValue: Set<String> = [
    "-o", "--option", "-c", "--config-file", "-t", "--target-release", "--default-release", "-a",
    "--host-architecture", "-P", "--build-profiles",
  ]

  private static let signalNames: [Int32: String] = [
    1: "SIGHUP", 2: "SIGINT", 3: "SIGQUIT", 6: "SIGABRT", 9: "SIGKILL", 11: "SIGSEGV",
    13: "SIGPIPE", 15: "SIGTERM",
  ]
}
