// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ThemeImport

struct ZipArchiveTests {
  @Test func `stored files are found by their names`() throws {
    let archive = try ZipArchive(
      SampleFiles.zip([("a/b", [1, 2, 3]), ("c", [])]), path: "x")
    #expect(archive.names == ["a/b", "c"])
    #expect(try archive.read("a/b", atMost: 3) == [1, 2, 3])
    #expect(try archive.read("c", atMost: 3) == [])
  }

  @Test func `a file above the limit is refused`() throws {
    let archive = try ZipArchive(SampleFiles.zip([("a", [1, 2, 3])]), path: "x")
    #expect(throws: ImportError.unusable("x: a: 3 bytes; 2 are possible")) {
      try archive.read("a", atMost: 2)
    }
  }

  @Test func `names become folders`() throws {
    let archive = try ZipArchive(
      SampleFiles.zip([("top/a/1", [1]), ("top/a/2", [2]), ("top/b", [3]), ("else", [4])]),
      path: "x")
    let source = archive.source(of: SampleFiles.source([:]), folder: "top")
    #expect(source.names() == ["a", "b"])
    #expect(source.names(in: "a") == ["1", "2"])
    #expect(try source.read("a/2") == [2])
    #expect(throws: ImportError.self) { try source.read("../else") }
  }

  @Test func `files that share bytes are refused`() throws {
    var bytes = SampleFiles.zip([("a", [1, 2, 3]), ("b", [1, 2, 3])])
    // The second entry of the directory leads to the first file.
    let last = try #require(bytes.indices.last { bytes[$0...].starts(with: [0x50, 0x4B, 1, 2]) })
    for index in 42..<46 { bytes[last + index] = 0 }
    #expect(throws: ImportError.unusable("x: a and b overlap; the archive is damaged")) {
      try ZipArchive(bytes, path: "x")
    }
  }

  @Test func `the bytes of all files have a limit`() throws {
    let whole = [UInt8](repeating: 0, count: ImportLimit.fileBytes)
    let source = ImportSource(path: "x", list: { _ in [] }, read: { _, _ in whole })
    for _ in 0..<ImportLimit.readBytes / whole.count { _ = try source.read("a") }
    let copy = source
    #expect(throws: ImportError.self) { try copy.read("b") }
  }

  @Test(arguments: [0, 21, 22, 40])
  func `what is no archive is refused`(size: Int) {
    #expect(throws: ImportError.self) {
      try ZipArchive([UInt8](repeating: 0x50, count: size), path: "x")
    }
  }
}
