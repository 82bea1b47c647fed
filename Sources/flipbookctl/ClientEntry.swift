import CLinux
import ControlClient
import System

/// Where the C library starts the program: who is called `plymouth` is Plymouth's client.
///
/// There is no `@main` because Embedded Swift has no `CommandLine`: the arguments come from here.
@c(flipbookctl_main)
public func entry(
  _ count: CInt, _ values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> CInt {
  StandardStreams.prepare()
  let words = unsafe ProgramArguments(count: Int(count), values: values)
  if words.areForPlymouth { return PlymouthClient.run(words).rawValue }
  return NativeClient.run(words).rawValue
}
