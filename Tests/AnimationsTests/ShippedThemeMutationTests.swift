// SPDX-License-Identifier: Apache-2.0

import Support
import Testing
import Stage

/// The shipped themes' packs with random changes: each is refused, or drawn within a second.
@Suite struct ShippedThemeMutationTests {
  @Test(arguments: KeptPacks.names)
  func `shipped themes are drawn or refused`(name: String) throws {
    let file = try KeptPacks.file(name)
    let player = ThemeMutationTests.Player()
    let commands: [Command] = [
      .progress(channel: 1, percent: .of(62)), .progress(channel: 2, percent: .of(30)),
      .say("Unpacking libtext-charwidth-perl (amd64)"),
    ]
    var drawn = 0
    for seed in 0..<LongRun.count(300, 7200) {
      let begin = LongRun.secondsWorked()
      drawn += player.play(
        mutationsOf: file, seed: UInt64(seed), count: 1, commands, at: [0, 2000])
      if LongRun.isOn {
        #expect(LongRun.secondsWorked() - begin < 1, "\(name): \(seed)")
      }
    }
    #expect(drawn > 0)
  }
}
