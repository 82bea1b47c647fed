// SPDX-License-Identifier: Apache-2.0

/// A received D-Bus message, parsed completely.
package struct BusMessage: Equatable {
  /// The type of the message.
  package enum Kind: Equatable {
    case signal
    case reply
    /// A call has failed; with the error's name.
    case error(String)
    case other
  }

  package var kind = Kind.other
  /// The serial number of the call that this replies to; 0 for none.
  package var answered: UInt64 = 0
  /// The sender: the bus itself, or a connection's unique name.
  package var sender = ""
  package var path = ""
  package var interface = ""
  package var member = ""
  package var body: [BusValue] = []

  /// A message of these values.
  package init(
    kind: Kind = .other, answered: UInt64 = 0, sender: String = "", path: String = "",
    interface: String = "", member: String = "", body: [BusValue] = []
  ) {
    (self.kind, self.answered, self.sender) = (kind, answered, sender)
    (self.path, self.interface, self.member) = (path, interface, member)
    self.body = body
  }

  /// Whether the message is the given signal.
  package func isSignal(_ interface: String, _ member: String) -> Bool {
    kind == .signal && self.interface == interface && self.member == member
  }
}

extension BusMessage {
  /// The new owner of a name, when the bus reports a change; empty for none.
  ///
  /// Nil for other messages, and for any sender other than the bus: every connection can send such
  /// a signal to another.
  package func newOwner(of name: String) -> String? {
    guard isSignal("org.freedesktop.DBus", "NameOwnerChanged"), sender == "org.freedesktop.DBus",
      body.count == 3, body[0].text == name
    else { return nil }
    return body[2].text ?? ""
  }
}

/// A method call; all arguments are strings.
package struct BusCall: Equatable {
  package var destination: String
  package var path: String
  package var interface: String
  package var member: String
  package var arguments: [String] = []

  /// Subscribes to the signals that match a rule.
  package static func addMatch(_ rule: String) -> BusCall {
    toBus("AddMatch", rule)
  }

  /// Calls a method of the bus itself.
  package static func toBus(_ member: String, _ argument: String) -> BusCall {
    BusCall(
      destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
      interface: "org.freedesktop.DBus", member: member, arguments: [argument])
  }

  /// Reads all properties of an interface of an object.
  package static func allProperties(
    of destination: String, path: String, interface: String
  ) -> BusCall {
    BusCall(
      destination: destination, path: path, interface: "org.freedesktop.DBus.Properties",
      member: "GetAll", arguments: [interface])
  }
}
