// SPDX-License-Identifier: Apache-2.0

import CLinux

extension SystemError {
  /// The failed operation, as a word for a log line.
  package var operationName: StaticString {
    switch operation {
    case .open: "open"
    case .read: "read"
    case .write: "write"
    case .duplicate: "duplicate"
    case .configure: "configure"
    case .map: "map"
    case .poll: "poll"
    case .timer: "timer"
    case .signals: "signals"
    case .memoryFile: "memory file"
    case .terminal: "virtual terminal"
    case .framebuffer: "framebuffer device"
    case .path: "path"
    case .socket: "socket"
    case .bind: "bind"
    case .listen: "listen"
    case .accept: "accept"
    case .connect: "connect"
    case .send: "send"
    case .receive: "receive"
    case .credentials: "credentials"
    }
  }

  /// The errno in words; rare ones are all "unknown error".
  package var reason: StaticString { ErrorNumber.name(of: errno) }
}

/// Words for the kernel's error numbers: `strerror` would bring its locales.
package enum ErrorNumber {
  /// The errno in words; rare ones are all "unknown error".
  package static func name(of errno: CInt) -> StaticString {
    switch errno {
    case EPERM: "operation not permitted"
    case ENOENT: "no such file or directory"
    case EIO: "input/output error"
    case ENXIO: "no such device or address"
    case EBADF: "bad file descriptor"
    case EAGAIN: "temporarily unavailable"
    case ENOMEM: "out of memory"
    case EACCES: "permission denied"
    case EBUSY: "busy"
    case EEXIST: "file exists"
    case ENODEV: "no such device"
    case ENOTDIR: "not a directory"
    case EISDIR: "is a directory"
    case EINVAL: "invalid argument"
    case ENFILE, EMFILE: "too many open files"
    case ENOTTY: "not supported by this file"
    case ENOSPC: "no space left on device"
    case EROFS: "read-only file system"
    case EPIPE: "broken pipe"
    case ERANGE: "out of range"
    case ENAMETOOLONG: "name too long"
    case ENOSYS: "not supported by this kernel"
    case ENOTSOCK: "not a socket"
    case EOPNOTSUPP: "operation not supported"
    case EADDRINUSE: "address in use"
    case ECONNRESET: "connection reset"
    case ENOTCONN: "not connected"
    case ETIMEDOUT: "timed out"
    case ECONNREFUSED: "connection refused"
    default: "unknown error"
    }
  }
}
