// SPDX-License-Identifier: Apache-2.0

/// Videos, read by the program `ffmpeg`.
enum VideoImporter {
  /// The longest side of the frames, in pixels.
  private static let side = 1280
  /// The time that ffmpeg may take.
  private static let seconds = 120
  private static let usualRate = 25_000

  /// Whether a file is a video, by its first bytes: ISO media, Matroska, AVI, MPEG or Ogg.
  static func matches(_ head: [UInt8]) -> Bool {
    guard head.count >= 12 else { return false }
    if head[4..<8].elementsEqual("ftyp".utf8) { return true }
    if head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) { return true }
    if head.starts(with: Array("RIFF".utf8)), head[8..<12].elementsEqual("AVI ".utf8) {
      return true
    }
    return head.starts(with: [0, 0, 1, 0xBA]) || head.starts(with: Array("OggS".utf8))
  }

  static func draft(
    of name: String, in source: ImportSource, rate: Int?, report: inout ImportReport
  ) throws(ImportError) -> ThemeDraft {
    let path = source.path(of: name)
    let rate = rate ?? usualRate
    let filter =
      "fps=\(DraftValue.thousandths(rate).text),"
      + "scale=w='min(\(side),iw)':h='min(\(side),ih)':force_original_aspect_ratio=decrease"
    var splitter = PNGSplitter()
    var collector = FrameCollector(path, report.progress)
    var failure: ImportError?
    do throws(ProgramError) {
      // A file may not make ffmpeg open others, as playlists do.
      try Program.run(
        [
          "ffmpeg", "-v", "error", "-nostdin", "-protocol_whitelist", "file,pipe", "-i",
          "file:\(source.folderPath)/\(name)", "-map", "0:v:0", "-an", "-sn", "-dn", "-vf", filter,
          "-frames:v", "\(ImportLimit.collectedFrames)", "-f", "image2pipe", "-c:v", "png",
          "pipe:1",
        ], seconds: seconds
      ) { bytes in
        do throws(ImportError) {
          for file in splitter.files(after: bytes) { _ = try collector.append(file) }
          return splitter.isFine
        } catch {
          failure = error
          return false
        }
      }
    } catch {
      if let failure { throw failure }
      switch error {
      case .missing:
        throw .unusable(
          "\(path): a video, which ffmpeg reads; ffmpeg is not installed: install it, or import a "
            + "folder of PNGs")
      case .failed: throw .unusable("\(path): ffmpeg cannot read it as a video")
      case .exceeded:
        throw .unusable("\(path): ffmpeg takes more than \(seconds) s, or its frames are too large")
      }
    }
    let frames = try collector.unified(.center, report: &report)
    var set = FrameSet(name: "frames", frames: frames, rate: rate)
    report.taken(
      "\(name): a loop of \(frames: frames.count) of \(set.width)×\(set.height) pixels, by ffmpeg")
    report.changed(
      "the rate: \(DraftValue.thousandths(rate).text) frames a second; --rate sets another")
    report.leftOut("sound, subtitles: there are none")
    try set.fitPack(name, report: &report)
    return try FramesTheme.draft(name: source.name, set, report: &report)
  }
}

/// Splits a stream of PNGs into files.
struct PNGSplitter {
  private var pending: [UInt8] = []
  /// Where the next chunk of the pending file begins.
  private var offset = 8
  /// False after bytes that are no PNG.
  private(set) var isFine = true

  /// The files that are whole with some more bytes.
  mutating func files(after bytes: ArraySlice<UInt8>) -> [[UInt8]] {
    pending += bytes
    var files: [[UInt8]] = []
    while isFine {
      let reader = ByteReader(pending)
      guard let length = reader.big32(offset), let type = reader.slice(offset + 4, 4) else { break }
      let isEnd = type.elementsEqual("IEND".utf8)
      guard length <= ImportLimit.fileBytes, pending.first == 0x89 else {
        isFine = false
        break
      }
      guard pending.count >= offset + 12 + length else { break }
      offset += 12 + length
      guard isEnd else { continue }
      files.append(Array(pending[..<offset]))
      pending.removeFirst(offset)
      offset = 8
    }
    return files
  }
}
