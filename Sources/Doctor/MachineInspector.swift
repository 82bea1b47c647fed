// SPDX-License-Identifier: Apache-2.0

package import ToolSupport
import OutputConfiguration
import CLinux
import Fbdev
import FlipbookClient
import KMS
package import Linux

/// Inspects everything that determines the displays' content, without changing anything.
package enum MachineInspector {
  /// Inspects this machine, and queries the daemon at a socket.
  package static func report(socket path: String, timeout: Milliseconds) -> DoctorReport {
    var report = DoctorReport()
    report.kernel = kernel
    report.userNumber = geteuid()
    report.activeTerminal = SystemFiles.text("/sys/class/tty/tty0/active")?.trimmed
    if let line = try? KernelCommandLine() { report.read(line) }
    report.options = SystemFiles.text("/etc/flipbook/flipbook.conf").map(splashOptions) ?? ""
    // First: the daemon is queried before a card is opened here.
    report.daemon = daemon(socket: path, timeout: timeout)
    let present = Card<LibDRM>.presentNumbers
    report.cards = Card<LibDRM>.numbers.filter { present >> $0 & 1 != 0 }
      .compactMap { CardInspector.card($0) }
    report.framebuffers = (0..<8).compactMap { framebuffer($0) }
    return report
  }

  /// The value of the configuration's last `FLIPBOOK_OPTIONS=`, without its quotes.
  package static func splashOptions(inConfiguration text: String) -> String {
    let name = "FLIPBOOK_OPTIONS="
    let line = text.split(separator: "\n").map { String($0).trimmed }.last { $0.hasPrefix(name) }
    let value = line?.dropFirst(name.count) ?? ""
    return String(value.filter { $0 != "\"" && $0 != "'" })
  }

  private static var kernel: String {
    let release = SystemFiles.text("/proc/sys/kernel/osrelease")?.trimmed ?? "?"
    #if arch(x86_64)
      return "\(release) (x86_64)"
    #elseif arch(arm64)
      return "\(release) (aarch64)"
    #else
      return release
    #endif
  }

  private static func daemon(socket path: String, timeout: Milliseconds) -> DaemonReport {
    var report = DaemonReport(socket: path)
    do throws(ToolError) {
      var connection = try DaemonConnection(path: path, timeout: timeout)
      report.status = try connection.ask("status")
    } catch {
      report.failure = error.description
    }
    return report
  }

  private static func framebuffer(_ number: Int) -> FramebufferDeviceReport? {
    let folder = "/sys/class/graphics/fb\(number)"
    guard let size = SystemFiles.text(folder + "/virtual_size") else { return nil }
    let sides = size.trimmed.split(separator: ",").map { Int($0) ?? 0 }
    let path = "/dev/fb\(number)"
    return FramebufferDeviceReport(
      path: path, name: SystemFiles.text(folder + "/name")?.trimmed ?? "",
      width: sides.first ?? 0, height: sides.last ?? 0,
      bitsPerPixel: SystemFiles.text(folder + "/bits_per_pixel").flatMap { Int($0.trimmed) } ?? 0,
      format: format(of: path), isAccessible: SystemFiles.open(path) != nil)
  }
}

extension MachineInspector {
  /// The pixel format of a framebuffer device, if it can be drawn.
  private static func format(of path: String) -> String? {
    guard let file = SystemFiles.open(path) else { return nil }
    var fixed = fb_fix_screeninfo()
    var variable = fb_var_screeninfo()
    // The addresses are of locals, valid during the calls.
    guard unsafe cl_framebuffer_fixed(file.number, &fixed) == 0,
      unsafe cl_framebuffer_variable(file.number, &variable) == 0
    else { return nil }
    let layout = FramebufferLayout(fixed, variable, pageSize: Int(getpagesize()))
    return layout?.format.text
  }
}

extension DoctorReport {
  /// Reads the words of the kernel's command line that affect displays and splashes.
  package mutating func read(_ line: KernelCommandLine) {
    var position = 0
    while let word = line.nextWord(from: &position) {
      let name = String(copying: line.bytes(word.name))
      if DoctorReport.matters(name) {
        let value = word.value.map { "=" + String(copying: line.bytes($0)) } ?? ""
        kernelWords.append((name + value).printable)
      }
      do throws(OutputRuleError) {
        try KernelOutputWords.add(word, of: line, to: &rules)
      } catch {
        guard let range = word.value else { continue }
        let value = [UInt8](copying: line.bytes(range))
        let place = String(decoding: value[error.place], as: UTF8.self).printable
        kernelProblems.append("\(name)=…: '\(place)': \(error.problem)")
      }
    }
  }

  /// Whether a word is about displays, consoles or splashes; others may be private.
  private static func matters(_ name: String) -> Bool {
    let words: Set<String> = [
      "video", "fbcon", "console", "nomodeset", "quiet", "splash", "rhgb", "nosplash", "vga",
      "logo.nologo", "fastboot", "initcall_blacklist", "module_blacklist", "modprobe.blacklist",
      "rd.driver.blacklist",
    ]
    let prefixes = [
      "flipbook.", "plymouth.", "rd.plymouth", "vt.", "drm", "video.", "simpledrm", "efifb",
      "vesafb",
    ]
    return words.contains(name) || prefixes.contains { name.hasPrefix($0) }
      || name.hasSuffix(".modeset")
  }
}

/// Files of the kernel with one value each.
package enum SystemFiles {
  /// A file's text; nil where it cannot be read.
  package static func text(_ path: String) -> String? {
    (try? Files.read(path)).map { String(decoding: $0, as: UTF8.self).trimmingNewline }
  }

  /// Opens a device; nil without permission.
  static func open(_ path: String) -> FileDescriptor? {
    guard let name = try? Files.path(path) else { return nil }
    return try? FileDescriptor(opening: name, for: .readWrite, nonblocking: true)
  }
}

extension String {
  /// The text without newlines at its end.
  fileprivate var trimmingNewline: String {
    var rest = self[...]
    while rest.last == "\n" { rest.removeLast() }
    return String(rest)
  }
}
