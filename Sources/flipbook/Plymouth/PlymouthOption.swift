/// One option of the `plymouth` command.
struct PlymouthOption {
  /// What it takes.
  enum Value: String {
    case none = ""
    case text = "=<string>"
    case number = "=<integer>"
  }

  let name: String
  let value: Value
  let help: String

  init(_ name: String, _ value: Value = .none, _ help: String) {
    self.name = name
    self.value = value
    self.help = help
  }

  /// The name as it is written, with what it takes.
  var usage: String { "--\(name)\(value.rawValue)" }
}

/// One subcommand of the `plymouth` command.
struct PlymouthSubcommand {
  let name: String
  let help: String
  let options: [PlymouthOption]

  init(_ name: String, _ help: String, _ options: PlymouthOption...) {
    self.name = name
    self.help = help
    self.options = options
  }

  /// The subcommand of a name, which may be an alias.
  static func named(_ word: String) -> PlymouthSubcommand? {
    let name = word == "message" ? "display-message" : word
    return all.first { $0.name == name }
  }
}

extension PlymouthOption {
  /// The options before any subcommand.
  static let general = [
    PlymouthOption("help", "This help message"),
    PlymouthOption("debug", "Accepted and ignored"),
    PlymouthOption("get-splash-plugin-path", "Get directory where splash plugins are installed"),
    PlymouthOption("newroot", .text, "Tell the daemon that the new root filesystem is mounted"),
    PlymouthOption("quit", "Tell the daemon to quit"),
    PlymouthOption("ping", "Check whether the daemon is running"),
    PlymouthOption("has-active-vt", "Check whether the daemon has the active terminal"),
    PlymouthOption("sysinit", "Tell the daemon that the root filesystem is mounted read-write"),
    PlymouthOption("show-splash", "Show the splash screen"),
    PlymouthOption("hide-splash", "Hide the splash screen"),
    PlymouthOption("ask-for-password", "Ask the user for a password"),
    PlymouthOption("ignore-keystroke", .text, "Remove sensitivity to a keystroke"),
    PlymouthOption("update", .text, "Tell the daemon how far booting is"),
    PlymouthOption("details", "Tell the daemon that there were errors"),
    PlymouthOption("wait", "Wait for the daemon to quit"),
  ]

  fileprivate init(_ name: String, _ help: String) {
    self.init(name, .none, help)
  }
}

extension PlymouthSubcommand {
  /// The operation modes, in the order in which the first one counts.
  static let modes = [
    "boot-up", "shutdown", "reboot", "updates", "system-upgrade", "firmware-upgrade",
    "system-reset",
  ]

  /// All of them, in the order of the help.
  static let all = [
    PlymouthSubcommand(
      "change-mode", "Change the operation mode",
      PlymouthOption("boot-up", "Starting the system up"),
      PlymouthOption("shutdown", "Shutting the system down"),
      PlymouthOption("reboot", "Rebooting the system"),
      PlymouthOption("updates", "Applying updates"),
      PlymouthOption("system-upgrade", "Upgrading the system to a new version"),
      PlymouthOption("firmware-upgrade", "Upgrading firmware to a new version"),
      PlymouthOption("system-reset", "Resetting the system to its factory state")),
    PlymouthSubcommand(
      "system-update", "Tell the daemon how far updating is",
      PlymouthOption("progress", .number, "The percentage of the updates, from 0 to 100")),
    PlymouthSubcommand(
      "update", "Tell the daemon how far booting is",
      PlymouthOption("status", .text, "What is being done")),
    PlymouthSubcommand(
      "update-root-fs", "Tell the daemon about changes of the root filesystem",
      PlymouthOption("new-root-dir", .text, "The root filesystem is about to change"),
      PlymouthOption("read-write", "The root filesystem is no longer read-only")),
    PlymouthSubcommand("show-splash", "Show the splash screen"),
    PlymouthSubcommand("hide-splash", "Hide the splash screen"),
    PlymouthSubcommand(
      "ask-for-password", "Ask the user for a password",
      PlymouthOption("command", .text, "Command that gets the password on standard input"),
      PlymouthOption("prompt", .text, "Message to display while asking"),
      PlymouthOption("number-of-tries", .number, "How often to ask (with --command; default: 3)"),
      PlymouthOption("dont-pause-progress", "Don't pause progress while asking")),
    PlymouthSubcommand(
      "ask-question", "Ask the user a question",
      PlymouthOption("command", .text, "Command that gets the answer on standard input"),
      PlymouthOption("prompt", .text, "Message to display while asking"),
      PlymouthOption("dont-pause-progress", "Don't pause progress while asking")),
    PlymouthSubcommand(
      "display-message", "Display a message (also: message)",
      PlymouthOption("text", .text, "The message")),
    PlymouthSubcommand(
      "hide-message", "Hide a message", PlymouthOption("text", .text, "The message")),
    PlymouthSubcommand(
      "watch-keystroke", "Become sensitive to a keystroke",
      PlymouthOption("command", .text, "Command that gets the key on standard input"),
      PlymouthOption("keys", .text, "Keys to become sensitive to (default: all)")),
    PlymouthSubcommand(
      "ignore-keystroke", "Remove sensitivity to a keystroke",
      PlymouthOption("keys", .text, "Keys to remove sensitivity to")),
    PlymouthSubcommand("pause-progress", "Pause progress"),
    PlymouthSubcommand("unpause-progress", "Let progress go on"),
    PlymouthSubcommand("report-error", "Tell the daemon that there were errors"),
    PlymouthSubcommand("deactivate", "Have the daemon leave the display to somebody else"),
    PlymouthSubcommand("reactivate", "Have the daemon take the display back"),
    PlymouthSubcommand("reload", "Have the daemon load its theme anew"),
    PlymouthSubcommand(
      "quit", "Tell the daemon to quit",
      PlymouthOption("retain-splash", "Leave the picture on the display")),
  ]
}
