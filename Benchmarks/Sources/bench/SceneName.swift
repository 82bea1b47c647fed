// SPDX-License-Identifier: Apache-2.0

/// The scenes of the comparison, described in `Documentation` and the README.
enum SceneName: Int, CaseIterable {
  // In the order of the C side's numbers.
  case s1, s1b, s2, s2b, s3, s4, s5

  /// The name on the command line and in tables.
  var name: StaticString {
    switch self {
    case .s1: "S1"
    case .s1b: "S1b"
    case .s2: "S2"
    case .s2b: "S2b"
    case .s3: "S3"
    case .s4: "S4"
    case .s5: "S5"
    }
  }

  /// The number of columns.
  var width: Int {
    switch self {
    case .s1, .s4, .s5: 3840
    case .s1b: 1920
    case .s2: 1080
    case .s2b: 216
    case .s3: 800
    }
  }

  /// The number of rows.
  var height: Int {
    switch self {
    case .s1, .s4, .s5: 2160
    case .s1b: 4
    case .s2: 1080
    case .s2b: 216
    case .s3: 320
    }
  }

  /// The number of pixels.
  var pixelCount: Int { width * height }
}

/// Who draws.
enum Painter: Int, CaseIterable {
  /// This project.
  case flipbook
  /// Cairo's image backend.
  case cairo
  /// One row that is there already, copied to all rows.
  case copy
  /// One byte for all.
  case set
  /// Stores that go past the caches.
  case stream

  /// The name on the command line and in tables.
  var name: StaticString {
    switch self {
    case .flipbook: "flipbook"
    case .cairo: "cairo"
    case .copy: "copy"
    case .set: "memset"
    case .stream: "stream"
    }
  }
}
