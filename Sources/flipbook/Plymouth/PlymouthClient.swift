/// The `plymouth` command: one connection, its requests one after the other, and an exit status.
struct PlymouthClient: ~Copyable {
  /// What scripts know of Plymouth's own client.
  enum Status: Int32 {
    case success = 0
    /// Refused, no answer, wrong arguments, or no daemon.
    case failure = 1
    /// The daemon has hung up.
    case disconnected = 2
  }

  /// How long a ping may take; everything else may wait for a person.
  static let pingNanoseconds: Int64 = 30_000_000_000

  var connection: PlymouthConnection

  /// Runs the command with its arguments, and returns its exit status.
  static func run(_ words: [String]) -> Int32 {
    do throws(PlymouthArguments.Misuse) {
      return run(try PlymouthArguments(words), isBare: words.isEmpty).rawValue
    } catch {
      Files.writeError(PlymouthHelp.text)
      return Status.failure.rawValue
    }
  }

  private static func run(_ arguments: PlymouthArguments, isBare: Bool) -> Status {
    let general = arguments.general
    if general.has("help") { return say(PlymouthHelp.text) }
    if isBare {
      Files.writeError(PlymouthHelp.text)
      return .success
    }
    // There are none; scripts that pack an initramfs copy what is in it.
    if general.has("get-splash-plugin-path") { return say("/usr/lib/plymouth/\n") }
    guard let connection = PlymouthConnection() else {
      // A daemon that is not there has quit.
      return general.has("wait") && arguments.calls.isEmpty ? .success : .failure
    }
    var client = PlymouthClient(connection: connection)
    return client.run(arguments)
  }

  private mutating func run(_ arguments: PlymouthArguments) -> Status {
    let general = arguments.general
    do throws(PlymouthConnection.Failure) {
      if let request = PlymouthClient.request(general) {
        let status = try carryOut(request, isQuestion: general.has("ask-for-password"))
        guard status == .success else { return status }
      }
      for call in arguments.calls {
        let status = try run(call)
        guard status == .success else { return status }
      }
    } catch {
      return error == .disconnected && !general.has("wait")
        ? .disconnected
        : error == .timeout ? .failure : .success
    }
    // With a subcommand it is enough that the daemon has answered.
    if general.has("wait"), arguments.calls.isEmpty { connection.waitForEnd() }
    return .success
  }

  /// Sends a request whose reply is all there is to it.
  mutating func carryOut(
    _ request: PlymouthRequest, isQuestion: Bool = false
  ) throws(PlymouthConnection.Failure) -> Status {
    let timeout = request == .ping ? PlymouthClient.pingNanoseconds : nil
    switch try connection.ask(request, timeoutNanoseconds: timeout) {
    case .acknowledged: return .success
    case .answer(let bytes): return PlymouthClient.say(bytes)
    // Plymouth's client ends well here, only for this old form of asking.
    case .noAnswer: return isQuestion ? .success : .failure
    case .answers, .refused: return .failure
    }
  }

  /// Writes text to standard output.
  static func say(_ text: String) -> Status { say(Array(text.utf8)) }

  /// Writes bytes to standard output as they are.
  static func say(_ bytes: [UInt8]) -> Status {
    (try? Files.write(bytes, to: "-")) == nil ? .failure : .success
  }

  /// The request of the options before any subcommand: of several the first of these.
  private static func request(_ general: PlymouthArguments.Call) -> PlymouthRequest? {
    if general.has("show-splash") { return PlymouthRequest("$") }
    if general.has("hide-splash") { return PlymouthRequest("H") }
    if general.has("quit") { return .quit(retainsSplash: false) }
    if general.has("ping") { return .ping }
    if general.has("has-active-vt") { return PlymouthRequest("V") }
    if let status = general.options["update"] { return PlymouthRequest("U", status) }
    if general.has("ask-for-password") { return PlymouthRequest("*") }
    if let keys = general.options["ignore-keystroke"] { return PlymouthRequest("L", keys) }
    if general.has("sysinit") { return PlymouthRequest("S") }
    if let root = general.options["newroot"] { return PlymouthRequest("R", root) }
    if general.has("details") { return PlymouthRequest("!") }
    return nil
  }
}
