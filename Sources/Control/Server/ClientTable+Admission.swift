// SPDX-License-Identifier: Apache-2.0

internal import Animations
package import Motion
package import Linux

/// Who may ask for what.
package struct PeerPolicy: Sendable {
  /// The user that the program runs as.
  package var owner: UInt32

  /// A group whose members may use the native protocol.
  package var group: UInt32?

  /// A user who may use Plymouth's protocol besides root; for tests.
  package var plymouthUser: UInt32?

  /// Lets in root and the program's own user.
  package init(owner: UInt32) {
    self.owner = owner
  }

  /// The user who connected, if it is one who may not ask; decided once, by who it was then.
  func stranger(_ stream: borrowing UnixStream, speaking wireProtocol: WireProtocol) -> UInt32? {
    guard let peer = try? stream.peer() else { return .max }
    return trusts(peer, stream, speaking: wireProtocol) ? nil : peer.userID
  }

  private func trusts(
    _ peer: PeerCredentials, _ stream: borrowing UnixStream, speaking wireProtocol: WireProtocol
  ) -> Bool {
    if peer.userID == 0 {
      switch stream.origin(of: peer) {
      case .here: return true
      // The root of a container has the abstract names of its host where it has its network.
      case .elsewhere: return false
      // A path is only there for who was given it.
      case .gone: return wireProtocol == .native
      }
    }
    if wireProtocol == .plymouth { return peer.userID == plymouthUser }
    guard peer.userID != owner else { return true }
    guard let group else { return false }
    return peer.groupID == group || stream.peerIsMember(ofGroup: group)
  }
}

/// A socket at which clients of one protocol are awaited.
struct Listener: ~Copyable {
  let socket: UnixListener
  let wireProtocol: WireProtocol
}

extension ClientTable {
  /// Lets clients in that connect to a socket; false where there are too many sockets.
  package mutating func listen(
    at socket: consuming UnixListener, speaking wireProtocol: WireProtocol
  ) -> Bool {
    for index in 0..<ClientLimits.listeners where clients.listeners[index] == nil {
      clients.listening[index] = socket.descriptor.number
      clients.listeners[index] = Listener(socket: socket, wireProtocol: wireProtocol)
      return true
    }
    return false
  }

  /// Takes a client that is there for good, such as standard input; false where there is no place.
  package mutating func attach(
    _ stream: consuming ClientStream, speaking wireProtocol: WireProtocol, at now: Instant
  ) -> Bool {
    guard let slot = freeSlot(at: now) else { return false }
    clients.make(slot)
    if clients[slot].isOpen { drop(slot) }
    end = max(end, slot + 1)
    clients[slot].open(stream, speaking: wireProtocol, isTrusted: true, at: now)
    return true
  }

  /// Takes a client that is connected already.
  ///
  /// Returns false, and sends it away, when there is no place for it.
  package mutating func admit(
    _ client: consuming UnixStream, speaking wireProtocol: WireProtocol, at now: Instant
  ) -> Bool {
    guard let slot = freeSlot(at: now) else { return false }
    return assign(client, slot, wireProtocol, at: now)
  }

  /// Lets in who waits at a socket, but only so many at a time; all of those who are turned away.
  mutating func admit(from index: Int, at now: Instant) {
    var admitted = 0
    var refused = 0
    // What it costs to turn somebody away differs by machine, and is no part of the stage's time.
    let begun = MonotonicClock.nanoseconds
    while admitted < ClientLimits.admissions, refused < ClientLimits.refusals {
      guard let slot = freeSlot(at: now) else {
        // Nobody may be sent away yet: those outside wait in the kernel's queue.
        admitsAgain = now + Duration.milliseconds(50)
        return
      }
      do throws(SystemError) {
        guard let wireProtocol = clients.listeners[index]?.wireProtocol,
          let client = try clients.listeners[index]?.socket.accept() ?? nil
        else { break }
        if assign(client, slot, wireProtocol, at: now) { admitted += 1 } else { refused += 1 }
      } catch {
        // Out of descriptors or memory, most likely: trying again at once would spin.
        admitsAgain = now + Duration.milliseconds(200)
        return
      }
    }
    // Strangers who come faster than that fill the kernel's queue, and wait there at their own cost.
    if refused > 0 {
      admitsAgain = now + ClientLimits.pause(afterRefusals: MonotonicClock.nanoseconds - begun)
    }
  }

  mutating func drop(_ index: Int) {
    close(index)
    droppedCount &+= 1
  }

  /// Gives a client a place, which another may have to leave; false where it is turned away.
  private mutating func assign(
    _ client: consuming UnixStream, _ slot: Int, _ wireProtocol: WireProtocol, at now: Instant
  ) -> Bool {
    let stranger = policy.stranger(client, speaking: wireProtocol)
    if let stranger {
      guard strangers.take(user: stranger, at: now) else { return false }
      limitStrangers()
      // They cannot take the places of those who may ask.
      if clients.isOpen(slot) && clients[slot].isTrusted { return false }
    }
    clients.make(slot)
    if clients[slot].isOpen { drop(slot) }
    // Without memory it is the client that goes, not the program.
    guard clients[slot].makeRoom() else {
      droppedCount &+= 1
      return false
    }
    end = max(end, slot + 1)
    clients[slot].open(
      ClientStream(client), speaking: wireProtocol, isTrusted: stranger == nil, at: now)
    return true
  }

  /// Sends away who has been silent for longest of those who may not ask, when they are many.
  private mutating func limitStrangers() {
    var count = 0
    var oldest = -1
    for index in 0..<end where clients[index].isOpen && !clients[index].isTrusted {
      count += 1
      if oldest < 0 || clients[index].lastActivity < clients[oldest].lastActivity {
        oldest = index
      }
    }
    if count >= ClientLimits.strangers { drop(oldest) }
  }

  /// A place without a client, if need be that of whoever has been silent for longest and has to leave.
  ///
  /// Who has never asked for anything waits for the program's end, and goes last.
  private mutating func freeSlot(at now: Instant) -> Int? {
    var oldest = -1
    for index in 0..<ClientLimits.clients {
      if !clients.isOpen(index) { return index }
      guard !clients[index].isPermanent, clients[index].pendingAnswerCount == 0,
        now - clients[index].lastActivity >= ClientLimits.grace
      else { continue }
      if oldest < 0 || isBefore(index, oldest) { oldest = index }
    }
    return oldest < 0 ? nil : oldest
  }

  private func isBefore(_ a: Int, _ b: Int) -> Bool {
    let waits = clients[a].waitsForEnd
    if waits != clients[b].waitsForEnd { return !waits }
    return clients[a].lastActivity < clients[b].lastActivity
  }
}
