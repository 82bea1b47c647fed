import CLinux
import System

/// Draws the pixel suite and prints one line for each frame: scene, scale, milliseconds, hash.
///
/// The lines must be the same in both modes, in debug and release, and on every machine.
func selfTest() -> Int32 {
  guard let output = try? FileDescriptor(duplicating: 1) else { return 1 }
  var suite = Suite(output: output)
  return suite.runAll() ? 0 : 1
}

exit(selfTest())
