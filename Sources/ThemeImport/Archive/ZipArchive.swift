// SPDX-License-Identifier: Apache-2.0

import CImages

/// A ZIP archive with stored and deflated files, read by its central directory.
///
/// PKWARE's APPNOTE.TXT 6.3.9, sections 4.3.7, 4.3.12 and 4.3.16. Parts beyond 4 GiB and encryption, which no boot
/// animation can have, are refused. Names of files are only looked up, never used as paths.
struct ZipArchive {
  private struct Entry {
    let method, packedSize, size, header, checksum: Int
    let isEncrypted: Bool
  }

  /// The names of all files; folders are left out.
  private(set) var names: [String] = []
  private let file: ByteReader
  private var entries: [String: Entry] = [:]
  private let path: String

  private static let mostFiles = 65_535

  /// Reads the central directory.
  ///
  /// - Throws: `unusable` where there is none, where it does not fit into the file, or where files overlap.
  init(_ bytes: [UInt8], path: String) throws(ImportError) {
    self.path = path
    file = ByteReader(bytes)
    // The record at the end may be followed by a comment of up to 64 KiB.
    let last = bytes.count - 22
    guard last >= 0,
      let end = stride(from: last, through: max(0, last - 65_535), by: -1).first(where: {
        bytes[$0] == 0x50 && file.little32($0) == 0x0605_4B50
      }), let count = file.little16(end + 10), var offset = file.little32(end + 16)
    else { throw .unusable("\(path): no whole ZIP archive: its directory is missing") }
    guard count <= Self.mostFiles, offset < 0xFFFF_FFFF else {
      throw .unusable("\(path): a ZIP64 archive, which boot animations cannot be")
    }
    for _ in 0..<count {
      guard file.little32(offset) == 0x0201_4B50, let flags = file.little16(offset + 8),
        let method = file.little16(offset + 10), let checksum = file.little32(offset + 16),
        let packedSize = file.little32(offset + 20), let size = file.little32(offset + 24),
        let nameSize = file.little16(offset + 28), let extra = file.little16(offset + 30),
        let comment = file.little16(offset + 32), let header = file.little32(offset + 42),
        let name = file.slice(offset + 46, nameSize)
      else { throw .unusable("\(path): no whole ZIP archive: its directory is cut") }
      offset += 46 + nameSize + extra + comment
      let text = String(decoding: name, as: UTF8.self)
      if text.hasSuffix("/") { continue }
      if entries[text] == nil { names.append(text) }
      entries[text] = Entry(
        method: method, packedSize: packedSize, size: size, header: header, checksum: checksum,
        isEncrypted: flags & 1 != 0)
    }
    try refuseOverlaps()
  }

  /// Files that share bytes unpack to any multiple of the archive.
  private func refuseOverlaps() throws(ImportError) {
    let sorted = entries.sorted { ($0.value.header, $0.key) < ($1.value.header, $1.key) }
    for (entry, next) in zip(sorted, sorted.dropFirst())
    where entry.value.header + 30 + entry.value.packedSize > next.value.header {
      throw .unusable("\(path): \(entry.key) and \(next.key) overlap; the archive is damaged")
    }
  }

  /// The bytes of a file.
  ///
  /// - Throws: `unusable` where it is missing, broken, or larger than the limit.
  func read(_ name: String, atMost limit: Int) throws(ImportError) -> [UInt8] {
    let place = "\(path): \(name)"
    guard let entry = entries[name] else { throw .unusable("\(place): not in the archive") }
    guard !entry.isEncrypted else { throw .unusable("\(place): it is encrypted") }
    guard entry.size <= limit else {
      throw .unusable("\(place): \(entry.size) bytes; \(limit) are possible")
    }
    // The header's own name and extra field may differ from those of the directory.
    guard file.little32(entry.header) == 0x0403_4B50,
      let nameSize = file.little16(entry.header + 26),
      let extra = file.little16(entry.header + 28),
      let packed = file.slice(entry.header + 30 + nameSize + extra, entry.packedSize)
    else { throw .unusable("\(place): its bytes are not in the archive") }
    let bytes: [UInt8]
    switch entry.method {
    case 0: bytes = Array(packed)
    case 8: bytes = try Self.inflated(packed, size: entry.size, place)
    default:
      throw .unusable("\(place): compressed by method \(entry.method); expected stored or deflated")
    }
    // It reads within the bytes during the call.
    let checksum = unsafe bytes.withUnsafeBufferPointer {
      unsafe cimages_crc32($0.baseAddress, $0.count)
    }
    guard bytes.count == entry.size, Int(checksum) == entry.checksum else {
      throw .unusable("\(place): its checksum is wrong; the archive is damaged")
    }
    return bytes
  }

  private static func inflated(
    _ packed: ArraySlice<UInt8>, size: Int, _ place: String
  ) throws(ImportError) -> [UInt8] {
    // Deflate packs at most 1032 : 1, so that a wrong size is found before there is memory for it.
    guard size <= 1040 * packed.count + 1024 else {
      throw .unusable("\(place): broken: \(packed.count) bytes cannot hold \(size)")
    }
    var bytes = [UInt8](repeating: 0, count: max(size, 1))
    // It reads within the packed bytes and writes `size` bytes.
    let isWhole = unsafe packed.withUnsafeBufferPointer { packed in
      unsafe bytes.withUnsafeMutableBufferPointer { buffer in
        unsafe cimages_inflate(packed.baseAddress, packed.count, buffer.baseAddress, size)
      }
    }
    guard isWhole else { throw .unusable("\(place): broken: it cannot be unpacked") }
    return Array(bytes.prefix(size))
  }
}

extension ZipArchive {
  /// The archive as a source, from one of its folders on, `""` for all of it.
  func source(of original: ImportSource, folder: String) -> ImportSource {
    let prefix = folder.isEmpty ? "" : folder + "/"
    var children: [String: Set<String>] = [:]
    for name in names where name.hasPrefix(prefix) {
      let parts = name.dropFirst(prefix.count).split(separator: "/").map(String.init)
      for index in parts.indices {
        children[parts[..<index].joined(separator: "/"), default: []].insert(parts[index])
      }
    }
    return ImportSource(
      path: original.path, name: original.name, list: { Array(children[$0] ?? []) },
      read: { (name, limit) throws(ImportError) in try read(prefix + name, atMost: limit) })
  }
}
