// SPDX-License-Identifier: Apache-2.0

import CLinux
import KMS
import Linux
import Testing

@Suite struct KMSErrorTests {
  @Test(arguments: [
    (KMSError.Operation.open, ENOENT, KMSError.Kind.noDevice),
    (.open, EACCES, .noPermission),
    (.open, ENODEV, .lostDevice),
    (.capability, ENOTTY, .notDisplay),
    (.resources, EOPNOTSUPP, .notDisplay),
    (.resources, ENOMEM, .noMemory),
    (.capability, EACCES, .otherMaster),
    (.readEvents, ETIMEDOUT, .stalled),
    (.master, EBUSY, .otherMaster),
    (.master, EACCES, .otherMaster),
    (.atomicCommit, EACCES, .otherMaster),
    (.pageFlip, ENODEV, .lostDevice),
    (.createBuffer, ENOMEM, .noMemory),
    (.createBuffer, ENOSPC, .noMemory),
    (.atomicCommit, EINVAL, .refused),
    (.setCRTC, ENOSPC, .refused),
    (.atomicCommit, EIO, .other),
  ])
  func `an errno means what the caller can do`(
    operation: KMSError.Operation, errno: CInt, kind: KMSError.Kind
  ) {
    #expect(KMSError(operation, errno: errno) == KMSError(kind, operation, errno: errno))
  }

  @Test func `every advice is one line`() {
    let kinds: [KMSError.Kind] = [
      .noDevice, .noLease, .noPermission, .notDisplay, .noDumbBuffers, .noConnector, .switchedOff,
      .noMode,
      .noCRTC,
      .noPlane, .noBandwidth, .otherMaster, .lostDevice, .stalled, .noMemory, .refused, .other,
    ]
    let lines = kinds.map { KMSError($0, .open).advice.description }
    for line in lines { #expect(!line.contains("\n") && !line.isEmpty && line.count < 120) }
    #expect(Set(lines).count == kinds.count)
  }

  @Test func `what waiting can help is transient`() {
    #expect(KMSError(.noDevice, .open).isTransient)
    #expect(KMSError(.otherMaster, .master).isTransient)
    #expect(!KMSError(.noPermission, .open).isTransient)
  }

  @Test func `the path of nothing is no device`() {
    #expect(throws: KMSError(.noDevice, .open, errno: ENOENT)) {
      _ = try Card(opening: Path("/dev/dri/nothing"))
    }
  }

  @Test func `a file that is no card is no display`() {
    #expect(throws: KMSError(.notDisplay, .capability, errno: ENOTTY)) {
      _ = try Card(opening: Path("/dev/null"))
    }
  }

  @Test func `the error nearest to a displayed frame is reported`() {
    let errors: [KMSError.Kind] = [
      .noDevice, .notDisplay, .noDumbBuffers, .noPermission, .noConnector, .otherMaster,
    ]
    for (index, kind) in errors.enumerated().dropFirst() {
      var nearer = KMSError(kind, .open)
      nearer.yield(to: KMSError(errors[index - 1], .open))
      #expect(nearer.kind == kind)
      var farther = KMSError(errors[index - 1], .open)
      farther.yield(to: KMSError(kind, .open))
      #expect(farther.kind == kind)
    }
  }

  @Test func `each operation has a name of its own`() {
    let operations: [KMSError.Operation] = [
      .open, .capability, .master, .resources, .connector, .plane, .property, .createBuffer,
      .mapBuffer, .addFramebuffer, .modeBlob, .atomicCommit, .setCRTC, .pageFlip, .readEvents,
    ]
    let names = operations.map { "\(KMSError(.other, $0).operationName)" }
    #expect(Set(names).count == operations.count && !names.contains(""))
  }
}
