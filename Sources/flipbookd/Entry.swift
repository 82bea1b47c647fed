// SPDX-License-Identifier: Apache-2.0

import CLinux
import ControlClient
import Daemon
import Followers
import Linux
import Text

/// The program's entry, called by the C library: reads the options, sets up the display and runs
/// the loop.
///
/// Under the name of a client the program is that client: one file for both takes less of an
/// initramfs than two. There is no `@main` because Embedded Swift has no `CommandLine`: the
/// arguments come from here.
@c(flipbookd_main)
public func entry(
  _ count: CInt, _ values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> CInt {
  let arguments = unsafe ProgramArguments(count: Int(count), values: values)
  return FollowProgram.run(arguments) ?? ClientProgram.run(arguments) ?? run(arguments).rawValue
}

private func run(_ arguments: borrowing ProgramArguments) -> ExitStatus {
  Log.openStandardStreams()
  // Each file is created with its final permissions.
  _ = umask(0)
  var options = Options()
  return run(arguments, &options)
}

// A separate function, so that the options are destroyed in one place and not at each return.
private func run(_ arguments: borrowing ProgramArguments, _ options: inout Options) -> ExitStatus {
  let purpose = options.read(arguments)
  if purpose == .run || purpose == .check { options.mendStage() }
  switch purpose {
  case .run: break
  case .help: return Log.print(Help.text)
  case .version: return Log.print(VersionLine("flipbookd 0.1.0"))
  case .check: return options.problemCount == 0 ? .success : .usage
  case .restoreConsole: return Leftovers.remove(options)
  }
  OwnProcess.prepare()
  if OwnProcess.isInInitramfs { arguments.markAsSurvivor() }
  options.readKernelCommandLine()
  options.loadTheme()
  do throws(BootstrapError) {
    return try Bootstrap.run(options)
  } catch {
    let line = error.line
    Log.write(line.bytes, error.status == .success ? .info : .error)
    return error.status
  }
}
