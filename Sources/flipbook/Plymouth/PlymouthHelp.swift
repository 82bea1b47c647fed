/// The help of the `plymouth` command, in the order in which scripts look for words in it.
enum PlymouthHelp {
  static var text: String {
    let commands = PlymouthSubcommand.all.map { ($0.name, $0.help) }
    let sections = PlymouthSubcommand.all.filter { !$0.options.isEmpty }.map { command in
      "\nOptions for \(command.name) command:\n"
        + table(command.options.map { ($0.usage, $0.help) })
    }
    return """
      Splash control client of Flipbook
      USAGE: plymouth [OPTION...] [COMMAND [OPTION...]...]

      Options:
      \(table(PlymouthOption.general.map { ($0.usage, $0.help) }))
      Available commands:
      \(table(commands))\(sections.joined())
      """
  }

  private static func table(_ rows: [(String, String)]) -> String {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { name, help in
      "  \(name)\(String(repeating: " ", count: width - name.count + 4))\(help)\n"
    }.joined()
  }
}
