// SPDX-License-Identifier: Apache-2.0

/// A request that may be deferred.
enum DeferredRequest {
  case snapshot, deactivate, reactivate, quit, quitRetaining

  init(_ request: Request) {
    switch request {
    case .snapshot: self = .snapshot
    case .deactivate: self = .deactivate
    case .reactivate: self = .reactivate
    case .quit(let retains): self = retains ? .quitRetaining : .quit
    case .command, .status, .subscribe, .hasActiveTerminal, .changeRoot, .theme, .mode, .details:
      preconditionFailure("answered at once")
    }
  }

  var request: Request {
    switch self {
    case .snapshot: .snapshot
    case .deactivate: .deactivate
    case .reactivate: .reactivate
    case .quit: .quit(retains: false)
    case .quitRetaining: .quit(retains: true)
    }
  }
}
