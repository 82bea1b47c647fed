// SPDX-License-Identifier: Apache-2.0

import CLinux
import Foundation

/// A fresh directory for one test's sockets and files, removed afterwards.
final class TestDirectory {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "flipbook-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func file(_ name: String) -> [UInt8] { Array("\(path)/\(name)".utf8) }

  func mode(of name: String) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
    return attributes[.posixPermissions] as? Int
  }

  func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(path)/\(name)")
  }

  func write(_ text: String, to name: String) throws {
    try text.write(toFile: "\(path)/\(name)", atomically: false, encoding: .utf8)
  }
}

/// How many descriptors the process has open.
func openDescriptorCount() throws -> Int {
  try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
}
