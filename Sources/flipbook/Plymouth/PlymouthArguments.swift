/// The arguments of the `plymouth` command, read as Plymouth's own client reads them.
///
/// Values stand behind `=` or in the next word, the last of several counts, and options that a
/// subcommand does not know are left alone.
struct PlymouthArguments: Equatable {
  /// A subcommand with what it was given.
  struct Call: Equatable {
    let name: String
    var options: [String: String] = [:]

    /// Whether an option was given.
    func has(_ name: String) -> Bool { options[name] != nil }
  }

  /// What cannot be understood.
  struct Misuse: Error {}

  /// The options before any subcommand.
  private(set) var general = Call(name: "")
  /// The subcommands in order.
  private(set) var calls: [Call] = []

  init(_ words: [String]) throws(Misuse) {
    var rest = words[...]
    var options = PlymouthOption.general
    while let word = rest.popFirst() {
      if word.hasPrefix("--") {
        let parts = word.dropFirst(2).split(
          separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts.first.map(String.init) ?? ""
        guard let option = options.first(where: { $0.name == name }) else {
          guard !calls.isEmpty else { throw Misuse() }
          continue
        }
        var value = parts.count > 1 ? String(parts[1]) : ""
        if option.value != .none, parts.count < 2 {
          guard let next = rest.popFirst() else { throw Misuse() }
          value = next
        }
        note(name, value)
      } else {
        guard let command = PlymouthSubcommand.named(word) else { throw Misuse() }
        calls.append(Call(name: command.name))
        options = command.options
      }
    }
  }

  private mutating func note(_ name: String, _ value: String) {
    if calls.isEmpty {
      general.options[name] = value
    } else {
      calls[calls.count - 1].options[name] = value
    }
  }
}
