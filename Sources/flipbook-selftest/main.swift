// SPDX-License-Identifier: Apache-2.0

import CLinux
import Linux
import Text

extension FileDescriptor: LineSink {
  func write(_ line: Span<UInt8>) -> Bool { (try? writeAll(line)) != nil }
}

/// Draws the pixel suite and prints one line for each frame: scene, variant, milliseconds, hash.
///
/// The lines must be the same in both modes, in debug and release, and on every machine.
func selfTest() -> Int32 {
  guard let output = try? FileDescriptor(duplicating: 1) else { return 1 }
  var suite = Suite(sink: output)
  return suite.runAll() ? 0 : 1
}

/// Draws frames for `Tests/Integration/pixels` when `FLIPBOOK_TRACE` is set.
///
/// The values `read` and `twice` select a deliberate error, for testing the watcher.
func traceFrames(_ fault: TracedOutput.Fault) -> Int32 {
  guard let output = try? FileDescriptor(duplicating: 1) else { return 1 }
  guard var trace = Trace(output: output, fault: fault) else { return 1 }
  return trace.runAll() ? 0 : 1
}

let fault = Environment.withValue(of: "FLIPBOOK_TRACE") { value -> TracedOutput.Fault in
  value.isEqual(to: "read") ? .reads : value.isEqual(to: "twice") ? .storesTwice : .none
}
if let fault {
  exit(traceFrames(fault))
}
exit(selfTest())
