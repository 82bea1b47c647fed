// SPDX-License-Identifier: Apache-2.0

import Animations
import Linux
import OwnLoop
import Theme

/// Where the C library starts the program; `Scripts/bench` gives the arguments.
@c(bench_main)
public func entry(
  _ count: CInt, _ values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> CInt {
  var arguments = unsafe Arguments(count: Int(count), values: values)
  guard let command = arguments.word() else { return 2 }
  if command.is("scenes") {
    guard let comparison = Comparison(&arguments) else { return 2 }
    Processor.settle()
    comparison.run()
  } else if command.is("stages") {
    guard let costs = StageCosts(&arguments) else { return 2 }
    Processor.settle()
    costs.run()
    if costs.animation == nil { DissolveRun.measure() }
  } else if command.is("check") {
    guard let comparison = Comparison(&arguments) else { return 2 }
    Check(scene: comparison.scene).run()
  } else if command.is("count"), let name = arguments.word() {
    do throws(SystemError) {
      Counting.run(try Pack.read(try name.path()))
    } catch {
      return report(error)
    }
  } else if command.is("own"), let frames = arguments.word()?.number {
    showOwnFrames(count: frames)
  } else if command.is("stores") {
    StoreTrace.run()
  } else if command.is("framebuffer"), let name = arguments.word() {
    do throws(SystemError) {
      var frames = try FramebufferFrames(opening: try name.path())
      Processor.settle()
      frames.run()
    } catch {
      return report(error)
    }
  } else {
    return 2
  }
  return 0
}

private func report(_ error: SystemError) -> CInt {
  var line = Line()
  line.append("error")
  line.append(Int(error.errno))
  line.print()
  return 1
}

extension Comparison {
  /// Reads the options; nil where they are wrong.
  init?(_ arguments: inout Arguments) {
    while let name = arguments.word() {
      guard let value = arguments.word() else { return nil }
      if name.is("--scene") {
        guard let found = SceneName.allCases.first(where: { value.is($0.name) }) else { return nil }
        scene = found
      } else if name.is("--only") {
        guard let found = Painter.allCases.first(where: { value.is($0.name) }) else { return nil }
        only = found
      } else if name.is("--rounds"), let number = value.number, number > 0 {
        rounds = number
      } else if name.is("--frames"), let number = value.number, number > 0 {
        frames = number
      } else {
        return nil
      }
    }
  }
}

extension StageCosts {
  /// Reads the options; nil where they are wrong.
  init?(_ arguments: inout Arguments) {
    while let name = arguments.word() {
      guard let value = arguments.word() else { return nil }
      if name.is("--animation") {
        guard
          let found = StageConfiguration.AnimationKind.allCases.first(where: { value.is($0.name) })
        else { return nil }
        animation = found
      } else if name.is("--seconds"), let number = value.number, 1...50 ~= number {
        seconds = number
      } else {
        return nil
      }
    }
  }
}
