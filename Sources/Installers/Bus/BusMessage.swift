/// A message that has come over D-Bus, read whole.
struct BusMessage: Equatable {
  /// What it is for.
  enum Kind: Equatable {
    case signal
    case reply
    /// A call has failed, with the error's name.
    case error(String)
    case other
  }

  var kind = Kind.other
  /// The serial number of the call that it answers; 0 for none.
  var answered: UInt64 = 0
  /// Who sent it: the bus itself, or a connection's unique name.
  var sender = ""
  var path = ""
  var interface = ""
  var member = ""
  var body: [BusValue] = []

  /// Whether it is a certain signal.
  func isSignal(_ interface: String, _ member: String) -> Bool {
    kind == .signal && self.interface == interface && self.member == member
  }
}

extension BusMessage {
  /// Who has a name now, where the bus says that it has changed hands; nobody is the empty text.
  ///
  /// Nil for all else, and for what others than the bus itself say: everybody can send a signal
  /// that looks so to a connection.
  func newOwner(of name: String) -> String? {
    guard isSignal("org.freedesktop.DBus", "NameOwnerChanged"), sender == "org.freedesktop.DBus",
      body.count == 3, body[0].text == name
    else { return nil }
    return body[2].text ?? ""
  }
}

/// A method call, whose arguments are all strings.
struct BusCall: Equatable {
  var destination: String
  var path: String
  var interface: String
  var member: String
  var arguments: [String] = []

  /// Has the bus send signals that match a rule.
  static func addMatch(_ rule: String) -> BusCall {
    toBus("AddMatch", rule)
  }

  /// Calls the bus itself.
  static func toBus(_ member: String, _ argument: String) -> BusCall {
    BusCall(
      destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
      interface: "org.freedesktop.DBus", member: member, arguments: [argument])
  }

  /// Reads all properties of an interface of an object.
  static func allProperties(
    of destination: String, path: String, interface: String
  ) -> BusCall {
    BusCall(
      destination: destination, path: path, interface: "org.freedesktop.DBus.Properties",
      member: "GetAll", arguments: [interface])
  }
}
