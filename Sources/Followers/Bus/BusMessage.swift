// SPDX-License-Identifier: Apache-2.0

package import Text

/// A received D-Bus message, parsed completely.
package struct BusMessage: Equatable {
  /// The type of the message.
  package enum Kind: Equatable {
    case signal
    case reply
    /// A call has failed; with the error's name.
    case error(LongText)
    case other
  }

  package var kind = Kind.other
  /// The serial number of the call that this replies to; 0 for none.
  package var replySerial: UInt32 = 0
  /// The sender: the bus itself, or a connection's unique name.
  package var sender = LongText()
  package var path = LongText()
  package var interface = LongText()
  package var member = LongText()
  package var body: [BusValue] = []

  /// A message of these values.
  package init(
    kind: Kind = .other, replySerial: UInt32 = 0, sender: LongText = "", path: LongText = "",
    interface: LongText = "", member: LongText = "", body: [BusValue] = []
  ) {
    (self.kind, self.replySerial, self.sender) = (kind, replySerial, sender)
    (self.path, self.interface, self.member) = (path, interface, member)
    self.body = body
  }

  /// Whether the message is the answer to a call: a signal may have a call's number, too.
  package var isAnswer: Bool {
    switch kind {
    case .reply, .error: replySerial != 0
    case .signal, .other: false
    }
  }

  /// Whether the message is the given signal.
  package func isSignal(_ interface: StaticString, _ member: StaticString) -> Bool {
    kind == .signal && self.interface.bytes.isEqual(to: interface)
      && self.member.bytes.isEqual(to: member)
  }
}

extension BusMessage {
  /// The new owner of a name, when the bus reports a change; empty for none.
  ///
  /// Nil for other messages, and for any sender other than the bus: every connection can send such
  /// a signal to another.
  package func newOwner(of name: LongText) -> LongText? {
    guard isSignal("org.freedesktop.DBus", "NameOwnerChanged"), sender == "org.freedesktop.DBus",
      body.count == 3, body[0].text == name
    else { return nil }
    return body[2].text ?? LongText()
  }
}

/// A method call; all arguments are strings.
package struct BusCall: Equatable {
  package var destination: LongText
  package var path: LongText
  package var interface: LongText
  package var member: LongText
  package var arguments: [LongText] = []

  /// A call of a method with its arguments.
  package init(
    destination: LongText, path: LongText, interface: LongText, member: LongText,
    arguments: [LongText] = []
  ) {
    (self.destination, self.path, self.interface) = (destination, path, interface)
    (self.member, self.arguments) = (member, arguments)
  }

  /// Subscribes to the signals that match a rule.
  package static func addMatch(_ rule: LongText) -> BusCall {
    toBus("AddMatch", rule)
  }

  /// Subscribes to the changes of a name's owner.
  package static func addOwnerMatch(of name: LongText) -> BusCall {
    .addMatch(
      "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(name)'")
  }

  /// Calls a method of the bus itself.
  package static func toBus(_ member: LongText, _ arguments: LongText...) -> BusCall {
    BusCall(
      destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
      interface: "org.freedesktop.DBus", member: member, arguments: arguments)
  }

  /// Reads all properties of an interface of an object.
  package static func allProperties(
    of destination: LongText, path: LongText, interface: LongText
  ) -> BusCall {
    BusCall(
      destination: destination, path: path, interface: "org.freedesktop.DBus.Properties",
      member: "GetAll", arguments: [interface])
  }
}
