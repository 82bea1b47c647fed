// SPDX-License-Identifier: Apache-2.0

import CLinux
package import Images
import Linux
package import ToolSupport

/// Has the program `ffmpeg` compress the frames, which it gets without loss over a pipe.
package struct VideoWriter: FrameWriter, ~Copyable {
  private let name: String
  private let codec: VideoCodec
  private let rate: Int
  private var program: Program?
  private var partial: PartialFile

  /// The program while it runs.
  private struct Program: ~Copyable {
    let child: pid_t
    let input: FileDescriptor
  }

  /// Records for a file, with so many frames a second.
  package init(_ name: String, codec: VideoCodec, rate: Int) {
    self.name = name
    self.codec = codec
    self.rate = rate
    partial = PartialFile(of: name)
    // A program that has ended is reported by its status.
    cl_signal_ignore(SIGPIPE)
    cl_keep_children()
  }

  deinit {
    // Drawing has failed: half a video would look whole. The file is removed after the program's end.
    guard let child = program?.child else { return }
    kill(child, SIGKILL)
    _ = waitpid(child, nil, 0)
  }

  package mutating func add(_ frame: Image) throws(ToolError) {
    if program == nil { program = try start(width: frame.width, height: frame.height) }
    do throws(SystemError) {
      try program?.input.writeAll(frame.rgb.span)
    } catch {
      try finish()
      throw .usage("cannot write \(name): ffmpeg has ended early")
    }
  }

  package mutating func finish() throws(ToolError) {
    guard let ended = program.take() else { return }
    let child = ended.child
    // The end of its input.
    _ = consume ended
    var status: CInt = 0
    // The call writes one number.
    while unsafe waitpid(child, &status, 0) < 0, cl_errno() == EINTR {}
    guard status == 0 else {
      throw .usage("cannot write \(name): ffmpeg failed; its reason is above")
    }
    try partial.complete()
  }

  /// The words of a call of `ffmpeg`, which reads pixels of three bytes from its standard input.
  static func arguments(
    _ name: String, codec: VideoCodec, rate: Int, width: Int, height: Int
  ) -> [String] {
    let input = [
      "ffmpeg", "-hide_banner", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24",
      "-video_size", "\(width)x\(height)", "-framerate", "\(rate)", "-i", "pipe:0",
    ]
    let output =
      switch codec {
      case .vp9: ["-c:v", "libvpx-vp9", "-crf", "18", "-b:v", "0", "-row-mt", "1"]
      case .h264: ["-c:v", "libx264", "-crf", "16", "-movflags", "+faststart"]
      }
    // Most players show only 4:2:0, with an even width and height.
    let form = [
      "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2,scale=out_color_matrix=bt709", "-pix_fmt", "yuv420p",
      "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709",
    ]
    // The file's name has another suffix until it is complete.
    let format = codec == .vp9 ? "webm" : "mp4"
    return input + form + output + ["-f", format, "-y", "file:\(name)"]
  }

  private func start(width: Int, height: Int) throws(ToolError) -> Program {
    let words = VideoWriter.arguments(
      partial.path, codec: codec, rate: rate, width: width, height: height)
    let pipe = try ends()
    // Copied with strdup and freed below, after the last use.
    var pointers = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe pointers.forEach { unsafe free($0) } }
    var child: pid_t = 0
    let reader = pipe.reader.number
    let error = unsafe pointers.withUnsafeMutableBufferPointer { vector in
      // The vector ends with a null pointer and lives as long as the call.
      unsafe cl_spawn(vector.baseAddress, -1, reader, &child)
    }
    guard error == 0 else {
      throw .usage(
        error == ENOENT
          ? "cannot write \(name): the program ffmpeg is not installed; .apng and .gif need none"
          : "cannot start ffmpeg: \(SystemError(.open, errno: error).words)")
    }
    do throws(SystemError) {
      // A pipe closes both of its ends.
      return Program(
        child: child, input: try FileDescriptor(duplicating: pipe.writer.number))
    } catch {
      throw .usage("cannot start ffmpeg: \(error.words)")
    }
  }

  private func ends() throws(ToolError) -> Pipe {
    do throws(SystemError) {
      return try FileDescriptor.pipe()
    } catch {
      throw .usage("cannot start ffmpeg: \(error.words)")
    }
  }
}
