// SPDX-License-Identifier: Apache-2.0

import Text

/// Interprets RAUC's `de.pengutronix.rauc.Installer`.
///
/// `Progress` is (percent, text, depth): the percentage is that of the whole at every depth. `Completed` has
/// the result. The reason of a failure is `LastError`, which changes later and so is read then.
package struct RaucProgress: BusInterpreter {
  private static var name: LongText { "de.pengutronix.rauc" }
  private static var interface: LongText { "de.pengutronix.rauc.Installer" }

  private var owner = LongText()
  private var isInstalling = false
  /// The result of a failed installation, until the reason has been read.
  private var failure: Int64?

  /// The service is unknown yet.
  package init() {}

  package mutating func greet() -> [BusCall] {
    owner = LongText()
    return [
      .addMatch("type='signal',sender='\(RaucProgress.name)',path='/'"),
      .addOwnerMatch(of: RaucProgress.name),
      .toBus("GetNameOwner", RaucProgress.name),
    ]
  }

  package mutating func events(
    for message: BusMessage, answering call: BusCall?, calls: inout [BusCall]
  ) -> [ProgressEvent] {
    if call?.member == "GetNameOwner" {
      return changeOwner(to: message.body.first?.text ?? LongText(), message.kind, &calls)
    }
    if let name = message.newOwner(of: RaucProgress.name) {
      return changeOwner(to: name, .reply, &calls)
    }
    if call?.member == "GetAll" { return readProperties(message) }
    // The bus also delivers messages that other clients sent to this connection: only RAUC's count.
    guard message.sender == owner else { return [] }
    if message.isSignal("org.freedesktop.DBus.Properties", "PropertiesChanged"),
      message.body.first?.text == RaucProgress.interface, message.body.count >= 2
    {
      return change(message.body[1])
    }
    if message.isSignal("de.pengutronix.rauc.Installer", "Completed"),
      let result = message.body.first?.integer
    {
      return complete(result, &calls)
    }
    return []
  }

  /// Handles that RAUC has come, gone or been replaced.
  private mutating func changeOwner(
    to name: LongText, _ kind: BusMessage.Kind, _ calls: inout [BusCall]
  ) -> [ProgressEvent] {
    owner = kind == .reply ? name : LongText()
    if !owner.isEmpty {
      calls.append(properties)
      return []
    }
    guard isInstalling else { return [] }
    isInstalling = false
    failure = nil
    return [.failed("RAUC has stopped in the middle of the installation")]
  }

  private var properties: BusCall {
    .allProperties(of: RaucProgress.name, path: "/", interface: RaucProgress.interface)
  }

  /// Handles all properties: at the beginning, or with the reason of a failure.
  private mutating func readProperties(_ message: BusMessage) -> [ProgressEvent] {
    let properties = message.kind == .reply ? message.body.first ?? .list([]) : .list([])
    guard let result = failure else {
      // As after a lost connection to the bus.
      if isInstalling, properties.entry("Operation")?.text == "idle" {
        isInstalling = false
        return [.failed("The end of the installation was missed")]
      }
      return change(properties)
    }
    failure = nil
    isInstalling = false
    let reason = properties.entry("LastError")?.text ?? LongText()
    return [.failed(reason.isEmpty ? "The installation has failed with status \(result)" : reason)]
  }

  private mutating func change(_ properties: BusValue) -> [ProgressEvent] {
    var events: [ProgressEvent] = []
    if properties.entry("Operation")?.text == "installing", !isInstalling {
      isInstalling = true
      events.append(.started)
    }
    // When idle, RAUC still describes the last installation.
    guard isInstalling, let progress = properties.entry("Progress")?.list, progress.count == 3,
      let percent = progress[0].integer, let text = progress[1].text
    else { return events }
    events.append(.message(text))
    // A failed step counts as much as a finished one, and the whole ends with 100 in both cases: `Completed`
    // has the result.
    if percent < 100, !text.hasSuffix(" failed.") {
      events.append(.overall(Percentage(whole: Int(clamping: percent))))
    }
    return events
  }

  private mutating func complete(_ result: Int64, _ calls: inout [BusCall]) -> [ProgressEvent] {
    let beginning: [ProgressEvent] = isInstalling ? [] : [.started]
    if result == 0 {
      isInstalling = false
      return beginning + [.succeeded]
    }
    isInstalling = true
    failure = result
    calls.append(properties)
    return beginning
  }
}
