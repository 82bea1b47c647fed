// SPDX-License-Identifier: Apache-2.0

import Stage

/// The state of a download bar; the names are those reported in status.
package enum DownloadState: Equatable {
  case idle, readying, settling, downloading, succeeded, failing, failed, resuming

  /// The state as the stage reports it.
  var stageState: StageState {
    switch self {
    case .idle: .idle
    case .readying: .readying
    case .settling: .settling
    case .downloading: .downloading
    case .succeeded: .succeeded
    case .failing: .failing
    case .failed: .failed
    case .resuming: .resuming
    }
  }
}
