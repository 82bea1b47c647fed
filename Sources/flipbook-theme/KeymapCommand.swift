// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLinux
import Linux
import ThemeCompiler
import ToolSupport

/// `flipbook-theme keymap`: makes keyboard layouts for prompts where the daemon reads the keyboard itself.
struct KeymapCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keymap", abstract: "Make the layouts that answers are typed with.",
    subcommands: [Compile.self])

  /// `flipbook-theme keymap compile`.
  struct Compile: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "compile",
      abstract: "Compile keyboard layouts to the file that flipbookd reads.",
      discussion: """
        They count where flipbookd reads the keyboard itself, without a virtual terminal. The keys of \
        grp: options go to another one while something is typed, without such an option Alt+Shift and \
        Super+Space to the next one. Exit status: 0 it is written, 1 there \
        is no such layout, 2 wrong arguments or files.
        """)

    @Argument(
      help: ArgumentHelp(
        "Up to four layouts; those of /etc/default/keyboard or /etc/vconsole.conf.",
        valueName: "LAYOUT[:VARIANT]"))
    var layouts: [String] = []

    @Option(
      help: ArgumentHelp(
        "Options of XKB, such as grp:caps_toggle or compose:menu; without layouts the machine's XKBOPTIONS.",
        valueName: "OPTION,…"))
    var options: String?

    @Option(name: .shortAndLong, help: ArgumentHelp("The file.", valueName: "FILE"))
    var output = "/etc/flipbook/keymap.pack"

    @Flag(help: "No layout is put before one that has no letters from a to z.")
    var exactly = false

    func run() throws {
      let own = layouts.isEmpty ? KeymapCommand.configured() : (layouts: layouts, options: "")
      let (names, options) = (own.layouts, self.options ?? own.options)
      let result: KeymapCompiler.Result
      do throws(KeymapCompiler.Problem) {
        result = try KeymapCompiler.compile(
          names, options: options, locale: KeymapCommand.locale, exactly: exactly)
      } catch {
        throw ToolError(.refused, KeymapCommand.words(error))
      }
      if result.addsUS {
        Files.warn(
          "\(names[0]) has no letters from a to z: us is put first", prefix: "flipbook-theme: ")
      }
      for name in result.withoutPairs {
        Files.warn(
          "no table of what the dead keys of \(name) go with: they send nothing; libx11-data has it",
          prefix: "flipbook-theme: ")
      }
      for name in result.withoutSequences {
        Files.warn(
          "no room for the Compose sequences of \(name): its Compose key does nothing",
          prefix: "flipbook-theme: ")
      }
      if output == "-" { return try Files.write(result.bytes, to: output) }
      // This folder is missing on a machine without the daemon; the path lives through the call.
      if output.hasPrefix("/etc/flipbook/") { _ = unsafe mkdir("/etc/flipbook", 0o755) }
      // A daemon that starts at this moment reads either the old file or the new file.
      let draft = "\(output).new"
      try Files.write(result.bytes, to: draft)
      // The paths live through the call.
      guard unsafe rename(draft, output) == 0 else {
        let words = SystemError(.write, errno: cl_errno()).words
        throw ToolError.usage("cannot write \(output): \(words)")
      }
      try Files.say(
        "\(output): \(result.names.joined(separator: ", ")), "
          + (options.isEmpty ? "" : "with \(options), ") + "\(result.bytes.count) bytes\n")
    }
  }

  fileprivate static func words(_ problem: KeymapCompiler.Problem) -> String {
    switch problem {
    case .unknown(let name): "no keyboard layout '\(name)'; see xkeyboard-config(7)"
    case .tooLarge(let name): "the layout '\(name)' has more keys or pairs than a pack has room for"
    case .tooMany: "more than four layouts, us before them included"
    }
  }

  /// The locale that selects the compose table for dead keys.
  fileprivate static var locale: String {
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] as [StaticString] {
      let locale = Environment.withValue(of: name) { String(copying: $0) } ?? ""
      if locale.contains(".") { return locale }
    }
    return "en_US.UTF-8"
  }

  /// The console's layouts with names that differ from X's, and X's names for them.
  private static let consoleNames = [
    "uk": "gb", "sg": "ch", "sv": "se", "jp106": "jp", "trq": "tr", "trf": "tr:f", "croat": "hr",
    "slovene": "si", "dvorak": "us:dvorak", "la": "latam", "cf": "ca", "sr": "rs",
    "us-acentos": "us:intl",
  ]

  private static func layout(ofConsole name: String) -> String {
    let base = String(name.prefix { $0 != "-" })
    return consoleNames[name] ?? consoleNames[base] ?? base
  }

  /// The machine's layouts and options from the configuration of X and the console; `us` without any.
  fileprivate static func configured() -> (layouts: [String], options: String) {
    for (file, layout, variant) in [
      ("/etc/default/keyboard", "XKBLAYOUT", "XKBVARIANT"),
      ("/etc/vconsole.conf", "XKBLAYOUT", "XKBVARIANT"), ("/etc/vconsole.conf", "KEYMAP", ""),
    ] {
      guard let bytes = try? Files.read(file) else { continue }
      let text = String(decoding: bytes, as: UTF8.self)
      let names = value(of: layout, in: text)
      if names.isEmpty { continue }
      // The console has names of its own, such as de-latin1.
      if layout == "KEYMAP" { return ([Self.layout(ofConsole: names)], "") }
      let variants = value(of: variant, in: text)
        .split(separator: ",", omittingEmptySubsequences: false)
      let layouts = names.split(separator: ",").prefix(4).enumerated().map { index, name in
        let variant = index < variants.count ? variants[index] : ""
        return variant.isEmpty ? String(name) : "\(name):\(variant)"
      }
      return (layouts, value(of: "XKBOPTIONS", in: text))
    }
    return (["us"], "")
  }

  /// The value of a line NAME=VALUE, without quotes.
  private static func value(of name: String, in text: String) -> String {
    var value = ""
    for line in text.split(separator: "\n") where !name.isEmpty && line.hasPrefix(name + "=") {
      value = String(line.dropFirst(name.count + 1).filter { $0 != "\"" && $0 != "'" && $0 != " " })
    }
    return value
  }
}
