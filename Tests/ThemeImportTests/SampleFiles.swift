// SPDX-License-Identifier: Apache-2.0

@testable import ThemeImport

/// Inputs of importers, in memory.
enum SampleFiles {
  /// A ZIP archive of stored files.
  static func zip(_ files: [(name: String, bytes: [UInt8])]) -> [UInt8] {
    var archive: [UInt8] = []
    var directory: [UInt8] = []
    for file in files {
      let sizes = [
        little(checksum(file.bytes), 4), little(file.bytes.count, 4), little(file.bytes.count, 4),
      ].flatMap(\.self)
      let name = Array(file.name.utf8)
      let common = [20, 0, 0, 0, 0].flatMap { little($0, 2) } + sizes + little(name.count, 2)
      let offset = archive.count
      archive += little(0x0403_4B50, 4) + common + little(0, 2) + name + file.bytes
      directory += little(0x0201_4B50, 4) + little(20, 2) + common
      directory += [0, 0, 0, 0].flatMap { little($0, 2) } + little(0, 4) + little(offset, 4) + name
    }
    let end = [0, 0, files.count, files.count].flatMap { little($0, 2) }
    return archive + directory + little(0x0605_4B50, 4) + end + little(directory.count, 4)
      + little(archive.count, 4) + little(0, 2)
  }

  /// A PNG of one colour.
  static func png(_ width: Int, _ height: Int, color: UInt32 = 0x80C0FF) -> [UInt8] {
    var image = StraightImage(width: width, height: height)
    image.fill(color)
    return image.png ?? []
  }

  static let bootanimation = zip([
    ("desc.txt", Array("16 16 10\np 1 2 a\nc 0 0 b #102030\n".utf8)), ("a/0.png", png(16, 16)),
    ("b/0.png", png(16, 16, color: 0)), ("b/1.png", png(8, 8)),
    ("b/trim.txt", Array("8x8+1+2\n8x8+4+4".utf8)),
  ])

  static let twoStep = """
    [Plymouth Theme]
    Name=Acme
    ModuleName=two-step

    [two-step]
    Font=Sans Bold 15
    HorizontalAlignment=.25
    BackgroundStartColor=0x102030
    BackgroundEndColor=0x000010
    ProgressBarWidth=300
    TransitionDuration=0.5
    Transition=fade-over

    [updates]
    UseProgressBar=true
    Title=Installing \\t{updates}
    Title[de]=Wird installiert
    """

  static let psplash = """
    #define POKY_IMG_WIDTH (3) /* in pixels */
    #define POKY_IMG_HEIGHT (2)
    #define POKY_IMG_BYTES_PER_PIXEL (4)
    #define POKY_IMG_RLE_PIXEL_DATA ((uint8*) \\
      "\\204\\377\\0\\0\\377" \\
      "\\2\\0\\200\\0\\377\\0\\0\\377\\1")
    """

  /// A folder in memory.
  static func source(_ files: [String: [UInt8]], named: [String] = []) -> ImportSource {
    ImportSource(
      path: named.first ?? "sample", named: named,
      list: { folder in
        let prefix = folder.isEmpty ? "" : folder + "/"
        return files.keys.filter { $0.hasPrefix(prefix) }.map {
          String($0.dropFirst(prefix.count).prefix { $0 != "/" })
        }
      },
      read: { (name, limit) throws(ImportError) in
        guard let bytes = files[name] else { throw .unusable("\(name): no such file") }
        guard bytes.count <= limit else { throw .unusable("\(name): too large") }
        return bytes
      })
  }

  private static func little(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// CRC-32, bit by bit.
  private static func checksum(_ bytes: [UInt8]) -> Int {
    var value: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 != 0 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
    return Int(value ^ 0xFFFF_FFFF)
  }
}

/// Numbers from a seed, the same in every run: SplitMix64 (Steele, Lea and Flood 2014).
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}
