extension PlymouthClient {
  /// Carries a subcommand out.
  mutating func run(
    _ call: PlymouthArguments.Call
  ) throws(PlymouthConnection.Failure) -> Status {
    switch call.name {
    case "ask-for-password": return try askForPassword(call)
    case "ask-question": return try askQuestion(call)
    case "watch-keystroke": return try watchKeystroke(call)
    default: break
    }
    guard let requests = PlymouthClient.requests(call) else { return .failure }
    for request in requests {
      let status = try carryOut(request)
      guard status == .success else { return status }
    }
    return .success
  }

  /// What a subcommand asks for; nil where its options are wrong, which is said.
  private static func requests(_ call: PlymouthArguments.Call) -> [PlymouthRequest]? {
    switch call.name {
    case "change-mode": return mode(call)
    case "system-update": return progress(call)
    case "update": return text("U", call, "status")
    case "display-message": return text("M", call, "text")
    case "hide-message": return text("m", call, "text")
    case "ignore-keystroke": return [PlymouthRequest("L", call.options["keys"])]
    case "update-root-fs":
      let root = call.options["new-root-dir"].map { [PlymouthRequest("R", $0)] } ?? []
      let requests = root + (call.has("read-write") ? [PlymouthRequest("S")] : [])
      return requests.isEmpty ? missing("--new-root-dir or --read-write", call) : requests
    case "show-splash": return [PlymouthRequest("$")]
    case "hide-splash": return [PlymouthRequest("H")]
    case "pause-progress": return [.pause]
    case "unpause-progress": return [.unpause]
    case "report-error": return [PlymouthRequest("!")]
    case "deactivate": return [PlymouthRequest("D")]
    case "reactivate": return [PlymouthRequest("r")]
    case "reload": return [PlymouthRequest("l")]
    case "quit": return [.quit(retainsSplash: call.has("retain-splash"))]
    default: preconditionFailure("A subcommand without a meaning.")
    }
  }

  private static func mode(_ call: PlymouthArguments.Call) -> [PlymouthRequest]? {
    guard let mode = PlymouthSubcommand.modes.first(where: call.has) else {
      Files.writeError("Error no mode specified for 'change-mode' command\n")
      return nil
    }
    return [PlymouthRequest("C", mode)]
  }

  private static func progress(_ call: PlymouthArguments.Call) -> [PlymouthRequest]? {
    // What is no number counts as 0 to Plymouth's client.
    let percent = call.options["progress"].flatMap { Int($0) } ?? 0
    guard 0...100 ~= percent else {
      Files.writeError("couldn't set invalid percentage: \(percent)\n")
      return nil
    }
    return [PlymouthRequest("u", "\(percent)")]
  }

  private static func text(
    _ letter: Unicode.Scalar, _ call: PlymouthArguments.Call, _ option: String
  ) -> [PlymouthRequest]? {
    call.options[option].map { [PlymouthRequest(letter, $0)] } ?? missing("--\(option)", call)
  }

  /// Plymouth's client waits for ever then, which helps nobody.
  private static func missing(
    _ option: String, _ call: PlymouthArguments.Call
  ) -> [PlymouthRequest]? {
    Files.writeError("Error no \(option) specified for '\(call.name)' command\n")
    return nil
  }
}
