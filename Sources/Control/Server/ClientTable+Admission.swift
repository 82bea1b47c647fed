// SPDX-License-Identifier: Apache-2.0

package import Motion
package import Linux

/// Which users may use which protocol.
package struct PeerPolicy: Sendable {
  /// The user that the program runs as.
  package var owner: UInt32

  /// A group whose members may use the native protocol too.
  package var group: UInt32?

  /// A user that may use Plymouth's protocol besides root; for tests.
  package var plymouthUser: UInt32?

  /// Lets in root and the program's own user.
  package init(owner: UInt32) {
    self.owner = owner
  }

  /// The user ID of a client without permission; nil for one with it.
  ///
  /// Decided once, by the credentials at connect time.
  func untrustedUser(
    _ stream: borrowing UnixStream, speaking wireProtocol: WireProtocol
  ) -> UInt32? {
    guard let peer = try? stream.peer() else { return .max }
    return trusts(peer, stream, speaking: wireProtocol) ? nil : peer.userID
  }

  private func trusts(
    _ peer: PeerCredentials, _ stream: borrowing UnixStream, speaking wireProtocol: WireProtocol
  ) -> Bool {
    if peer.userID == 0 {
      switch stream.origin(of: peer) {
      case .here: return true
      // A container's root reaches the host's abstract sockets when it shares the host's network.
      case .elsewhere: return false
      // A socket file is visible only to processes that were given it.
      case .gone: return wireProtocol == .native
      }
    }
    if wireProtocol == .plymouth { return peer.userID == plymouthUser }
    guard peer.userID != owner else { return true }
    guard let group else { return false }
    return peer.groupID == group || stream.peerIsMember(ofGroup: group)
  }
}

/// A socket where clients of one protocol connect.
struct Listener: ~Copyable {
  let socket: UnixListener
  let wireProtocol: WireProtocol
}

extension ClientTable {
  /// Accepts clients from a socket; false where there are too many sockets.
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

  /// Adds a client that stays for the whole run, such as standard input; false without a free slot.
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

  /// Adds a client that is connected already.
  ///
  /// Without a slot for it, disconnects it and returns false.
  package mutating func admit(
    _ client: consuming UnixStream, speaking wireProtocol: WireProtocol, at now: Instant
  ) -> Bool {
    guard let slot = freeSlot(at: now) else { return false }
    return assign(client, slot, wireProtocol, at: now)
  }

  /// Accepts waiting clients, a bounded number in each turn.
  ///
  /// Clients without permission are refused.
  mutating func admit(from index: Int, at now: Instant) {
    var admitted = 0
    var refused = 0
    // The cost of refusals differs by machine. It is measured on the real clock, not in the stage's
    // time.
    let begun = MonotonicClock.nanoseconds
    while admitted < ClientLimits.admissions, refused < ClientLimits.refusals {
      guard let slot = freeSlot(at: now) else {
        // No client may be dropped yet: new ones wait in the kernel's backlog.
        admitsAgain = now + TimeSpan.milliseconds(50)
        return
      }
      do throws(SystemError) {
        guard let wireProtocol = clients.listeners[index]?.wireProtocol,
          let client = try clients.listeners[index]?.socket.accept() ?? nil
        else { break }
        if assign(client, slot, wireProtocol, at: now) { admitted += 1 } else { refused += 1 }
      } catch {
        // Out of descriptors or memory, most likely: trying again at once would spin.
        admitsAgain = now + TimeSpan.milliseconds(200)
        return
      }
    }
    // Untrusted clients that connect faster fill the kernel's backlog, and wait there at their own
    // cost.
    if refused > 0 {
      admitsAgain = now + ClientLimits.pause(afterRefusals: MonotonicClock.nanoseconds - begun)
    }
  }

  mutating func drop(_ index: Int) {
    close(index)
    droppedCount &+= 1
  }

  /// Gives a client a slot, dropping the client in it; false where the client is refused.
  private mutating func assign(
    _ client: consuming UnixStream, _ slot: Int, _ wireProtocol: WireProtocol, at now: Instant
  ) -> Bool {
    let untrustedUser = policy.untrustedUser(client, speaking: wireProtocol)
    if let untrustedUser {
      guard untrustedPeers.admit(user: untrustedUser, at: now) else { return false }
      limitUntrustedPeers()
      // Untrusted clients cannot take the slots of trusted ones.
      if clients.isOpen(slot) && clients[slot].isTrusted { return false }
    }
    clients.make(slot)
    if clients[slot].isOpen { drop(slot) }
    // Without memory the client is dropped; allocating would end the program.
    guard clients[slot].makeRoom() else {
      droppedCount &+= 1
      return false
    }
    end = max(end, slot + 1)
    clients[slot].open(
      ClientStream(client), speaking: wireProtocol, isTrusted: untrustedUser == nil, at: now)
    return true
  }

  /// When there are too many untrusted clients, drops the client that has been silent for longest.
  private mutating func limitUntrustedPeers() {
    var count = 0
    var oldest = -1
    for index in 0..<end where clients[index].isOpen && !clients[index].isTrusted {
      count += 1
      if oldest < 0 || clients[index].lastActivity < clients[oldest].lastActivity {
        oldest = index
      }
    }
    if count >= ClientLimits.untrustedPeers { drop(oldest) }
  }

  /// A free slot, or else that of the client that has been silent for longest and may be dropped.
  ///
  /// A client that has sent nothing waits for the program's end, and is dropped last.
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
